package io.paladio.carbon.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Serves sessions one after the other, so that one process serves a whole suite. A session begins with a line that holds its token.
 * Each further line is a statement, and is answered by one line of JSON: {@code {"columns":[…],"rows":[[…]]}}, or
 * {@code {"error":class,"sqlState":…,"message":…}}; the line {@code \end} ends the session.
 */
public final class RunSql {
    private static final String END = "\\end";

    private RunSql() {}

    /** Argument: the remote, {@code sc://HOST:PORT}. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String token = input.readLine(); token != null; token = input.readLine()) {
            try (Connection connection = Connection.open(arguments[0], token)) {
                serve(connection, input);
            }
        }
    }

    private static void serve(Connection connection, BufferedReader input) throws IOException {
        String statement = input.readLine();
        while (statement != null && !statement.equals(END)) {
            System.out.println(AnswerLine.of(connection.run(statement)));
            System.out.flush();
            statement = input.readLine();
        }
    }
}
