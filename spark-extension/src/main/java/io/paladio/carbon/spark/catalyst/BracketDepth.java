package io.paladio.carbon.spark.catalyst;

import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/** How deep brackets lie within SQL, as Spark's own lexer reads it: those in comments and texts neither open nor close. Stateless. */
public final class BracketDepth {
    private BracketDepth() {}

    /** Whether brackets lie deeper than this. */
    public static boolean exceeds(String text, int deepest) {
        if (text.chars().filter(each -> each == '(').count() <= deepest) {
            return false;
        }
        SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        int depth = 0;
        for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
            if (token.getType() == SqlBaseLexer.LEFT_PAREN && ++depth > deepest) {
                return true;
            }
            if (token.getType() == SqlBaseLexer.RIGHT_PAREN && depth > 0) {
                depth--;
            }
        }
        return false;
    }
}
