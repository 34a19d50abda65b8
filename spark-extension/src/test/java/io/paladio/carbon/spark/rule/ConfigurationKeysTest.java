package io.paladio.carbon.spark.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.sql.connect.config.Connect;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;
import org.apache.spark.sql.internal.StaticSQLConf;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** T3 to T7: every configuration key that Spark registers may be set, or somebody has looked at it and left it protected. */
class ConfigurationKeysTest {
    private static final Set<String> SETTABLE =
            AllowList.shipped("config-keys.txt").names();

    /** SQL's and Connect's keys, static ones among them, with the names that keys had in earlier versions. */
    private static Set<String> registered() {
        Set<String> keys = new TreeSet<>();
        // Entries register when the object that holds them is loaded.
        keys.add(StaticSQLConf.SPARK_SESSION_EXTENSIONS().key());
        keys.add(Connect.CONNECT_GRPC_INTERCEPTOR_CLASSES().key());
        for (ConfigEntry<?> entry : SQLConf$.MODULE$.getConfigEntries()) {
            keys.add(entry.key());
            keys.addAll(CollectionConverters.asJava(entry.alternatives()));
        }
        keys.addAll(CollectionConverters.asJava(SQLConf.deprecatedSQLConfigs()).keySet());
        keys.addAll(CollectionConverters.asJava(SQLConf.removedSQLConfigs()).keySet());
        return keys;
    }

    @Test
    void T3_T4_T5_T7_every_registered_key_is_decided() {
        Set<String> registered = registered();

        assertThat(registered).hasSizeGreaterThan(500);
        assertThat(Looked.undecided(registered, SETTABLE, Looked.refused("config-keys.txt")))
                .isEmpty();
    }

    @Test
    void T3_no_key_is_both_settable_and_protected_and_each_is_registered() {
        Set<String> protectedKeys = Looked.refused("config-keys.txt");

        assertThat(protectedKeys).noneMatch(ConfigKeys::isSettable);
        assertThat(registered()).containsAll(SETTABLE);
    }

    @Test
    void control_a_key_that_a_new_version_brings_is_reported() {
        Set<String> tomorrow = new TreeSet<>(registered());
        tomorrow.add("spark.sql.of.tomorrow");

        assertThat(Looked.undecided(tomorrow, SETTABLE, Looked.refused("config-keys.txt")))
                .containsExactly("spark.sql.of.tomorrow");
    }
}
