package io.paladio.carbon.facecheck;

import io.paladio.carbon.facecheck.Face.Call;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import io.paladio.carbon.policy.restriction.RestrictionContent;
import io.paladio.carbon.policy.restriction.RestrictionFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A table under a policy is for the trusted engine alone, by whatever call. Used by one thread. */
final class PolicyChecks {
    private static final String SIGN =
            "{\"method\":\"GET\",\"region\":\"us-east-1\",\"uri\":\"https://carbon.invalid/x\",\"headers\":{}}";
    private static final String PLAN = "{\"select\":[],\"case-sensitive\":true}";
    private static final String TASKS = "{\"plan-task\":\"x\"}";
    /** No table has this id: the commit changes nothing even where it is let in. */
    private static final String COMMIT = "{\"requirements\":[{\"type\":\"assert-table-uuid\","
            + "\"uuid\":\"00000000-0000-0000-0000-000000000000\"}],\"updates\":[]}";

    private final Face face;
    private final Subject subject;
    private final Warehouse warehouse;

    PolicyChecks(Face face, Subject subject, Warehouse warehouse) {
        this.face = face;
        this.subject = subject;
        this.warehouse = warehouse;
    }

    List<Check> all() {
        return List.of(
                new Check("policy-engine-served", () -> onTable(this::engineIsServed)),
                new Check("policy-load-refused", () -> onTable(this::load)),
                new Check("policy-engine-by-token-alone", () -> onTable(this::headers)),
                new Check("policy-credentials-refused", () -> onTable(table -> read(table, "/credentials"))),
                new Check("policy-sign-refused", () -> onTable(table -> sent(table, "/sign", SIGN))),
                new Check("policy-plan-refused", () -> onTable(this::plan)),
                new Check("policy-commit-refused", () -> onTable(table -> sent(table, "", COMMIT))),
                new Check("policy-view-chain-lifts-nothing", () -> onTable(this::referenced)),
                new Check("policy-etag-lifts-nothing", () -> onTable(this::tag)),
                new Check("policy-spelling-lifts-nothing", () -> onTable(this::spelled)),
                new Check("restrictions-readable", () -> onTable(this::restrictions)));
    }

    private interface OfTable {
        Verdict of(TableName table);
    }

    private Verdict onTable(OfTable check) {
        return subject.policyTable().map(check::of).orElseGet(() -> Verdict.notTried("no --policy-table"));
    }

    private Optional<Answered> engineLoads(TableName table) {
        return subject.engine()
                .map(engine -> face.ask(
                        Call.get(warehouse.path(table), Optional.of(engine)).with(TableChecks.DELEGATED)));
    }

    private Verdict engineIsServed(TableName table) {
        Optional<Answered> answer = engineLoads(table);
        if (answer.isEmpty()) {
            return Verdict.notTried("no --engine-token-file");
        }
        return answer.get().isOk() && answer.get().json().path("metadata").isObject()
                ? Verdict.holds(Credentials.of(answer.get().json()).isEmpty() ? "200, without credentials" : "200")
                : Verdict.broken("the engine is answered " + answer.get().told() + "; 200 is due, or the other checks"
                        + " of this table say nothing");
    }

    private Verdict load(TableName table) {
        List<Verdict> verdicts = new ArrayList<>();
        for (String delegation :
                List.of("", "vended-credentials", "remote-signing", "vended-credentials,remote-signing")) {
            for (String query : List.of("", "?snapshots=all", "?snapshots=refs")) {
                Map<String, String> headers =
                        delegation.isEmpty() ? Map.of() : Map.of("X-Iceberg-Access-Delegation", delegation);
                verdicts.add(refused(face.ask(Call.get(warehouse.path(table) + query, subject.person())
                        .with(headers))));
            }
        }
        verdicts.add(refused(face.ask(new Call("HEAD", warehouse.path(table), subject.person(), Map.of(), ""))));
        return Verdict.worst(verdicts, "403");
    }

    /** What an engine says of itself proves nothing. */
    private Verdict headers(TableName table) {
        Map<String, String> claims = Map.of(
                "X-Carbon-Engine", "carbon-engine",
                "X-Carbon-Statement", "carbon-face-check",
                "X-Iceberg-Access-Delegation", "vended-credentials",
                "X-Forwarded-User", "carbon-engine",
                "X-Forwarded-For", "127.0.0.1",
                "User-Agent", "Apache Spark carbon-engine",
                "X-Client-Version", "carbon-spark");
        return refused(
                face.ask(Call.get(warehouse.path(table), subject.person()).with(claims)));
    }

    private Verdict read(TableName table, String call) {
        return refused(face.get(warehouse.path(table) + call, subject.person()));
    }

    private Verdict sent(TableName table, String call, String body) {
        return refused(face.ask(Call.post(warehouse.path(table) + call, subject.person(), body)));
    }

    private Verdict plan(TableName table) {
        return Verdict.worst(
                List.of(
                        sent(table, "/plan", PLAN),
                        read(table, "/plan/carbon-face-check"),
                        sent(table, "/tasks", TASKS)),
                "refused");
    }

    private Verdict referenced(TableName table) {
        String chain = "?referenced-by=" + Face.encoded(table.schema()) + "%1Fcarbon_face_check";
        return Verdict.worst(List.of(read(table, chain), read(table, "/credentials" + chain)), "refused");
    }

    private Verdict tag(TableName table) {
        Optional<Answered> answer = engineLoads(table);
        if (answer.isEmpty()) {
            return Verdict.notTried("no --engine-token-file");
        }
        Optional<String> tag = answer.get().header("ETag");
        return tag.map(known -> refused(face.ask(
                        Call.get(warehouse.path(table), subject.person()).with(Map.of("If-None-Match", known)))))
                .orElseGet(() -> Verdict.holds("no ETag is sent"));
    }

    private Verdict spelled(TableName table) {
        String id = engineLoads(table)
                .map(answer -> answer.json().path("metadata").path("table-uuid").asText(""))
                .orElse("");
        List<Verdict> verdicts = Spellings.of(table).stream()
                .map(path -> face.ask(
                        Call.get(warehouse.path(path), subject.person()).with(TableChecks.DELEGATED)))
                .map(answer -> spelled(answer, id))
                .toList();
        return Verdict.worst(verdicts, verdicts.size() + " spellings, none served");
    }

    private static Verdict spelled(Answered answer, String id) {
        String other = answer.json().path("metadata").path("table-uuid").asText("");
        boolean another = !id.isEmpty() && !other.isEmpty() && !other.equals(id);
        return another || !answer.isOk()
                ? Verdict.holds(answer.told())
                : Verdict.broken("by another spelling it is served: " + answer.call());
    }

    private Verdict restrictions(TableName table) {
        Optional<Answered> answer = engineLoads(table);
        if (answer.isEmpty()) {
            return Verdict.notTried("no --engine-token-file");
        }
        if (!answer.get().isOk()) {
            return Verdict.notTried("the engine is not served");
        }
        if (!answer.get().json().has(ReadRestrictions.FIELD)) {
            return Verdict.holds("none are sent");
        }
        try {
            RestrictionContent.of(ReadRestrictions.of(
                    answer.get().json().path(ReadRestrictions.FIELD).toString()));
            return Verdict.holds("the engine can apply them");
        } catch (RestrictionFault fault) {
            return Verdict.broken("the engine would refuse the table: " + fault.reason());
        }
    }

    static Verdict refused(Answered answer) {
        if (Credentials.areIn(answer)) {
            return Verdict.broken(answer.call() + " gives the table away: " + answer.told());
        }
        if (answer.isRefused() || answer.isNotOffered()) {
            return Verdict.holds(String.valueOf(answer.status()));
        }
        if (answer.status() == 400 || answer.status() == 422) {
            return Verdict.notTried("it did not accept the question (" + answer.told()
                    + ") before it looked at who asks: " + answer.call());
        }
        return Verdict.broken(
                answer.call().toLowerCase(Locale.ROOT).startsWith("head") && answer.status() == 404
                        ? "HEAD answers 404 where 403 is due"
                        : answer.call() + " is answered " + answer.told() + "; 403 is due");
    }
}
