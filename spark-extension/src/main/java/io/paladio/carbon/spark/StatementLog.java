package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Follows each statement from analysis to its end and leaves one decision record and one lineage run. Never fails a statement
 * that is otherwise right. Thread-safe.
 */
public interface StatementLog extends AutoCloseable {
    /**
     * A statement, or a part of one, is about to be resolved.
     *
     * @param kind what the statement asks for; empty for a part of one
     * @param tables the governed tables that it names
     */
    void asked(SparkSession session, Optional<String> kind, Set<Securable> tables);

    /** A top-level plan passed analysis and the default-deny check. */
    void analysed(SparkSession session, LogicalPlan plan);

    /** A statement was refused. To tell the same refusal again changes nothing. */
    void refused(SparkSession session, SparkRefusal refusal);

    /** The principal's statements that ended in the session lately, the eldest first. */
    List<DecidedStatement> decided(SparkSession session, String principal);

    /** How it is with what records go to. */
    List<SinkHealth> evidence();

    @Override
    void close();
}
