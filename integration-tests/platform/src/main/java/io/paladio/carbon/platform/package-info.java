/** The embedded platform: everything around the engine, in one process, on loopback, for the quick start and the tests. */
package io.paladio.carbon.platform;
