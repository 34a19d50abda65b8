package io.paladio.carbon.spark.health;

import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.lineage.SinkHealth.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What the health pages say of evidence on its way: how much waits where, and what was lost. Immutable. */
final class EvidencePages {
    private final Supplier<List<SinkHealth>> sinks;

    EvidencePages(Supplier<List<SinkHealth>> sinks) {
        this.sinks = sinks;
    }

    List<Map<String, Object>> health() {
        return sinks.get().stream().map(EvidencePages::entry).toList();
    }

    private static Map<String, Object> entry(SinkHealth sink) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("sink", sink.sink());
        entry.put("kept_in", sink.storage().name().toLowerCase(Locale.ROOT));
        entry.put("survives_a_kill", sink.storage() == Storage.SPOOL);
        entry.put("receiver", sink.receiver());
        entry.put("waiting", sink.counts().waiting());
        entry.put("oldest_seconds", age(sink));
        entry.put("spool_bytes", sink.bytes());
        entry.put("delivered", sink.counts().delivered());
        entry.put("lost", sink.counts().lost());
        entry.put("set_aside", sink.setAside());
        entry.put("failures", sink.failures());
        return entry;
    }

    private static double age(SinkHealth sink) {
        return sink.oldest()
                .map(oldest ->
                        Math.max(0, Duration.between(oldest, Instant.now()).toMillis() / 1e3))
                .orElse(0.0);
    }

    String metrics() {
        List<SinkHealth> all = sinks.get();
        StringBuilder text = new StringBuilder();
        write(
                text,
                all,
                "delivered_total",
                "counter",
                "Records that their receiver has, or will never take.",
                sink -> sink.counts().delivered());
        write(
                text,
                all,
                "lost_total",
                "counter",
                "Records given up, or not readable any more.",
                sink -> sink.counts().lost());
        write(
                text,
                all,
                "set_aside_total",
                "counter",
                "Records that their receiver will never take.",
                SinkHealth::setAside);
        write(text, all, "failures_total", "counter", "Attempts to deliver that failed.", SinkHealth::failures);
        write(
                text,
                all,
                "waiting",
                "gauge",
                "Records that wait, in memory or on disk.",
                sink -> sink.counts().waiting());
        write(text, all, "spool_bytes", "gauge", "What waits on disk.", SinkHealth::bytes);
        write(
                text,
                all,
                "oldest_seconds",
                "gauge",
                "How long the oldest record has waited on disk.",
                EvidencePages::age);
        return text.toString();
    }

    private static void write(
            StringBuilder text,
            List<SinkHealth> sinks,
            String name,
            String type,
            String help,
            ToDoubleFunction<SinkHealth> value) {
        String whole = "carbon_evidence_" + name;
        text.append("# HELP ").append(whole).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(whole).append(' ').append(type).append('\n');
        for (SinkHealth sink : sinks) {
            text.append(whole).append("{sink=\"").append(sink.sink()).append("\"} ");
            text.append(number(value.applyAsDouble(sink))).append('\n');
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
