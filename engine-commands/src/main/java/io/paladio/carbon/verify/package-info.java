/** Whether an engine keeps the promise on one table for one principal, seen from outside as a client. */
package io.paladio.carbon.verify;
