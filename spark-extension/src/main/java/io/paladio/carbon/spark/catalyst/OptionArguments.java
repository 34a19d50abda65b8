package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;

/**
 * Functions that take options of a reader or writer. One of these options names a codec, whose class Spark loads while the function
 * is resolved. So the options must be there to be looked at. Stateless.
 */
public final class OptionArguments {
    private static final Map<String, Integer> PLACES = Map.of(
            "from_json",
            2,
            "from_csv",
            2,
            "from_xml",
            2,
            "to_json",
            1,
            "to_csv",
            1,
            "to_xml",
            1,
            "schema_of_json",
            1,
            "schema_of_csv",
            1,
            "schema_of_xml",
            1);
    private static final Set<String> CODECS = Set.of("compression", "codec");
    private static final String MAP = "map";

    private OptionArguments() {}

    /** Whether the option names a codec, in whatever case. */
    public static boolean isCodec(String option) {
        return CODECS.contains(option.toLowerCase(Locale.ROOT));
    }

    /** Whether the expression is such a call, and its options can't be proven to name no class. */
    public static boolean mayNameClass(Expression expression) {
        if (!(expression instanceof UnresolvedFunction call)) {
            return false;
        }
        Integer place = PLACES.get(lastName(call));
        if (place == null) {
            return false;
        }
        List<Expression> arguments = ScalaInterop.list(call.arguments());
        boolean named = arguments.stream().anyMatch(NamedArgumentExpression.class::isInstance);
        return named || !arguments.stream().skip(place).allMatch(OptionArguments::isHarmless);
    }

    private static boolean isHarmless(Expression options) {
        if (!(options instanceof UnresolvedFunction call) || !lastName(call).equals(MAP)) {
            return false;
        }
        List<Expression> entries = ScalaInterop.list(call.arguments());
        return entries.stream().allMatch(Literal.class::isInstance)
                && IntStream.range(0, entries.size())
                        .filter(place -> place % 2 == 0)
                        .noneMatch(place -> isCodec(String.valueOf(((Literal) entries.get(place)).value())));
    }

    private static String lastName(UnresolvedFunction call) {
        List<String> name = ScalaInterop.list(call.nameParts());
        return name.get(name.size() - 1).toLowerCase(Locale.ROOT);
    }
}
