package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that is the matter with one document, where {@link DocumentParser} stops at the first: its parts are read each by
 * itself, and what only follows from the fault of another part is not told. For people who write documents; whether one is valid,
 * the parser alone says. Used once, by one thread.
 */
final class FaultSearch {
    private final JsonNode json;
    private final JsonFields fields;
    private final List<DocumentFault> faults = new ArrayList<>();

    private FaultSearch(JsonNode json) {
        this.json = json;
        this.fields = JsonFields.whatever(json, "$");
    }

    /** The faults, in the order of the parts; none for a valid document. */
    static List<DocumentFault> of(JsonNode json) {
        return new FaultSearch(json).all();
    }

    @FunctionalInterface
    private interface Part<T> {
        T read() throws DocumentFault;
    }

    @FunctionalInterface
    private interface Check {
        void make() throws DocumentFault;
    }

    private <T> Optional<T> take(Part<T> part) {
        try {
            return Optional.of(part.read());
        } catch (DocumentFault fault) {
            faults.add(fault);
            return Optional.empty();
        }
    }

    private void check(Check check) {
        take(() -> {
            check.make();
            return true;
        });
    }

    private List<DocumentFault> all() {
        if (!json.isObject()) {
            check(() -> JsonFields.of(json, "$", Set.of()));
            return faults;
        }
        faults.addAll(JsonFields.unknown(json, "$", DocumentParser.known(json)));
        check(() -> DocumentParser.requireFormat(fields));
        take(() -> fields.name("id"));
        take(() -> fields.positive("version"));
        take(() -> fields.name("name"));
        if (take(() -> type()).isPresent()) {
            body(columns());
            tests();
        } else {
            columns();
        }
        take(() -> DocumentParser.enforcement(fields));
        take(() -> DocumentParser.attachment(fields));
        take(() -> DocumentParser.when(fields));
        take(() -> AudienceParser.to(fields));
        take(() -> DocumentParser.except(fields));
        take(() -> DocumentParser.validity(fields));
        if (faults.isEmpty()) {
            run();
        }
        return List.copyOf(faults);
    }

    private boolean type() throws DocumentFault {
        DocumentParser.requireType(fields);
        return true;
    }

    /** The selectors; empty where one of them can't be read. */
    private Optional<List<ColumnSelector>> columns() {
        int before = faults.size();
        List<ColumnSelector> selectors = new ArrayList<>();
        Set<String> aliases = new HashSet<>();
        List<JsonNode> elements = elements("columns");
        for (int i = 0; i < elements.size(); i++) {
            JsonNode element = elements.get(i);
            String path = fields.path("columns", i);
            take(() -> ColumnParser.selector(element, path, aliases)).ifPresent(selectors::add);
        }
        return faults.size() == before ? Optional.of(selectors) : Optional.empty();
    }

    private List<JsonNode> elements(String field) {
        return fields.has(field) ? take(() -> fields.elements(field)).orElse(List.of()) : List.of();
    }

    private void body(Optional<List<ColumnSelector>> columns) {
        Optional<BodyParser> read = take(() -> new BodyParser(fields, columns.orElse(List.of())));
        if (read.isEmpty()) {
            return;
        }
        BodyParser body = read.get();
        int before = faults.size();
        if (DocumentParser.masks(json)) {
            if (columns.isPresent()) {
                check(body::requireValueUnused);
                take(body::on);
            }
            take(body::kind);
            take(body::unless);
        } else {
            take(body::mode);
            take(body::condition);
        }
        if (faults.size() == before) {
            check(body::requireLookupsUsed);
        }
    }

    private void tests() {
        TestParser parser = DocumentParser.masks(json) ? TestParser.ofMask() : TestParser.ofFilter();
        List<JsonNode> elements = elements("tests");
        for (int i = 0; i < elements.size(); i++) {
            JsonNode element = elements.get(i);
            String path = fields.path("tests", i);
            take(() -> parser.test(element, path));
        }
    }

    /** Nothing is the matter with how it is written, so its tests are run. */
    private void run() {
        take(() -> new DocumentParser(json).parsed()).ifPresent(parsed -> {
            TestRun run = new TestRun(parsed.document());
            parsed.tests().forEach(test -> check(() -> run.requireHolds(test)));
        });
    }
}
