package io.paladio.carbon.lineage;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Makes the sinks that the configuration names; a setting that can't work is refused at start with CONFIG_INVALID. */
public final class StatementSinks {
    private static final String DECISIONS_KEY = "spark.carbon.decisions.sink";
    private static final String LINEAGE_KEY = "spark.carbon.lineage.uri";
    private static final String FILE = "file:";

    private StatementSinks() {}

    /**
     * The sink of decision records.
     *
     * @param sink {@code index}, {@code file:<path>} or {@code none}
     * @param index connections to Index's database; used by {@code index} alone
     */
    public static StatementSink decisions(String sink, ConnectionSource index) {
        if (sink.equals("none")) {
            return new NoSink();
        }
        if (sink.equals("index")) {
            return QueuedSink.start("carbon-decisions", new DecisionDatabase(index));
        }
        if (sink.startsWith(FILE)) {
            return QueuedSink.start(
                    "carbon-decisions",
                    new DecisionFile(file(DECISIONS_KEY, () -> Path.of(sink.substring(FILE.length())))));
        }
        throw invalid(DECISIONS_KEY, "it is neither index, file:<path> nor none");
    }

    /** The sink of OpenLineage events: two for each statement. */
    public static StatementSink openLineage(LineageSettings settings) {
        if (!settings.uri().startsWith(FILE)) {
            throw invalid(LINEAGE_KEY, "only file: receivers are supported by this version");
        }
        return QueuedSink.start(
                "carbon-lineage", new LineageFile(file(LINEAGE_KEY, () -> pathOf(settings.uri())), settings));
    }

    private static JsonLines file(String key, Supplier<Path> path) {
        try {
            return JsonLines.append(path.get());
        } catch (IllegalArgumentException | FileSystemNotFoundException malformed) {
            throw invalid(key, "the file's path is not valid");
        } catch (IOException unwritable) {
            throw invalid(key, "the file can't be opened for appending");
        }
    }

    /** A receiver is a URI: what can't stand in one is percent-encoded. A sink's path is taken as it stands. */
    private static Path pathOf(String uri) {
        return uri.startsWith("file:/") ? Path.of(URI.create(uri)) : Path.of(uri.substring(FILE.length()));
    }

    private static Refusal invalid(String key, String reason) {
        return CarbonCondition.CONFIG_INVALID
                .refusal()
                .object(key)
                .reason(reason)
                .build();
    }
}
