package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.SinkCounts;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementSink;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** A small Spark whose check rule tells a statement tracker of each plan, as the extension does. */
final class WatchedSpark implements AutoCloseable {
    private final AtomicReference<Optional<StatementTracker>> tracker = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<SparkRefusal>> refusal = new AtomicReference<>(Optional.empty());
    private final AtomicReference<String> lastId = new AtomicReference<>("");
    private final AtomicBoolean broken = new AtomicBoolean();
    private final RecordedStatements records = new RecordedStatements();
    private final SparkSession session;

    private WatchedSpark(SparkSession.Builder builder) {
        this.session = builder.withExtensions(new Watching()).getOrCreate();
        tracker.set(Optional.of(StatementTracker.start(session.sparkContext(), List.of(new Fragile(), records))));
    }

    static WatchedSpark start(Path warehouse) {
        return start(warehouse, Map.of());
    }

    static WatchedSpark start(Path warehouse, Map<String, String> conf) {
        stopOthers();
        SparkSession.Builder builder = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.warehouse.dir", warehouse.toUri().toString());
        conf.forEach(builder::config);
        return new WatchedSpark(builder);
    }

    /** One JVM has one SparkContext, and another test's would bring its own injections. */
    static void stopOthers() {
        if (SparkContext$.MODULE$.getActive().isDefined()) {
            SparkContext$.MODULE$.getActive().get().stop();
        }
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
    }

    Dataset<Row> sql(String text) {
        return session.sql(text);
    }

    SparkContext context() {
        return session.sparkContext();
    }

    RecordedStatements records() {
        return records;
    }

    String lastId() {
        return lastId.get();
    }

    <T> T refusing(SparkRefusal with, Callable<T> statement) throws Exception {
        refusal.set(Optional.of(with));
        try {
            return statement.call();
        } finally {
            refusal.set(Optional.empty());
        }
    }

    /** A function {@code refusing(x)} that refuses where it runs. */
    void refuseTasks(SparkRefusal with) {
        UDF1<Long, Long> refusing = number -> {
            throw with;
        };
        session.udf().register("refusing", refusing, DataTypes.LongType);
    }

    void breakOneSink() {
        broken.set(true);
    }

    @Override
    public void close() {
        tracker.get().ifPresent(StatementTracker::close);
        stopOthers();
    }

    private void check(SparkSession of, LogicalPlan plan) {
        tracker.get().ifPresent(present -> {
            lastId.set(StatementIds.current(of));
            refusal.get().ifPresent(refused -> {
                // As a catalog and the rule that asked it do.
                present.refused(of, refused);
                present.refused(of, refused);
                throw refused;
            });
            present.analysed(of, plan);
        });
    }

    private final class Watching extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
        @Override
        public BoxedUnit apply(SparkSessionExtensions extensions) {
            extensions.injectCheckRule(new AbstractFunction1<>() {
                @Override
                public scala.Function1<LogicalPlan, BoxedUnit> apply(SparkSession of) {
                    return new AbstractFunction1<>() {
                        @Override
                        public BoxedUnit apply(LogicalPlan plan) {
                            check(of, plan);
                            return BoxedUnit.UNIT;
                        }
                    };
                }
            });
            return BoxedUnit.UNIT;
        }
    }

    private final class Fragile implements StatementSink {
        @Override
        public void accept(StatementRecord statement) {
            if (broken.get()) {
                throw new NoClassDefFoundError("mismatch");
            }
        }

        @Override
        public SinkCounts counts() {
            return new SinkCounts(0, 0, 0);
        }

        @Override
        public Optional<SinkHealth> health() {
            return Optional.empty();
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
