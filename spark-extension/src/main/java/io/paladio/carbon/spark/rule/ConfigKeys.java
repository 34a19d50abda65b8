package io.paladio.carbon.spark.rule;

/**
 * The session configuration that a principal may set or reset, by SQL and over the wire alike: keys that change how fast or in
 * which form a result comes, and none that a policy's meaning, the catalogs, or the code that runs could depend on.
 */
public final class ConfigKeys {
    /** Every task of a session has its settings along. */
    public static final int LONGEST_VALUE = 10_000;

    private static final AllowList SETTABLE = AllowList.shipped("config-keys.txt");

    private ConfigKeys() {}

    /** Whether a session may set, unset or reset the key. Spark's keys are case-sensitive, and so is this. */
    public static boolean isSettable(String key) {
        return SETTABLE.allows(key);
    }
}
