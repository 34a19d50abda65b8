package io.paladio.carbon.platform.sample;

import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;

/** The sample data, written through the catalog behind the face. Stateless. */
public final class SampleTables {
    /** At this scale there are 1,020,000 line items, give or take a few. */
    public static final double DEFAULT_SCALE = 0.17;

    private SampleTables() {}

    /** Creates {@code hr.t}. */
    public static <C extends Catalog & SupportsNamespaces> void createHr(C catalog) {
        HrTable.create(catalog);
    }

    /** Creates the TPC-H tables at a scale and tells what is true of them. */
    public static <C extends Catalog & SupportsNamespaces> SampleFacts createTpch(C catalog, double scale) {
        return new TpchLoad(catalog, scale).run(catalog);
    }
}
