package io.paladio.carbon.lineage;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.lineage.spool.Spool;
import io.paladio.carbon.lineage.spool.SpoolInUse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the sinks that the configuration names; a setting that can't work is refused at start with CONFIG_INVALID. */
public final class StatementSinks {
    private static final Logger LOG = LoggerFactory.getLogger(StatementSinks.class);
    private static final String DECISIONS_KEY = "spark.carbon.decisions.sink";
    private static final String LINEAGE_KEY = "spark.carbon.lineage.uri";
    private static final String SPOOL_KEY = "spark.carbon.lineage.spool-dir";
    private static final String DECISIONS = "decisions";
    private static final String LINEAGE = "lineage";
    private static final String FILE = "file:";
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private StatementSinks() {}

    /**
     * The sink of decision records.
     *
     * @param sink {@code index}, {@code file:<path>} or {@code none}
     * @param index connections to Index's database; used by {@code index} alone
     * @param spool where records for Index wait; in memory where it is empty
     */
    public static StatementSink decisions(String sink, ConnectionSource index, Optional<SpoolSettings> spool) {
        if (sink.equals("none")) {
            return new NoSink();
        }
        if (sink.equals("index")) {
            Carrier database = new DecisionDatabase(index);
            return spool.<StatementSink>map(settings -> spooled(DECISIONS, Rendering.decision(), database, settings))
                    .orElseGet(() -> QueuedSink.start(DECISIONS, new Posted(Rendering.decision(), database)));
        }
        if (sink.startsWith(FILE)) {
            return QueuedSink.start(
                    DECISIONS, new DecisionFile(file(DECISIONS_KEY, () -> Path.of(sink.substring(FILE.length())))));
        }
        throw invalid(DECISIONS_KEY, "it is neither index, file:<path> nor none");
    }

    /** The sink of OpenLineage events: two for each statement. */
    public static StatementSink openLineage(LineageSettings settings) {
        if (settings.uri().startsWith(FILE)) {
            return QueuedSink.start(
                    LINEAGE, new LineageFile(file(LINEAGE_KEY, () -> pathOf(settings.uri())), settings));
        }
        ReceiverAddress address = ReceiverAddress.of(settings.uri())
                .orElseThrow(() -> invalid(
                        LINEAGE_KEY,
                        "it is neither file:<path> nor an http or https address without user, query and fragment"));
        if (settings.tokenFile().isPresent() && address.isReadByOthers()) {
            LOG.warn("{} is no https address: the token of its receiver crosses the network in the clear", LINEAGE_KEY);
        }
        Carrier receiver = new HttpReceiver(address, settings.tokenFile().map(BearerFile::new), DEADLINE);
        return settings.spool()
                .<StatementSink>map(spool -> spooled(LINEAGE, Rendering.run(settings), receiver, spool))
                .orElseGet(() -> QueuedSink.start(LINEAGE, new Posted(Rendering.run(settings), receiver)));
    }

    private static SpooledSink spooled(String name, Rendering rendering, Carrier carrier, SpoolSettings settings) {
        Path folder = settings.directory().resolve(name);
        Spool spool = open(folder, settings.maxBytes());
        SpoolSender sender = new SpoolSender(
                "carbon-" + name + "-sender",
                spool,
                carrier,
                new SetAside(folder.resolve("set-aside.jsonl")),
                new Backoff(SHORTEST_WAIT, LONGEST_WAIT));
        return SpooledSink.start(name, rendering, spool, sender);
    }

    private static Spool open(Path folder, long maxBytes) {
        try {
            return Spool.open(folder, maxBytes);
        } catch (SpoolInUse other) {
            throw invalid(SPOOL_KEY, "another application has the folder; give each one a folder of its own");
        } catch (IOException unusable) {
            throw invalid(SPOOL_KEY, "the folder can't be made, read or written");
        }
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
