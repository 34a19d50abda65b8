package io.paladio.carbon.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Waits until a server answers for a table, then runs a file of statements as one principal and stops at the first that fails.
 * Without a file it only waits. The first answers of a fresh server are slow, and what it asks of others has its deadline.
 */
public final class RunScript {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private RunScript() {}

    /** Arguments: the remote, a file with the token, the table, the file of statements. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3 || arguments.length > 4) {
            System.err.println("usage: RunScript sc://HOST:PORT TOKEN-FILE TABLE [SCRIPT]");
            System.exit(2);
        }
        String token = Files.readString(Path.of(arguments[1])).strip();
        List<SqlScript.Statement> statements =
                arguments.length == 4 ? SqlScript.split(Files.readString(Path.of(arguments[3]))) : List.of();
        int status;
        try (Connection connection = Connection.open(arguments[0], token)) {
            awaitAnswer(connection, arguments[2]);
            status = run(connection, statements);
        }
        System.exit(status);
    }

    /** Any answer will do, also a refusal, as long as it is not that somebody else was too slow. */
    private static void awaitAnswer(Connection connection, String table) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Answer answer = connection.run("SELECT count(*) FROM " + table);
        while (answer instanceof Answer.Refused refused
                && refused.errorClass().endsWith("_UNAVAILABLE")
                && System.nanoTime() < deadline) {
            answer = connection.run("SELECT count(*) FROM " + table);
        }
    }

    private static int run(Connection connection, List<SqlScript.Statement> statements) {
        for (SqlScript.Statement statement : statements) {
            if (connection.run(statement.sql()) instanceof Answer.Refused refused) {
                System.err.println("line " + statement.line() + ": " + statement.sql() + "\n  " + refused.message());
                return 1;
            }
        }
        return 0;
    }
}
