package io.paladio.carbon.facecheck;

import io.paladio.carbon.facecheck.Face.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table without a grant: of the same warehouse, or of another tenant's. Used by one thread. */
final class GrantChecks {
    private final Face face;
    private final Subject subject;
    private final Warehouse warehouse;

    GrantChecks(Face face, Subject subject, Warehouse warehouse) {
        this.face = face;
        this.subject = subject;
        this.warehouse = warehouse;
    }

    List<Check> all() {
        return List.of(
                new Check("grant-load-refused", () -> onTable(this::refused)),
                new Check("grant-not-listed", () -> onTable(this::notListed)),
                new Check("grant-spelling-lifts-nothing", () -> onTable(this::spelled)));
    }

    private interface OfTable {
        Verdict of(TableName table);
    }

    private Verdict onTable(OfTable check) {
        return subject.deniedTable().map(check::of).orElseGet(() -> Verdict.notTried("no --denied-table"));
    }

    /** The person, and the engine on his behalf. */
    private List<Optional<String>> callers() {
        List<Optional<String>> callers = new ArrayList<>(List.of(subject.person()));
        subject.engine().ifPresent(engine -> callers.add(Optional.of(engine)));
        return callers;
    }

    /** Where the table's warehouse is, as far as the face lets one know. */
    private String prefix(TableName table) {
        Optional<String> other =
                table.warehouse().filter(name -> !subject.warehouse().equals(Optional.of(name)));
        if (other.isEmpty()) {
            return warehouse.prefix();
        }
        Answered config = face.get("/v1/config?warehouse=" + Face.encoded(other.get()), subject.person());
        return config.isOk() ? Warehouse.prefixOf(config) : Face.encoded(other.get());
    }

    private Verdict refused(TableName table) {
        String path = Warehouse.pathOf(prefix(table), table.path());
        List<Verdict> verdicts = new ArrayList<>();
        for (Optional<String> caller : callers()) {
            verdicts.add(without(face.ask(Call.get(path, caller).with(TableChecks.DELEGATED))));
            verdicts.add(without(face.get(path + "/credentials", caller)));
            verdicts.add(without(face.ask(Call.post(path + "/plan", caller, "{}"))));
            verdicts.add(without(face.ask(Call.post(path + "/sign", caller, "{}"))));
        }
        return Verdict.worst(verdicts, "refused" + (callers().size() == 2 ? ", to the engine as well" : ""));
    }

    private static Verdict without(Answered answer) {
        return answer.status() / 100 == 4 || answer.status() == 501
                ? Verdict.holds(answer.told())
                : Verdict.broken(answer.call() + " is answered " + answer.told() + "; 403 is due");
    }

    private Verdict notListed(TableName table) {
        String path = Warehouse.pathOf(prefix(table), "/namespaces/" + Face.encoded(table.schema()) + "/tables");
        List<Verdict> verdicts = new ArrayList<>();
        for (Optional<String> caller : callers()) {
            Answered answer = face.get(path, caller);
            boolean listed = answer.isOk()
                    && answer.json().path("identifiers").findValuesAsText("name").stream()
                            .anyMatch(table.table()::equals);
            verdicts.add(
                    listed
                            ? Verdict.broken("the table is listed")
                            : answer.status() == 0 || answer.status() >= 500
                                    ? Verdict.broken("a listing is answered " + answer.told())
                                    : Verdict.holds(answer.told()));
        }
        return Verdict.worst(verdicts, verdicts.get(0).words());
    }

    private Verdict spelled(TableName table) {
        List<Verdict> verdicts = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        String prefix = prefix(table);
        Spellings.of(table).forEach(path -> paths.add(Warehouse.pathOf(prefix, path)));
        table.warehouse()
                .map(Face::encoded)
                .filter(other -> !warehouse.prefix().isEmpty() && !other.equals(warehouse.prefix()))
                .ifPresent(other -> {
                    String own = warehouse.prefix();
                    String rest = table.path();
                    paths.add("/v1/" + own + "/../" + other + rest);
                    paths.add("/v1/" + own + "%2F..%2F" + other + rest);
                    paths.add("/v1/" + other + "%20" + rest);
                    paths.add(warehouse.path("/namespaces/" + other + "%1F" + rest.substring("/namespaces/".length())));
                    paths.add(warehouse.path("/namespaces/" + other + "." + rest.substring("/namespaces/".length())));
                });
        for (String path : paths) {
            verdicts.add(without(face.ask(Call.get(path, subject.person()).with(TableChecks.DELEGATED))));
        }
        return Verdict.worst(verdicts, verdicts.size() + " spellings, none served");
    }
}
