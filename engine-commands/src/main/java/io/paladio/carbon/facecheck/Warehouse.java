package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.facecheck.Face.Call;
import java.util.regex.Pattern;

/**
 * Where the calls on one warehouse go. Immutable.
 *
 * @param config what the face says of it, to the person
 */
record Warehouse(String prefix, Answered config) {
    /** What stands in a path as it is. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._~%/@:+-]*");

    /** Asks the face; what does not answer at all is no face. */
    static Warehouse of(Face face, Subject subject) throws Impossible {
        Answered config = face.ask(Call.get(configPath(subject), subject.person()));
        if (config.status() == 0) {
            throw new Impossible("Nothing answers at --uri. Write the address that engines are configured with.");
        }
        if (config.status() == 401) {
            throw new Impossible("The face does not accept the token of --token-file. Name one that is valid there.");
        }
        if (config.status() == 404) {
            throw new Impossible("There is no Iceberg REST catalog at --uri, or it has no such warehouse for the"
                    + " person. Write the address up to /v1, and the warehouse's name.");
        }
        return new Warehouse(prefixOf(config), config);
    }

    private static String configPath(Subject subject) {
        return "/v1/config"
                + subject.warehouse()
                        .map(name -> "?warehouse=" + Face.encoded(name))
                        .orElse("");
    }

    static String prefixOf(Answered config) {
        JsonNode said = config.json();
        String overriding = said.path("overrides").path("prefix").asText("");
        String prefix =
                overriding.isEmpty() ? said.path("defaults").path("prefix").asText("") : overriding;
        return PLAIN.matcher(prefix).matches() ? prefix : Face.encoded(prefix);
    }

    /** The path of a call, from what comes behind the prefix. */
    String path(String rest) {
        return pathOf(prefix, rest);
    }

    static String pathOf(String prefix, String rest) {
        return "/v1" + (prefix.isEmpty() ? "" : "/" + prefix) + rest;
    }

    String path(TableName table) {
        return path(table.path());
    }
}
