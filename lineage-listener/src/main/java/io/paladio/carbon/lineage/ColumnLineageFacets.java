package io.paladio.carbon.lineage;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.ColumnLineageDatasetFacet;
import io.openlineage.client.OpenLineage.ColumnLineageDatasetFacetFieldsBuilder;
import io.openlineage.client.OpenLineage.InputField;
import io.openlineage.client.OpenLineage.InputFieldTransformations;
import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The column lineage of a written table. That a column was masked comes from the policy, never from a function's name. Stateless. */
final class ColumnLineageFacets {
    private final OpenLineage model;
    private final Datasets datasets;

    ColumnLineageFacets(OpenLineage model, Datasets datasets) {
        this.model = model;
        this.datasets = datasets;
    }

    ColumnLineageDatasetFacet of(StatementRecord statement) {
        ColumnLineageDatasetFacetFieldsBuilder fields = model.newColumnLineageDatasetFacetFieldsBuilder();
        for (OutputColumn output : statement.columns().outputs()) {
            fields.put(
                    output.name(),
                    model.newColumnLineageDatasetFacetFieldsAdditionalBuilder()
                            .inputFields(inputFields(output.sources()))
                            .transformationType(isMasked(output) ? "MASKED" : null)
                            .build());
        }
        return model.newColumnLineageDatasetFacet(fields.build(), inputFields(influences(statement)));
    }

    // The deprecated field is still the only one that some consumers read.
    private static boolean isMasked(OutputColumn output) {
        return output.sources().stream()
                .anyMatch(source -> source.masked() && source.flow().isDirect());
    }

    private static List<Source> influences(StatementRecord statement) {
        List<Source> influences = new ArrayList<>();
        for (TableRead read : statement.reads()) {
            read.filterColumns()
                    .forEach(column -> influences.add(new Source(read.table(), column, Flow.FILTER, false)));
        }
        influences.addAll(statement.columns().influences());
        return influences;
    }

    private List<InputField> inputFields(List<Source> sources) {
        Map<TableColumn, Set<Source>> byColumn = new LinkedHashMap<>();
        for (Source source : sources) {
            byColumn.computeIfAbsent(new TableColumn(source.table(), source.column()), key -> new LinkedHashSet<>())
                    .add(source);
        }
        List<InputField> fields = new ArrayList<>();
        byColumn.forEach((column, uses) -> fields.add(model.newInputField(
                datasets.namespace(),
                datasets.nameOf(column.table()),
                column.name(),
                uses.stream().map(this::transformation).toList())));
        return fields;
    }

    private InputFieldTransformations transformation(Source source) {
        Flow flow = source.flow() == Flow.IDENTITY && source.masked() ? Flow.TRANSFORMATION : source.flow();
        return model.newInputFieldTransformationsBuilder()
                .type(flow.isDirect() ? "DIRECT" : "INDIRECT")
                .subtype(flow.name())
                .masking(source.masked())
                .build();
    }

    private record TableColumn(Securable table, String name) {}
}
