package io.paladio.carbon.lineage;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.DatasetFacetsBuilder;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.SymlinksDatasetFacetIdentifiers;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tables as OpenLineage datasets. The identity is the logical coordinate, the same in inputs, outputs and column lineage; where
 * the table lies is a symlink. Nothing here is read from table properties or session settings. Stateless.
 */
final class Datasets {
    private final OpenLineage model;
    private final String namespace;

    Datasets(OpenLineage model, String namespace) {
        this.model = model;
        this.namespace = namespace;
    }

    String namespace() {
        return namespace;
    }

    String nameOf(Securable table) {
        return table.toString();
    }

    InputDataset input(TableRead read) {
        DatasetFacetsBuilder facets = model.newDatasetFacetsBuilder()
                .symlinks(model.newSymlinksDatasetFacet(symlinks(read.table(), read.location())));
        read.snapshotId()
                .ifPresent(snapshot -> facets.version(model.newDatasetVersionDatasetFacet(Long.toString(snapshot))));
        return model.newInputDatasetBuilder()
                .namespace(namespace)
                .name(nameOf(read.table()))
                .facets(facets.build())
                .build();
    }

    OutputDataset output(Securable table, Optional<OpenLineage.ColumnLineageDatasetFacet> columns) {
        DatasetFacetsBuilder facets = model.newDatasetFacetsBuilder()
                .symlinks(model.newSymlinksDatasetFacet(symlinks(table, Optional.empty())));
        columns.ifPresent(facets::columnLineage);
        return model.newOutputDatasetBuilder()
                .namespace(namespace)
                .name(nameOf(table))
                .facets(facets.build())
                .build();
    }

    // Some consumers take the first symlink for the name: the logical one stands there.
    private List<SymlinksDatasetFacetIdentifiers> symlinks(Securable table, Optional<String> location) {
        List<SymlinksDatasetFacetIdentifiers> symlinks = new ArrayList<>();
        symlinks.add(model.newSymlinksDatasetFacetIdentifiers(namespace, nameOf(table), "TABLE"));
        location.flatMap(PhysicalLocation::of)
                .ifPresent(place -> symlinks.add(
                        model.newSymlinksDatasetFacetIdentifiers(place.namespace(), place.name(), "LOCATION")));
        return symlinks;
    }
}
