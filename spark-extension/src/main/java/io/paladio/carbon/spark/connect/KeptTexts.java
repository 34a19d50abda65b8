package io.paladio.carbon.spark.connect;

import io.paladio.carbon.spark.rule.ConfigKeys;
import java.util.List;
import java.util.Set;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;

/**
 * Texts of a request that go along with more than the request: each job and each task has the tags of its statement and the settings of its
 * session. Stateless.
 */
final class KeptTexts {
    static final int LONGEST = ConfigKeys.LONGEST_VALUE;

    private static final Set<String> KEPT =
            Set.of("spark.connect.ExecutePlanRequest.tags", "spark.connect.KeyValue.value");

    private KeptTexts() {}

    /** Whether the texts of the field are more than Spark is to keep. */
    static boolean areTooLong(FieldDescriptor field, List<?> values) {
        return KEPT.contains(field.getFullName())
                && values.stream()
                                .mapToLong(text -> String.valueOf(text).length())
                                .sum()
                        > LONGEST;
    }
}
