package io.paladio.carbon.spark.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.spark.CarbonConfig;
import io.paladio.carbon.spark.CarbonConfig.IndexSource;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** What the health pages say. Names files and addresses of secrets, never a secret. Immutable. */
final class HealthPages {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CarbonConfig config;
    private final String sparkVersion;
    private final Supplier<List<FaultyDocument>> faults;
    private final EvidencePages evidence;

    HealthPages(
            CarbonConfig config, String sparkVersion, Supplier<List<FaultyDocument>> faults, EvidencePages evidence) {
        this.config = config;
        this.sparkVersion = sparkVersion;
        this.faults = faults;
        this.evidence = evidence;
    }

    String health() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("status", "up");
        page.put("spark_version", sparkVersion);
        page.put("index", Map.of("source", config.index().source().kind(), "state", CarbonMetrics.indexState()));
        page.put("index_faults", faults.get().stream().map(HealthPages::fault).toList());
        page.put("storage_credential", "vended");
        page.put("statements", CarbonMetrics.statements());
        page.put("refusals", CarbonMetrics.refusals());
        page.put("evidence", evidence.health());
        return json(page);
    }

    /** The name of a document and where it is at fault, nothing of what it holds. */
    private static Map<String, Object> fault(FaultyDocument faulty) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("document", faulty.document());
        entry.put("fault", faulty.fault());
        entry.put("standing", faulty.standing().words());
        return entry;
    }

    String config() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("index.source", config.index().source().kind());
        page.put("index.timeout", config.index().timeout().toString());
        page.put("index.max-staleness", config.index().maxStaleness().toString());
        if (config.index().source() instanceof IndexSource.Files files) {
            page.put("index.file.path", files.folder().toString());
        }
        config.identity().ifPresent(identity -> {
            page.put("identity.issuer", identity.issuer());
            page.put("identity.audience", identity.audience());
            page.put("identity.principal-claim", identity.principalClaim());
            page.put(
                    "identity.delegates", identity.delegates().stream().sorted().toList());
            page.put("identity.keys", identity.keys() instanceof VerificationKeys.Remote ? "jwks-uri" : "jwks-file");
        });
        page.put(
                "catalogs.ungoverned",
                config.ungovernedCatalogs().stream().sorted().toList());
        page.put("code.allow", config.code().name().toLowerCase(Locale.ROOT));
        page.put("dml.restricted", config.restrictedWrites().name().toLowerCase(Locale.ROOT));
        page.put("lineage.enabled", config.lineage().emission() == CarbonConfig.Emission.ON);
        config.lineage().spoolDirectory().ifPresent(folder -> {
            page.put("lineage.spool-dir", folder.toString());
            page.put("lineage.spool-max-bytes", config.lineage().spoolMaxBytes());
        });
        page.put("decisions.sink", config.decisions().kind());
        return json(page);
    }

    String metrics() {
        StringBuilder text = new StringBuilder();
        counter(text, "carbon_statements_total", "Statements that passed analysis.");
        text.append("carbon_statements_total ")
                .append(CarbonMetrics.statements())
                .append('\n');
        counter(text, "carbon_refusals_total", "Requests and statements refused, by error class.");
        CarbonMetrics.refusals()
                .forEach((name, count) -> text.append("carbon_refusals_total{class=\"")
                        .append(name)
                        .append("\"} ")
                        .append(count)
                        .append('\n'));
        counter(text, "carbon_seal_failures_total", "Scans that the last check found without their policy.");
        text.append("carbon_seal_failures_total ")
                .append(CarbonMetrics.refusals().getOrDefault("CARBON_SEAL_BROKEN", 0L))
                .append('\n');
        text.append("# HELP carbon_index_resolve_seconds Time that Index took to answer or to fail.\n")
                .append("# TYPE carbon_index_resolve_seconds summary\n")
                .append("carbon_index_resolve_seconds_count ")
                .append(CarbonMetrics.questions())
                .append("\ncarbon_index_resolve_seconds_sum ")
                .append(CarbonMetrics.questionSeconds())
                .append('\n');
        text.append("# HELP carbon_index_faulty_documents Documents of Index that can't be taken as they stand.\n")
                .append("# TYPE carbon_index_faulty_documents gauge\ncarbon_index_faulty_documents ")
                .append(faults.get().size())
                .append('\n');
        return text.append(evidence.metrics()).toString();
    }

    private static void counter(StringBuilder text, String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" counter\n");
    }

    private static String json(Map<String, Object> page) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(page);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a page of texts and numbers is always JSON", impossible);
        }
    }
}
