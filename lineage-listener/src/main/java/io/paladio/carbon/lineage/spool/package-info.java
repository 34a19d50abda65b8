/** Records on disk until somebody has them. Knows neither what a record says nor where it goes. */
package io.paladio.carbon.lineage.spool;
