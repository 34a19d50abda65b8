package io.paladio.carbon.spark.catalyst;

import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/** Of how many words and signs a text of SQL is: for each, Spark's parser makes a dozen objects. Stateless. */
public final class TextLength {
    private TextLength() {}

    /** Whether there are more than that. Short texts are not looked at. */
    public static boolean exceeds(String text, int most) {
        if (text.length() <= most) {
            return false;
        }
        SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        int tokens = 0;
        for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
            tokens += token.getChannel() == Token.DEFAULT_CHANNEL ? 1 : 0;
            if (tokens > most) {
                return true;
            }
        }
        return false;
    }
}
