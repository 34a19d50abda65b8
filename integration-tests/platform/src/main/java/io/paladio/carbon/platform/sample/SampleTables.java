package io.paladio.carbon.platform.sample;

import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;

/** The sample data, written through the catalog behind the face, in schemas that belong to {@code admin}. Stateless. */
public final class SampleTables {
    /** At this scale there are 1,020,000 line items, give or take a few. */
    public static final double DEFAULT_SCALE = 0.17;

    private SampleTables() {}

    /** Creates {@code hr.t}. */
    public static <C extends Catalog & SupportsNamespaces> void createHr(C catalog) {
        createSchema(catalog, "hr");
        HrTable.create(catalog);
    }

    /** Creates the TPC-H tables at a scale and tells what is true of them. */
    public static <C extends Catalog & SupportsNamespaces> SampleFacts createTpch(C catalog, double scale) {
        createSchema(catalog, "tpch");
        return new TpchLoad(catalog, scale).run();
    }

    private static void createSchema(SupportsNamespaces namespaces, String name) {
        namespaces.createNamespace(Namespace.of(name), Map.of("owner", "admin"));
    }
}
