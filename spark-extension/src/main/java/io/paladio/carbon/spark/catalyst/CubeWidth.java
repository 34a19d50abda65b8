package io.paladio.carbon.spark.catalyst;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/**
 * How much is cubed in a text of SQL. Within GROUPING SETS Spark's parser itself makes all subsets of it, before there is a plan to look
 * at. Stateless.
 */
public final class CubeWidth {
    private static final int OTHER = Integer.MIN_VALUE;

    private CubeWidth() {}

    /** Whether the brackets of some CUBE hold more than that. */
    public static boolean exceeds(String text, int widest) {
        if (!text.toUpperCase(Locale.ROOT).contains("CUBE")) {
            return false;
        }
        SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        Deque<Integer> open = new ArrayDeque<>();
        int before = Token.EOF;
        for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
            if (token.getChannel() == Token.DEFAULT_CHANNEL) {
                if (follow(open, before, token.getType()) > widest) {
                    return true;
                }
                before = token.getType();
            }
        }
        return false;
    }

    /** How many there are so far in the brackets at hand. */
    private static int follow(Deque<Integer> open, int before, int token) {
        if (token == SqlBaseLexer.LEFT_PAREN) {
            open.push(before == SqlBaseLexer.CUBE ? 1 : OTHER);
        } else if (token == SqlBaseLexer.RIGHT_PAREN) {
            open.poll();
        } else if (token == SqlBaseLexer.COMMA && !open.isEmpty()) {
            open.push(open.pop() + 1);
        }
        return open.isEmpty() ? 0 : open.element();
    }
}
