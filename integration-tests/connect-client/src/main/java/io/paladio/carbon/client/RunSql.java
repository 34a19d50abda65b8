package io.paladio.carbon.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Runs statements as one principal and answers each with one line of JSON: {@code {"columns":[…],"rows":[[…]]}}, or
 * {@code {"error":class,"sqlState":…,"message":…}}. Without statements as arguments it reads them from its input, one a line, so
 * that one process serves a whole suite.
 */
public final class RunSql {
    private RunSql() {}

    /** Arguments: the remote, the token, statements. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println("usage: RunSql sc://HOST:PORT TOKEN [STATEMENT…]");
            System.exit(2);
        }
        List<String> statements = Arrays.asList(arguments).subList(2, arguments.length);
        try (Connection connection = Connection.open(arguments[0], arguments[1])) {
            if (statements.isEmpty()) {
                serve(connection);
            }
            for (String statement : statements) {
                System.out.println(AnswerLine.of(connection.run(statement)));
            }
        }
    }

    private static void serve(Connection connection) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String statement = input.readLine(); statement != null; statement = input.readLine()) {
            System.out.println(AnswerLine.of(connection.run(statement)));
            System.out.flush();
        }
    }
}
