package io.paladio.carbon.spark.catalyst;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/**
 * How deep things lie within one another in SQL, as Spark's own lexer reads it: brackets, CASE and types; what stands in comments and
 * texts neither opens nor closes. The brackets of IDENTIFIER and LIKE ANY count for more: Spark's parser reads their content twice
 * at each level. Used by one thread.
 */
public final class BracketDepth {
    private static final Set<Integer> TYPES = Set.of(SqlBaseLexer.ARRAY, SqlBaseLexer.MAP, SqlBaseLexer.STRUCT);

    private static final Set<Integer> QUANTIFIERS = Set.of(SqlBaseLexer.ANY, SqlBaseLexer.ALL, SqlBaseLexer.SOME);
    private static final Set<Integer> LIKES = Set.of(SqlBaseLexer.LIKE, SqlBaseLexer.ILIKE);
    /** What stands for a bracket whose content is read twice. */
    private static final int DOUBLING = SqlBaseLexer.IDENTIFIER_KW;

    private final int deepest;
    private final int deepestDoubling;
    private final Deque<Integer> open = new ArrayDeque<>();
    private int doubling;
    private int before;
    private int beforeThat;

    private BracketDepth(int deepest, int deepestDoubling) {
        this.deepest = deepest;
        this.deepestDoubling = deepestDoubling;
    }

    /** Whether anything lies deeper than {@code deepest}, or what is read twice deeper than {@code deepestDoubling}. */
    public static boolean exceeds(String text, int deepest, int deepestDoubling) {
        String upper = text.toUpperCase(Locale.ROOT);
        int opening = count(upper, "(") + count(upper, "<") + count(upper, "CASE");
        if (opening <= deepest && count(upper, "IDENTIFIER") + count(upper, "LIKE") <= deepestDoubling) {
            return false;
        }
        SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        BracketDepth depth = new BracketDepth(deepest, deepestDoubling);
        for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
            if (token.getChannel() == Token.DEFAULT_CHANNEL && depth.exceedsWith(token.getType())) {
                return true;
            }
        }
        return false;
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private boolean exceedsWith(int token) {
        switch (token) {
            case SqlBaseLexer.LEFT_PAREN -> open(isReadTwice() ? DOUBLING : token);
            case SqlBaseLexer.CASE -> {
                // END CASE ends the statement of a script.
                if (before != SqlBaseLexer.END) {
                    open(token);
                }
            }
            case SqlBaseLexer.LT -> {
                if (TYPES.contains(before)) {
                    open(token);
                }
            }
            case SqlBaseLexer.RIGHT_PAREN -> close(SqlBaseLexer.LEFT_PAREN, DOUBLING);
            case SqlBaseLexer.END -> close(SqlBaseLexer.CASE, SqlBaseLexer.CASE);
            case SqlBaseLexer.GT -> close(SqlBaseLexer.LT, SqlBaseLexer.LT);
            default -> {}
        }
        beforeThat = before;
        before = token;
        return open.size() > deepest || doubling > deepestDoubling;
    }

    private boolean isReadTwice() {
        return before == SqlBaseLexer.IDENTIFIER_KW || (QUANTIFIERS.contains(before) && LIKES.contains(beforeThat));
    }

    private void open(int what) {
        open.push(what);
        doubling += what == DOUBLING ? 1 : 0;
    }

    private void close(int one, int other) {
        if (!open.isEmpty() && (open.element() == one || open.element() == other)) {
            doubling -= open.pop() == DOUBLING ? 1 : 0;
        }
    }
}
