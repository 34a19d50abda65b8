package io.paladio.carbon.spark.catalyst;

import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.parser.HybridParameterContext;
import org.apache.spark.sql.catalyst.parser.NamedParameterContext;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.PositionalParameterContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;
import org.apache.spark.unsafe.types.UTF8String;

/** How long a text of SQL becomes when Spark writes the values of its parameters into it, each wherever it is named. Stateless. */
public final class ParameterSize {
    /** What a value of an array is as text, by its bytes. */
    private static final long AS_TEXT = 2;

    private static final long QUOTES = 32;

    private ParameterSize() {}

    /** How many parameters the text may name: as many as stand in it, or more. */
    public static long markers(String text) {
        long signs = text.chars().filter(sign -> sign == ':' || sign == '?').count();
        return signs < 100 ? signs : tokens(text);
    }

    private static long tokens(String text) {
        SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        long markers = 0;
        for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
            boolean isMarker = token.getType() == SqlBaseLexer.QUESTION || token.getType() == SqlBaseLexer.COLON;
            markers += isMarker ? 1 : 0;
        }
        return markers;
    }

    /** The characters of the longest value. */
    public static long longest(ParameterContext parameters) {
        return values(parameters).stream()
                .mapToLong(ParameterSize::length)
                .max()
                .orElse(0);
    }

    private static List<Expression> values(ParameterContext parameters) {
        if (parameters instanceof NamedParameterContext named) {
            return ScalaInterop.list(named.params().values());
        }
        if (parameters instanceof PositionalParameterContext positional) {
            return ScalaInterop.list(positional.params());
        }
        return ScalaInterop.list(((HybridParameterContext) parameters).args());
    }

    private static long length(Object value) {
        if (value instanceof Literal literal) {
            return literal.value() instanceof UTF8String text
                    ? QUOTES + text.numBytes()
                    : QUOTES + AS_TEXT * ValueSize.of(literal.value());
        }
        return QUOTES;
    }
}
