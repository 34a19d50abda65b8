package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.ViewChange;

/**
 * Refuses properties that reach past the face: places to write to, classes to load, names under which lineage would know a table, and
 * marks of tables that are being created.
 */
final class PropertyGuard {
    private static final Set<String> PLACES = Set.of(
            "location",
            "path",
            "write.data.path",
            "write.metadata.path",
            "write.object-storage.path",
            "write.folder-storage.path");
    private static final Set<String> CLASSES =
            Set.of("write.location-provider.impl", "metrics-reporter-impl", "io-impl", "catalog-impl");

    /** Lineage's names, and what reaches the libraries that write files. */
    private static final List<String> PROTECTED =
            List.of("openlineage.", "hadoop.", "fs.", "orc.", "parquet.", "encryption.");

    private static final Set<String> OURS = Set.of(TableCreation.STATEMENT, TableCreation.COMMIT, TableCreation.STATE);

    private PropertyGuard() {}

    static void check(Map<String, String> properties) {
        properties.keySet().forEach(PropertyGuard::check);
    }

    static void check(TableChange... changes) {
        Arrays.stream(changes).forEach(change -> {
            if (change instanceof TableChange.SetProperty set) {
                check(set.property());
            } else if (change instanceof TableChange.RemoveProperty remove) {
                check(remove.property());
            }
        });
    }

    static void check(NamespaceChange... changes) {
        Arrays.stream(changes).forEach(change -> {
            if (change instanceof NamespaceChange.SetProperty set) {
                check(set.property());
            } else if (change instanceof NamespaceChange.RemoveProperty remove) {
                check(remove.property());
            }
        });
    }

    static void check(ViewChange... changes) {
        Arrays.stream(changes).forEach(change -> {
            if (change instanceof ViewChange.SetProperty set) {
                check(set.property());
            } else if (change instanceof ViewChange.RemoveProperty remove) {
                check(remove.property());
            }
        });
    }

    private static void check(String property) {
        String lower = property.toLowerCase(Locale.ROOT);
        String key = lower.startsWith("option.") ? lower.substring("option.".length()) : lower;
        if (OURS.contains(key) || PROTECTED.stream().anyMatch(key::startsWith)) {
            throw refusal(CarbonCondition.CONFIG_PROTECTED, property);
        }
        if (PLACES.contains(key)) {
            throw refusal(CarbonCondition.PATH_DENIED, property);
        }
        if (CLASSES.contains(key)) {
            throw refusal(CarbonCondition.CODE_DENIED, property);
        }
    }

    private static SparkRefusal refusal(CarbonCondition condition, String property) {
        return SparkRefusal.of(condition.refusal().object(property).build());
    }
}
