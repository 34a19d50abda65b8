package io.paladio.carbon.spark;

/** The static configuration under {@code spark.carbon.}, checked whole at start. Immutable. */
public final class CarbonConfig {}
