/** A client that sends what no client should, without end, and judges what comes back. */
package io.paladio.carbon.client.fuzz;
