package io.paladio.carbon.index;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads Index's answer (format 1) and holds it against the question: the same principal, every table that was asked about and
 * no other, nothing that this release does not know. What does not fit is refused whole. Stateless and thread-safe.
 */
public final class AnswerReader {
    private AnswerReader() {}

    /**
     * The answer to the request.
     *
     * @param known the answers whose etags the question named
     * @param documents those that were read before
     * @throws io.paladio.carbon.error.Refusal INDEX_UNAVAILABLE when this is no answer to the question
     */
    public static ResolveAnswer read(
            String json, ResolveRequest request, Map<Securable, TableAnswer> known, KnownDocuments documents) {
        try {
            JsonObject answer = JsonObject.parse(json).allowing("format", "as-of", "epoch", "principal", "tables");
            if (answer.number("format") != QuestionWriter.FORMAT) {
                throw new MalformedJson("its format is not " + QuestionWriter.FORMAT);
            }
            return new ResolveAnswer(
                    instant(answer.text("as-of")),
                    answer.number("epoch"),
                    principal(answer.object("principal"), request),
                    tables(answer.objects("tables"), request, known, documents));
        } catch (MalformedJson fault) {
            throw IndexUnavailable.nonsense(fault.problem());
        }
    }

    private static Instant instant(String text) throws MalformedJson {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException fault) {
            throw new MalformedJson("$.as-of is no time");
        }
    }

    private static Principal principal(JsonObject json, ResolveRequest request) throws MalformedJson {
        json.allowing("name", "groups", "attributes");
        if (!json.text("name").equals(request.caller().name())) {
            throw new MalformedJson("it speaks of another principal");
        }
        return new Principal(
                json.text("name"),
                new HashSet<>(json.texts("groups")),
                json.object("attributes").textsByName());
    }

    private static Map<Securable, TableAnswer> tables(
            List<JsonObject> json, ResolveRequest request, Map<Securable, TableAnswer> known, KnownDocuments documents)
            throws MalformedJson {
        Map<Securable, TableAnswer> tables = new HashMap<>();
        for (JsonObject table : json) {
            Securable securable = securable(table.text("securable"));
            if (!request.tables().contains(securable)) {
                throw new MalformedJson("it speaks of a table that was not asked about");
            }
            TableAnswer answer = table(table, securable, Optional.ofNullable(known.get(securable)), documents);
            if (tables.put(securable, answer) != null) {
                throw new MalformedJson("it speaks of one table twice");
            }
        }
        if (tables.size() < request.tables().size()) {
            throw new MalformedJson("it leaves out a table that was asked about");
        }
        return tables;
    }

    private static TableAnswer table(
            JsonObject json, Securable table, Optional<TableAnswer> known, KnownDocuments documents)
            throws MalformedJson {
        json.allowing("securable", "etag", "unchanged", "access", "tags", "column-tags", "policies");
        Access access = access(json.text("access"));
        String etag = json.text("etag");
        if (json.has("unchanged") && json.flag("unchanged")) {
            return known.filter(answer -> answer.etag().equals(etag) && answer.access() == access)
                    .orElseThrow(() -> new MalformedJson("it calls unchanged what was not known"));
        }
        return new TableAnswer(
                table,
                etag,
                access,
                json.object("tags").textsByName(),
                columnTags(json.object("column-tags")),
                json.array("policies").stream().map(documents::read).toList());
    }

    private static Map<String, Map<String, String>> columnTags(JsonObject json) throws MalformedJson {
        Map<String, Map<String, String>> columnTags = new HashMap<>();
        for (Map.Entry<String, JsonObject> column : json.objects().entrySet()) {
            columnTags.put(column.getKey(), column.getValue().textsByName());
        }
        return columnTags;
    }

    private static Access access(String text) throws MalformedJson {
        return switch (text) {
            case "granted" -> Access.GRANTED;
            case "denied" -> Access.DENIED;
            case "unknown" -> Access.UNKNOWN;
            default -> throw new MalformedJson("$.tables[].access is none of granted, denied, unknown");
        };
    }

    private static Securable securable(String text) throws MalformedJson {
        try {
            return Securable.parse(text);
        } catch (IllegalArgumentException fault) {
            throw new MalformedJson("$.tables[].securable is no catalog[.schema[.table]]");
        }
    }
}
