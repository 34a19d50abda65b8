package io.paladio.carbon.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.index.jdbc.IndexHistory;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Where decision records are found, and what explains them: Index's history, or a folder as it is now. Used by one thread. */
final class WhySources {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final IndexLogin index;
    private final Optional<Path> file;

    /** @param file decision records as JSON lines; empty where they are in Index */
    WhySources(IndexLogin index, Optional<Path> file) {
        this.index = index;
        this.file = file;
    }

    /** All records of a statement: more than one where two principals, or two statements, had one id. */
    List<JsonNode> decisions(String statement) throws Impossible {
        List<JsonNode> found = new ArrayList<>();
        for (String record : file.isPresent() ? lines(file.get(), statement) : kept(statement)) {
            parsed(record)
                    .filter(json -> json.path("statement-id").asText().equals(statement))
                    .ifPresent(found::add);
        }
        if (found.isEmpty()) {
            throw new Impossible("There is no decision record of that statement. Look whether its id is right, and"
                    + " whether it is recorded here: spark.carbon.decisions.sink.");
        }
        return found;
    }

    private List<String> kept(String statement) throws Impossible {
        IndexHistory history = index.history()
                .orElseThrow(() -> new Impossible("Decision records are in Index in Postgres or in a file."
                        + " Write --index jdbc:postgresql://… or --decisions FILE."));
        try {
            return history.decisions(statement);
        } catch (IndexHistory.Silent silent) {
            throw new Impossible(silent.problem());
        }
    }

    private static List<String> lines(Path file, String statement) throws Impossible {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(statement)).toList();
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            throw new Impossible("The file of decisions can't be read. Name one that can.");
        }
    }

    /** A line that was cut by a full disk is no record. */
    private static Optional<JsonNode> parsed(String line) {
        try {
            return Optional.of(JSON.readTree(line));
        } catch (JsonProcessingException cut) {
            return Optional.empty();
        }
    }

    /** What Index held about the table then; a folder keeps no past and says what it holds now. */
    Optional<TableAnswer> table(String principal, Securable table, Instant moment) throws Impossible {
        if (!index.isNamed()) {
            return Optional.empty();
        }
        ResolveRequest request = new ResolveRequest(new Caller(principal, Optional.empty(), Map.of()), Set.of(table));
        return answer(request, moment)
                .flatMap(answer -> Optional.ofNullable(answer.tables().get(table)));
    }

    private Optional<ResolveAnswer> answer(ResolveRequest request, Instant moment) throws Impossible {
        Optional<IndexHistory> history = index.history();
        if (history.isEmpty()) {
            try (PolicySource source = index.source()) {
                return Optional.of(source.resolve(request));
            }
        }
        try {
            return history.get().resolve(request, moment);
        } catch (IndexHistory.Silent silent) {
            throw new Impossible(silent.problem());
        }
    }

    /** The very document that was at work, by its etag: not another one that bears its id and version. */
    Optional<PolicyDocument> document(String id, int version, String etag, Optional<TableAnswer> known)
            throws Impossible {
        Stream<PolicyCandidate> handedOut = known.stream().flatMap(answer -> answer.policies().stream());
        Stream<PolicyCandidate> stored = stored(id, version).stream().map(PolicyDocumentReader::read);
        return Stream.concat(handedOut, stored)
                .filter(PolicyCandidate.Valid.class::isInstance)
                .map(candidate -> ((PolicyCandidate.Valid) candidate).document())
                .filter(document -> document.reference().id().equals(id)
                        && document.reference().version() == version
                        && document.reference().etag().equals(etag))
                .findFirst();
    }

    private Optional<String> stored(String id, int version) throws Impossible {
        Optional<IndexHistory> history = index.isNamed() ? index.history() : Optional.empty();
        try {
            return history.isPresent() ? history.get().document(id, version) : Optional.empty();
        } catch (IndexHistory.Silent silent) {
            throw new Impossible(silent.problem());
        }
    }
}
