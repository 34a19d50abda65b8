package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an answer hands out to reach files with: by prefix, or among the settings of a table for all of them. Says nothing of
 * itself. Immutable.
 *
 * @param groups settings with the prefix that they are for; an empty prefix where none is told
 */
record Credentials(List<Group> groups) {
    /** The longest that a key may last: an hour. */
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Pattern SECRET = Pattern.compile(
            ".*(access-key-id|secret-access-key|session-token|oauth2\\.token|sas-token|account-key|shared-key|password).*");
    private static final Pattern ABOUT_SECRETS = Pattern.compile(".*(expires|-endpoint|-uri|enabled).*");
    private static final Pattern EXPIRY = Pattern.compile(".*expires-at.*");

    /** Settings for a prefix. */
    record Group(String prefix, Map<String, String> settings) {
        /** What ends, as it says, and when. */
        Optional<Instant> expiry() {
            return settings.entrySet().stream()
                    .filter(setting -> EXPIRY.matcher(setting.getKey()).matches())
                    .flatMap(setting -> instant(setting.getValue()).stream())
                    .findFirst();
        }

        private static Optional<Instant> instant(String millis) {
            try {
                return Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
            } catch (NumberFormatException other) {
                return Optional.empty();
            }
        }

        /** An access key that needs no session token is one that somebody created by hand. */
        boolean isLasting() {
            return settings.containsKey("s3.access-key-id") && !settings.containsKey("s3.session-token");
        }

        @Override
        public String toString() {
            return "Group";
        }
    }

    static Credentials of(JsonNode answer) {
        List<Group> groups = new ArrayList<>();
        for (JsonNode credential : answer.path("storage-credentials")) {
            add(groups, credential.path("prefix").asText(""), credential.path("config"));
        }
        add(groups, "", answer.path("config"));
        return new Credentials(groups);
    }

    private static void add(List<Group> groups, String prefix, JsonNode settings) {
        Map<String, String> read = new LinkedHashMap<>();
        settings.properties()
                .forEach(
                        setting -> read.put(setting.getKey(), setting.getValue().asText()));
        if (read.keySet().stream().anyMatch(Credentials::isSecret)) {
            groups.add(new Group(prefix, read));
        }
    }

    /** Whether a setting of this name is one that opens something. */
    static boolean isSecret(String setting) {
        String name = setting.toLowerCase(Locale.ROOT);
        return SECRET.matcher(name).matches() && !ABOUT_SECRETS.matcher(name).matches();
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Whether an answer of whatever kind holds what opens files, or says where they are. */
    static boolean areIn(Answered answer) {
        JsonNode json = answer.json();
        return !of(json).isEmpty()
                || json.has("metadata-location")
                || json.has("metadata")
                || json.has("plan-tasks")
                || json.has("file-scan-tasks")
                || (json.has("uri") && json.has("headers"));
    }

    @Override
    public String toString() {
        return "Credentials";
    }
}
