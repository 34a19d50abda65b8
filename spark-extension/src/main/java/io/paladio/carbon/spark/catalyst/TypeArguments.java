package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.types.StringType;

/**
 * Functions that read a type from a text while they are resolved. Spark takes that text as JSON too, and JSON can name a class as
 * a user-defined type, whose constructor Spark then runs. So the text must be there to be looked at, and must be DDL. Stateless.
 */
public final class TypeArguments {
    private static final Map<String, Integer> PLACES =
            Map.of("from_json", 1, "from_csv", 1, "from_xml", 1, "variant_get", 2, "try_variant_get", 2);
    private static final Set<String> MAKERS_OF_DDL = Set.of("schema_of_json", "schema_of_csv", "schema_of_xml");

    private TypeArguments() {}

    /** Whether the expression is such a call, and its type can't be proven to name no class. */
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
        return named || arguments.size() > place && !isDdl(arguments.get(place));
    }

    /** The text of the type that the expression gives, where it is such a call with a constant: Spark parses it by itself. */
    public static Optional<String> text(Expression expression) {
        return type(expression)
                .filter(type -> type instanceof Literal literal && literal.dataType() instanceof StringType)
                .map(type -> String.valueOf(((Literal) type).value()));
    }

    private static Optional<Expression> type(Expression expression) {
        if (!(expression instanceof UnresolvedFunction call)) {
            return Optional.empty();
        }
        List<Expression> arguments = ScalaInterop.list(call.arguments());
        return Optional.ofNullable(PLACES.get(lastName(call)))
                .filter(place -> arguments.size() > place)
                .map(arguments::get);
    }

    private static boolean isDdl(Expression type) {
        if (type instanceof UnresolvedFunction call) {
            return MAKERS_OF_DDL.contains(lastName(call));
        }
        return type instanceof Literal literal
                && literal.dataType() instanceof StringType
                && !String.valueOf(literal.value()).contains("{");
    }

    private static String lastName(UnresolvedFunction call) {
        List<String> name = ScalaInterop.list(call.nameParts());
        return name.get(name.size() - 1).toLowerCase(Locale.ROOT);
    }
}
