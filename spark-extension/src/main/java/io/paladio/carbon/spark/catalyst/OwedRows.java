package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.index.Obligations;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/**
 * The rows that a command stores, with what they owe for where they come from (S14).
 *
 * <p>A node, because Spark hands a command's query on from analysis to the writing of it, through the making of a table too, on
 * whatever thread that is. It has no physical form. Prints nothing of what is owed. Immutable.
 */
public final class OwedRows extends OneChildPlan {
    private final Obligations owed;

    /** Spark makes copies of a node by its constructor. */
    public OwedRows(Obligations owed, LogicalPlan child) {
        super(child);
        this.owed = owed;
    }

    /** What the rows of a command owe. */
    public record Mark(Obligations owed) {
        LogicalPlan on(LogicalPlan command) {
            if (command instanceof V2WriteCommand write) {
                return (LogicalPlan) write.withNewQuery(new OwedRows(owed, write.query()));
            }
            V2CreateTableAsSelectPlan create = (V2CreateTableAsSelectPlan) command;
            return (LogicalPlan) create.withNameAndQuery(create.name(), new OwedRows(owed, create.query()));
        }
    }

    /** The mark in a command's query: Spark places and casts rows above it. */
    static Optional<OwedRows> in(LogicalPlan query) {
        if (query instanceof OwedRows marked) {
            return Optional.of(marked);
        }
        return ScalaInterop.list(query.children()).stream()
                .flatMap(child -> in(child).stream())
                .findFirst();
    }

    /** The rows without the mark that stands above them. */
    static LogicalPlan unmarked(LogicalPlan rows) {
        return rows instanceof OwedRows marked ? marked.child() : rows;
    }

    /** What Index has to hold before the rows are stored. */
    public Obligations owed() {
        return owed;
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new OwedRows(owed, changed);
    }

    @Override
    public Seq<Attribute> metadataOutput() {
        return ScalaInterop.seq(java.util.List.of());
    }

    @Override
    public String nodeName() {
        return "OwedRows";
    }

    @Override
    public String simpleString(int maxFields) {
        return "OwedRows " + owed.table();
    }

    @Override
    public String verboseString(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public String verboseStringWithSuffix(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> owed;
            case 1 -> child();
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public String productPrefix() {
        return "OwedRows";
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof OwedRows;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof OwedRows that && owed.equals(that.owed) && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return 31 * owed.hashCode() + child().hashCode();
    }
}
