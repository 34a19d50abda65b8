package io.paladio.carbon.platform.issuer;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The fields of a posted form. */
final class Form {
    private Form() {}

    static Map<String, String> of(HttpExchange request) throws IOException {
        Map<String, String> form = new HashMap<>();
        for (String field : new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("&")) {
            String[] parts = field.split("=", 2);
            if (parts.length == 2) {
                form.put(decode(parts[0]), decode(parts[1]));
            }
        }
        return form;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
