package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.streaming.InternalOutputModes;
import org.apache.spark.sql.catalyst.streaming.WriteToStreamStatement;
import org.apache.spark.sql.execution.streaming.AvailableNowTrigger$;
import org.apache.spark.sql.execution.streaming.ProcessingTimeTrigger;
import org.apache.spark.util.Utils;

/** A stream that is about to start: what it reads, where it writes and how it runs. Immutable. */
public record StreamStart(WriteToStreamStatement statement) {
    private static final String CHECKPOINTS = "spark.sql.streaming.checkpointLocation";

    /** The start that a plan is; empty for every other plan. */
    public static Optional<StreamStart> of(LogicalPlan plan) {
        return plan instanceof WriteToStreamStatement statement
                ? Optional.of(new StreamStart(statement))
                : Optional.empty();
    }

    /** The table of a governed catalog that it writes to; empty where it writes to anything else. */
    public Optional<Securable> target() {
        return ScalaInterop.optional(statement.catalogAndIdent())
                .filter(place -> place._2().namespace().length == 1)
                .flatMap(place -> Catalogs.table(place._1(), place._2()));
    }

    /** What restricts the principal on the table that it writes to. */
    public Optional<EffectivePolicy> restriction() {
        return statement.sink() instanceof GovernedTable table ? Optional.of(table.policy()) : Optional.empty();
    }

    /** The tables that it reads. */
    public Set<Securable> sources() {
        return StreamPlans.sources(statement.inputQuery());
    }

    /** The name that the client gave it. */
    public Optional<String> name() {
        return ScalaInterop.optional(statement.userSpecifiedName());
    }

    /** Whether it adds rows, batch by batch. */
    public boolean isAppending() {
        return statement.outputMode() == InternalOutputModes.Append$.MODULE$
                && (statement.trigger() == AvailableNowTrigger$.MODULE$
                        || statement.trigger() instanceof ProcessingTimeTrigger);
    }

    /** Whether somebody has said where it keeps how far it came. */
    public boolean isPlaced() {
        return statement.userSpecifiedCheckpointLocation().isDefined();
    }

    /** The same start, that keeps there how far it came. */
    public LogicalPlan placed(String checkpoint) {
        return new WriteToStreamStatement(
                statement.userSpecifiedName(),
                scala.Option.apply(checkpoint),
                false,
                true,
                statement.sink(),
                statement.outputMode(),
                statement.hadoopConf(),
                statement.trigger(),
                statement.inputQuery(),
                statement.catalogAndIdent(),
                scala.Option.empty());
    }

    /** How many streams of the session run. */
    public static int running(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .streamingQueryManager()
                .active()
                .length;
    }

    /** Where the operator wants streams to keep how far they came. */
    public static Optional<String> checkpoints(SparkSession session) {
        return ScalaInterop.optional(session.sparkContext().conf().getOption(CHECKPOINTS));
    }

    /** A folder on the server that is gone when it ends. */
    public static String ownFolder() {
        return Utils.createTempDir(System.getProperty("java.io.tmpdir"), "carbon-streams")
                .toURI()
                .toString();
    }
}
