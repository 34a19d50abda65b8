/** Clients of a governed Spark Connect server: the demonstration, and a plain one for tests. */
package io.paladio.carbon.client;
