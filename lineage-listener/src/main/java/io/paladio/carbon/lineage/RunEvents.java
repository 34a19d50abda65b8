package io.paladio.carbon.lineage;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.RunEvent;
import io.openlineage.client.OpenLineage.RunEvent.EventType;
import io.openlineage.client.OpenLineage.RunFacetsBuilder;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.Securable;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One finished statement as one OpenLineage run: START, then COMPLETE or FAIL, never both. Facets are those named here and no
 * others: no text of the statement, no literal, no message of an error. Thread-safe.
 */
final class RunEvents {
    static final URI PRODUCER = URI.create("https://paladio.io/carbon-spark");

    private final OpenLineage model = new OpenLineage(PRODUCER);
    private final LineageSettings settings;
    private final Datasets datasets;
    private final ColumnLineageFacets columns;

    RunEvents(LineageSettings settings) {
        this.settings = settings;
        this.datasets = new Datasets(model, settings.namespace());
        this.columns = new ColumnLineageFacets(model, datasets);
    }

    /** The two events as JSON, in their order. */
    List<String> of(StatementRecord statement) throws JsonProcessingException {
        EventType end = statement.outcome() instanceof Outcome.Completed ? EventType.COMPLETE : EventType.FAIL;
        return List.of(
                EventJson.of(event(statement, EventType.START, statement.started())),
                EventJson.of(event(statement, end, statement.ended())));
    }

    private RunEvent event(StatementRecord statement, EventType type, Instant time) {
        return model.newRunEventBuilder()
                .eventTime(time.atZone(ZoneOffset.UTC))
                .eventType(type)
                .run(model.newRun(statement.runId(), runFacets(statement, type).build()))
                .job(job(statement))
                .inputs(inputs(statement))
                .outputs(outputs(statement, type))
                .build();
    }

    private RunFacetsBuilder runFacets(StatementRecord statement, EventType type) {
        RunFacetsBuilder facets = model.newRunFacetsBuilder()
                .put(GovernanceFacet.NAME, GovernanceFacet.of(statement, settings.principals(), PRODUCER));
        if (type == EventType.FAIL) {
            statement
                    .outcome()
                    .error()
                    .ifPresent(error -> facets.errorMessage(model.newErrorMessageRunFacet(text(error), "SQL", null)));
        }
        return facets;
    }

    private static String text(ErrorName error) {
        return error.errorClass() + " SQLSTATE: " + error.sqlState();
    }

    // The same for everybody who does the same with the same table: what differs stands in the run.
    private OpenLineage.Job job(StatementRecord statement) {
        String kind = statement.kind().toLowerCase(Locale.ROOT).replace(' ', '_');
        String name = subject(statement)
                .map(table -> kind + "." + datasets.nameOf(table))
                .orElse(kind);
        OpenLineage.JobFacets facets = model.newJobFacetsBuilder()
                .jobType(model.newJobTypeJobFacet("BATCH", "CARBON_SPARK", "STATEMENT", null))
                .build();
        return model.newJob(settings.namespace(), name, facets);
    }

    private static Optional<Securable> subject(StatementRecord statement) {
        return statement.writes().stream()
                .findFirst()
                .or(() -> statement.reads().stream().map(TableRead::table).findFirst());
    }

    private List<InputDataset> inputs(StatementRecord statement) {
        return statement.reads().stream().map(datasets::input).toList();
    }

    // A run that failed wrote nothing, and at its start nothing is known to be written: column lineage stands in
    // COMPLETE alone.
    private List<OutputDataset> outputs(StatementRecord statement, EventType type) {
        return statement.writes().stream()
                .map(table -> datasets.output(
                        table, type == EventType.COMPLETE ? Optional.of(columns.of(statement)) : Optional.empty()))
                .toList();
    }
}
