package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.rest.responses.LoadTableResponseParser;
import org.apache.iceberg.types.Types;

/**
 * Whether the Iceberg on the class path knows the catalog's restrictions itself (S23). One that does brings a rule of its own
 * for them, and values would be masked twice, by two rules in an order that nobody has looked at. Stateless.
 */
public final class IcebergRestrictions {
    private static final String SENT = "\"" + ReadRestrictions.FIELD + "\":{\"required-row-filter\":false},";

    private IcebergRestrictions() {}

    /** @throws SparkRefusal CONFIG_INVALID where Iceberg does */
    public static void requireUnknownToIceberg() {
        requireUnknown(
                LoadTableResponse.class,
                json -> LoadTableResponseParser.toJson(LoadTableResponseParser.fromJson(json)));
    }

    /**
     * Asks twice: by what Iceberg's answer is made of, and by whether the field comes through it.
     *
     * @param answer the class of an answer about a table
     * @param through reads an answer and writes it again
     */
    static void requireUnknown(Class<?> answer, UnaryOperator<String> through) {
        boolean named = Arrays.stream(answer.getMethods())
                .anyMatch(method -> method.getName().toLowerCase(Locale.ROOT).contains("restriction"));
        if (named || comesThrough(through)) {
            throw SparkRefusal.of(CarbonCondition.CONFIG_INVALID
                    .refusal()
                    .object("Iceberg")
                    .reason("it applies " + ReadRestrictions.FIELD + " itself, and so does this build")
                    .build());
        }
    }

    private static boolean comesThrough(UnaryOperator<String> through) {
        String plain = LoadTableResponseParser.toJson(
                LoadTableResponse.builder().withTableMetadata(table()).build());
        try {
            return through.apply(plain.replaceFirst("\\{", "{" + SENT)).contains(ReadRestrictions.FIELD);
        } catch (RuntimeException objected) {
            // It objects to the field alone, so it knows the field.
            return true;
        }
    }

    private static TableMetadata table() {
        Schema schema = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
        return TableMetadata.newTableMetadata(schema, PartitionSpec.unpartitioned(), "file:/nowhere", Map.of());
    }
}
