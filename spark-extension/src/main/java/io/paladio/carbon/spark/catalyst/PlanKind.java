package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedReplacement;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.catalyst.streaming.WriteToStream;

/** What a statement asks for, in SQL's words, told from the kind of plan and nothing of its content. Stateless. */
public final class PlanKind {
    static final String QUERY = "SELECT";

    private static final Map<String, String> WORDS = Map.of(
            "AppendData", "INSERT",
            "OverwriteByExpression", "INSERT OVERWRITE",
            "OverwritePartitionsDynamic", "INSERT OVERWRITE",
            "DeleteFromTable", "DELETE",
            "UpdateTable", "UPDATE",
            "MergeIntoTable", "MERGE",
            "CallCommand", "CALL",
            "Call", "CALL");
    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    private PlanKind() {}

    /** The kind of a plan, resolved or not. */
    public static String of(LogicalPlan plan) {
        LogicalPlan root = plan instanceof UnresolvedWith common ? common.child() : PlanTargets.root(plan);
        if (root instanceof InsertIntoStatement insert) {
            return insert.overwrite() ? "INSERT OVERWRITE" : "INSERT";
        }
        if (root instanceof RowLevelWrite write) {
            return write.operation() instanceof GovernedReplacement replacement
                    ? replacement.statement().name()
                    : write.operation().command().name();
        }
        if (StreamStart.of(root).isPresent() || root instanceof WriteToStream) {
            return "START STREAM";
        }
        return root instanceof Command ? words(root.getClass().getSimpleName()) : QUERY;
    }

    private static String words(String name) {
        String known = WORDS.get(name);
        if (known != null) {
            return known;
        }
        String bare = name.endsWith("Command") ? name.substring(0, name.length() - "Command".length()) : name;
        return String.join(" ", WORD_START.split(bare)).toUpperCase(Locale.ROOT);
    }
}
