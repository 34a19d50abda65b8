package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Calls of Spark's deterministic functions, with holes for values: read once from a file. Immutable. */
final class Templates {
    static final Map<String, Type> TYPES = Map.ofEntries(
            Map.entry("bool", Types.BooleanType.get()),
            Map.entry("int", Types.IntegerType.get()),
            Map.entry("long", Types.LongType.get()),
            Map.entry("float", Types.FloatType.get()),
            Map.entry("double", Types.DoubleType.get()),
            Map.entry("dec", Types.DecimalType.of(9, 2)),
            Map.entry("string", Types.StringType.get()),
            Map.entry("binary", Types.BinaryType.get()),
            Map.entry("date", Types.DateType.get()),
            Map.entry("ts", Types.TimestampType.withZone()),
            Map.entry("ntz", Types.TimestampType.withoutZone()));

    /** Never fail, whatever they are called with. */
    static final Templates TOTAL = read("total-functions.txt");

    /** Fail on some values, in ANSI mode at least. */
    static final Templates PARTIAL = read("partial-functions.txt");

    private final Map<Type, List<String>> byType;

    private Templates(Map<Type, List<String>> byType) {
        this.byType = byType;
    }

    private static Templates read(String file) {
        Map<Type, List<String>> byType = new HashMap<>();
        for (String line : ResourceLines.of(file)) {
            int colon = line.indexOf(':');
            Type type = TYPES.get(line.substring(0, colon));
            byType.computeIfAbsent(type, none -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return new Templates(byType);
    }

    List<String> of(Type type) {
        return byType.getOrDefault(type, List.of());
    }
}
