package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Which options of a read reach Iceberg for a restricted principal: those that only tune how a file is read, and the range of
 * snapshots whose appended rows are read. None that cuts files into partitions, since partitions can be counted.
 */
final class ReadOptions {
    private static final Set<String> TUNING = Set.of("vectorization-enabled", "batch-size", "locality");

    private static final Set<String> SELECTING =
            Stream.concat(TUNING.stream(), AppendedRange.OPTIONS.stream()).collect(Collectors.toUnmodifiableSet());

    private static final String PART = String.valueOf(128L << 20);
    private static final String ALL = String.valueOf(Integer.MAX_VALUE);

    /**
     * Each part of a file is a partition of its own, in the order in which Iceberg found them. It would put as many together as
     * fill one, and how many that are tells which files were left out: the values of hidden rows decide that. And where it looks
     * back at few, larger parts overtake smaller ones, as far as to the next small one, hidden or not.
     */
    private static final Map<String, String> ALONE =
            Map.of("split-size", PART, "file-open-cost", PART, "lookback", ALL);

    private ReadOptions() {}

    /** For a read of the table's rows, as it is now or as they were appended. */
    static CaseInsensitiveStringMap ofRows(ReadView view, CaseInsensitiveStringMap options) {
        Securable table = view.policy().table();
        AppendedRange.of(table, options)
                .ifPresent(range -> range.requireIn(table, view.table().table()));
        return within(SELECTING, table, options);
    }

    /** For what is read of a table to change it, and for its metadata. */
    static CaseInsensitiveStringMap allowed(Securable table, CaseInsensitiveStringMap options) {
        return within(TUNING, table, options);
    }

    private static CaseInsensitiveStringMap within(
            Set<String> known, Securable table, CaseInsensitiveStringMap options) {
        for (String option : options.keySet()) {
            if (!known.contains(option.toLowerCase(Locale.ROOT))) {
                throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object(table.toString())
                        .reason("the read option " + option + " is not on the list of allowed ones")
                        .remedy("Leave the option out; to read an older state use VERSION AS OF or TIMESTAMP AS OF.")
                        .build());
            }
        }
        Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
        all.putAll(ALONE);
        return new CaseInsensitiveStringMap(all);
    }
}
