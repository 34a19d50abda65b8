package io.paladio.carbon.platform.sample;

import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.NationGenerator;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.RegionGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;

/**
 * Writes TPC-H: each part of a table becomes one file, parts are generated at once, and as keys rise from part to part a query by
 * key prunes files. Used by one thread.
 */
final class TpchLoad {
    private static final int THREADS = 2;
    private static final int LINEITEM_PARTS = 4;
    private static final int ORDERS_PARTS = 2;

    private final Catalog catalog;
    private final double scale;
    private final SampleFacts facts = new SampleFacts();
    private final List<Loading> loadings = new ArrayList<>();

    TpchLoad(Catalog catalog, double scale) {
        this.catalog = catalog;
        this.scale = scale;
    }

    /** A table with the files that are being written for it. */
    private record Loading(Table table, List<Future<DataFile>> files) {}

    SampleFacts run() {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            submitAll(threads);
            for (Loading loading : loadings) {
                append(loading);
            }
            return facts;
        } catch (ExecutionException failure) {
            throw new IllegalStateException("the sample can't be written", failure.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the sample is not written to its end", stopped);
        } finally {
            threads.shutdownNow();
        }
    }

    private void submitAll(ExecutorService threads) {
        load(
                threads,
                "lineitem",
                TpchTable.LINEITEM,
                LINEITEM_PARTS,
                part -> new TpchFacts.LineItems(new LineItemGenerator(scale, part, LINEITEM_PARTS), facts),
                TpchTable::fill);
        load(
                threads,
                "orders",
                TpchTable.ORDERS,
                ORDERS_PARTS,
                part -> new TpchFacts.Orders(new OrderGenerator(scale, part, ORDERS_PARTS), facts),
                TpchTable::fill);
        load(
                threads,
                "customer",
                TpchTable.CUSTOMER,
                1,
                part -> new TpchFacts.Customers(new CustomerGenerator(scale, part, 1), facts),
                TpchTable::fill);
        load(threads, "nation", TpchTable.NATION, 1, part -> new NationGenerator(), TpchTable::fill);
        load(threads, "region", TpchTable.REGION, 1, part -> new RegionGenerator(), TpchTable::fill);
    }

    private <E> void load(
            ExecutorService threads,
            String name,
            Schema schema,
            int parts,
            IntFunction<Iterable<E>> generator,
            BiConsumer<E, GenericRecord> fields) {
        Table table = catalog.createTable(TableIdentifier.of("tpch", name), schema);
        List<Future<DataFile>> files = new ArrayList<>();
        for (int part = 1; part <= parts; part++) {
            int number = part;
            Callable<DataFile> write = () -> TableWriter.write(table, generator.apply(number), fields);
            files.add(threads.submit(write));
        }
        loadings.add(new Loading(table, files));
    }

    private static void append(Loading loading) throws ExecutionException, InterruptedException {
        AppendFiles append = loading.table().newAppend();
        for (Future<DataFile> file : loading.files()) {
            append.appendFile(file.get());
        }
        append.commit();
    }
}
