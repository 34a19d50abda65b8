package io.paladio.carbon.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a file of statements as one principal and stops at the first that fails. */
public final class RunScript {
    private RunScript() {}

    /** Arguments: the remote, a file with the token, the file of statements. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            System.err.println("usage: RunScript sc://HOST:PORT TOKEN-FILE SCRIPT");
            System.exit(2);
        }
        String token = Files.readString(Path.of(arguments[1])).strip();
        int status = 0;
        try (Connection connection = Connection.open(arguments[0], token)) {
            for (String statement : SqlScript.split(Files.readString(Path.of(arguments[2])))) {
                if (connection.run(statement) instanceof Answer.Refused refused) {
                    System.err.println(statement + "\n  " + refused.message());
                    status = 1;
                    break;
                }
            }
        }
        System.exit(status);
    }
}
