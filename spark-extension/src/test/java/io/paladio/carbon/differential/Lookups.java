package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** The tables that policies look things up in: what is listed for whom, in a column of the table's own name. */
final class Lookups {
    static final String SCHEMA = "gov";

    static final String STATES = "state";
    static final String CATEGORIES = "category";
    static final String NATIONS = "nation";

    static final Set<String> STATES_OF_BOB = Set.of("TN", "GA", "TX", "IL", "OH", "CA", "KS", "VA", "IN", "MO");
    static final Set<String> CATEGORIES_OF_BOB = Set.of("Books", "Home", "Sports", "Women", "Jewelry");
    static final Set<Long> NATIONS_OF_BOB = Set.of(1L, 2L, 3L, 6L, 7L, 8L, 9L, 17L, 20L, 21L, 24L);

    private static final Set<String> OTHER_STATES = Set.of("AL", "SD", "MI");
    private static final Set<String> OTHER_CATEGORIES = Set.of("Music", "Men");
    private static final Set<Long> OTHER_NATIONS = Set.of(4L, 5L, 18L);

    private Lookups() {}

    /** The full name of the table with such values. */
    static String of(String values) {
        return "carbon." + SCHEMA + "." + values;
    }

    static List<StoredTable> all() {
        return List.of(
                table(STATES, Types.StringType.get(), STATES_OF_BOB, OTHER_STATES),
                table(CATEGORIES, Types.StringType.get(), CATEGORIES_OF_BOB, OTHER_CATEGORIES),
                table(NATIONS, Types.LongType.get(), NATIONS_OF_BOB, OTHER_NATIONS));
    }

    private static StoredTable table(String name, Type type, Set<?> bobs, Set<?> others) {
        Schema schema =
                new Schema(NestedField.required(1, "who", Types.StringType.get()), NestedField.optional(2, name, type));
        List<GenericRecord> rows = new ArrayList<>();
        bobs.forEach(value -> rows.add(row(schema, "bob", value)));
        others.forEach(value -> rows.add(row(schema, "carol", value)));
        return new StoredTable(name, schema, PartitionSpec.unpartitioned(), StoredTable.Layout.PLAIN, rows, List.of());
    }

    private static GenericRecord row(Schema schema, String who, Object value) {
        GenericRecord row = GenericRecord.create(schema);
        row.set(0, who);
        row.set(1, value);
        return row;
    }
}
