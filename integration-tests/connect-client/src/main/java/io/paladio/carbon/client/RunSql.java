package io.paladio.carbon.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs statements as one principal and answers each with one line of JSON: {@code {"columns":[…],"rows":[[…]]}}, or
 * {@code {"error":class,"sqlState":…,"message":…}}. Without statements as arguments it reads them from its input, one a line, so
 * that one process serves a whole suite.
 */
public final class RunSql {
    private static final ObjectMapper JSON = new ObjectMapper();

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
                System.out.println(line(connection.run(statement)));
            }
        }
    }

    private static void serve(Connection connection) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String statement = input.readLine(); statement != null; statement = input.readLine()) {
            System.out.println(line(connection.run(statement)));
            System.out.flush();
        }
    }

    private static String line(Answer answer) throws JsonProcessingException {
        Map<String, Object> line = new LinkedHashMap<>();
        if (answer instanceof Answer.Rows rows) {
            line.put("columns", rows.columns());
            line.put("rows", rows.rows());
        } else if (answer instanceof Answer.Refused refused) {
            line.put("error", refused.errorClass());
            line.put("sqlState", refused.sqlState());
            line.put("message", refused.message());
        }
        return JSON.writeValueAsString(line);
    }
}
