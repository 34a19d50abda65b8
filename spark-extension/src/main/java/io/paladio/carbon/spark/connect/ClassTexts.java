package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.OptionArguments;
import java.util.Optional;
import java.util.Set;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;

/** Texts of a request behind which Spark loads a class, before there is a plan to look at. Stateless. */
final class ClassTexts {
    private static final Set<String> FORMATS = Set.of(
            "spark.connect.WriteOperation.source",
            "spark.connect.WriteOperationV2.provider",
            "spark.connect.WriteStreamOperationStart.format");
    private static final String PARSE_OPTION = "spark.connect.Parse.OptionsEntry.key";
    private static final String ICEBERG = "iceberg";

    private ClassTexts() {}

    /** Why the text is refused, where it is. */
    static Optional<CarbonCondition> refused(FieldDescriptor field, String text) {
        if (TypeDocument.namesClass(text)) {
            return Optional.of(CarbonCondition.CODE_DENIED);
        }
        if (FORMATS.contains(field.getFullName()) && !text.isEmpty() && !text.equalsIgnoreCase(ICEBERG)) {
            return Optional.of(CarbonCondition.PATH_DENIED);
        }
        return field.getFullName().equals(PARSE_OPTION) && OptionArguments.isCodec(text)
                ? Optional.of(CarbonCondition.CODE_DENIED)
                : Optional.empty();
    }
}
