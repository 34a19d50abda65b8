package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.facecheck.Credentials.Group;
import io.paladio.carbon.facecheck.Face.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is handed out along with a table that anybody who has the grant may read by any engine. Used by one thread. */
final class TableChecks {
    static final Map<String, String> DELEGATED = Map.of("X-Iceberg-Access-Delegation", "vended-credentials");

    private final Face face;
    private final Subject subject;
    private final Warehouse warehouse;

    TableChecks(Face face, Subject subject, Warehouse warehouse) {
        this.face = face;
        this.subject = subject;
        this.warehouse = warehouse;
    }

    List<Check> all() {
        return List.of(
                new Check("table-served", () -> onTable(this::served)),
                new Check("credentials-end", () -> onTable(this::credentialsEnd)),
                new Check("credentials-for-one-table", () -> onTable(this::credentialsAreScoped)),
                new Check("credentials-renewed", () -> onTable(this::renewed)),
                new Check("answers-not-stored", () -> onTable(this::notStored)),
                new Check("etag-by-caller", () -> onTable(this::tags)));
    }

    private interface OfTable {
        Verdict of(String path);
    }

    private Verdict onTable(OfTable check) {
        return subject.table()
                .map(table -> check.of(warehouse.path(table)))
                .orElseGet(() -> Verdict.notTried("no --table"));
    }

    private Answered load(String path) {
        return face.ask(Call.get(path, subject.person()).with(DELEGATED));
    }

    private Verdict served(String path) {
        Answered answer = load(path);
        return answer.status() == 200 && answer.json().path("metadata").isObject()
                ? Verdict.holds("200, with its metadata")
                : Verdict.broken("the table of --table is answered with " + answer.told()
                        + (answer.isOk() ? " without metadata" : "; 200 is due"));
    }

    private Verdict credentialsEnd(String path) {
        Credentials credentials = Credentials.of(load(path).json());
        return credentials.isEmpty() ? Verdict.notTried("no credentials come with the table") : end(credentials);
    }

    private static Verdict end(Credentials credentials) {
        List<Verdict> verdicts =
                credentials.groups().stream().map(TableChecks::end).toList();
        return Verdict.worst(verdicts, verdicts.get(0).words());
    }

    private static Verdict end(Group group) {
        if (group.isLasting()) {
            return Verdict.broken("it hands out an access key without a session token: one that does not end");
        }
        Optional<Instant> expiry = group.expiry();
        if (expiry.isEmpty()) {
            return Verdict.broken("its credentials don't say when they end");
        }
        Duration left = Duration.between(Instant.now(), expiry.get());
        return left.compareTo(Credentials.LONGEST) <= 0
                ? Verdict.holds("within " + left.plusSeconds(59).toMinutes() + " min")
                : Verdict.broken("its credentials last " + left.toHours() + " h; an hour is the most");
    }

    private Verdict credentialsAreScoped(String path) {
        JsonNode loaded = load(path).json();
        String location = trimmed(loaded.path("metadata").path("location").asText(""));
        if (location.isEmpty()) {
            return Verdict.notTried("the table is not served");
        }
        List<Group> groups = new ArrayList<>(Credentials.of(loaded).groups());
        groups.addAll(
                Credentials.of(face.get(path + "/credentials", subject.person()).json())
                        .groups());
        List<Verdict> verdicts = groups.stream()
                .filter(group -> !group.prefix().isEmpty())
                .map(group -> scoped(trimmed(group.prefix()), location))
                .toList();
        return verdicts.isEmpty()
                ? Verdict.notTried("none come with a prefix; whether the store holds them to the table only it can say")
                : Verdict.worst(verdicts, verdicts.get(0).words());
    }

    private static Verdict scoped(String prefix, String location) {
        return prefix.equals(location) || prefix.startsWith(location + "/")
                ? Verdict.holds("for the table's own folder, as their prefix says")
                : Verdict.broken("their prefix is wider than the table's folder");
    }

    private static String trimmed(String place) {
        return place.replaceAll("/+$", "");
    }

    private Verdict renewed(String path) {
        Answered answer = face.get(path + "/credentials", subject.person());
        if (answer.isNotOffered()) {
            return Verdict.notTried("it has no /credentials: what runs longer than a key lasts fails");
        }
        Credentials credentials = Credentials.of(answer.json());
        return answer.isOk() && !credentials.isEmpty()
                ? end(credentials)
                : Verdict.broken("/credentials answers " + answer.told() + " without credentials");
    }

    private Verdict notStored(String path) {
        List<Answered> answers = new ArrayList<>(List.of(load(path), warehouse.config()));
        Answered renewed = face.get(path + "/credentials", subject.person());
        if (renewed.isOk()) {
            answers.add(renewed);
        }
        List<Verdict> verdicts = answers.stream()
                .map(answer -> answer.header("Cache-Control")
                                .filter(value -> value.toLowerCase(Locale.ROOT).contains("no-store"))
                                .isPresent()
                        ? Verdict.holds("no-store")
                        : Verdict.broken("Cache-Control is not no-store on " + answer.call()))
                .toList();
        return Verdict.worst(verdicts, "Cache-Control: no-store");
    }

    private Verdict tags(String path) {
        Optional<String> tag = load(path).header("ETag");
        if (tag.isEmpty()) {
            return Verdict.holds("no ETag is sent");
        }
        if (subject.engine().isEmpty()) {
            return Verdict.notTried("no --engine-token-file");
        }
        Answered other = face.ask(Call.get(path, subject.engine())
                .with(Map.of("If-None-Match", tag.get(), "X-Iceberg-Access-Delegation", "vended-credentials")));
        return other.status() == 200
                ? Verdict.holds("one caller's ETag is not another's")
                : Verdict.broken("the engine shows the person's ETag and is answered " + other.told() + "; 200 is due");
    }
}
