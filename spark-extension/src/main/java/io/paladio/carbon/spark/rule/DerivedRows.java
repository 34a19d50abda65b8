package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ColumnTags;
import io.paladio.carbon.policy.resolve.ColumnTags.Tag;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.StatementIds;
import io.paladio.carbon.spark.catalyst.Derivation;
import io.paladio.carbon.spark.catalyst.Derivation.StoredRows;
import io.paladio.carbon.spark.catalyst.OwedRows;
import io.paladio.carbon.spark.catalyst.StoredColumn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Says what the rows owe that commands store (S14): the tags of the columns that their values come from, under today's names and
 * whatever the reader sees in them. What decides which rows there are is no value of any. Stateless but for its session.
 */
final class DerivedRows {
    private final SparkSession session;

    DerivedRows(SparkSession session) {
        this.session = session;
    }

    /** The plan, with a mark on the rows of every command that owe something. */
    LogicalPlan marked(LogicalPlan plan) {
        return Derivation.of(plan)
                .filter(derivation -> !derivation.sources().isEmpty())
                .map(derivation -> {
                    Map<Securable, ColumnTags> tags = tags(derivation);
                    return tags.isEmpty() ? plan : derivation.marked(rows -> mark(rows, tags));
                })
                .orElse(plan);
    }

    /** Of those tables that have any. */
    private Map<Securable, ColumnTags> tags(Derivation derivation) {
        StatementScope scope = ThreadScopes.current(
                CarbonRuntime.require().identities().require(session).caller());
        Set<Securable> tables = derivation.sources();
        scope.ask(tables);
        Map<Securable, ColumnTags> tags = new HashMap<>();
        for (Securable table : tables) {
            if (!scope.columnTags(table).isEmpty()) {
                if (scope.decided(table).isEmpty()) {
                    // A plan that was made before: which schema it reads is known once the catalog serves it again.
                    derivation.reload(table);
                    derivation.views().stream()
                            .filter(view -> view.table().equals(table))
                            .forEach(view -> scope.decide(table, view.view().bound()));
                }
                tags.put(table, scope.tags(table));
            }
        }
        return tags;
    }

    private Optional<OwedRows.Mark> mark(StoredRows rows, Map<Securable, ColumnTags> tags) {
        Map<String, Map<String, String>> owed = new TreeMap<>();
        for (StoredColumn column : rows.columns()) {
            for (Source source : column.from()) {
                if (tags.containsKey(source.table()) && !isItself(column, source, rows)) {
                    tagsOf(source, tags)
                            .forEach((path, found) -> found.forEach(tag -> owe(tag, column.place(source, path), owed)));
                }
            }
        }
        return owed.isEmpty()
                ? Optional.empty()
                : Optional.of(new OwedRows.Mark(new Obligations(
                        StatementIds.current(session), rows.target().orElseThrow(this::noTarget), owed)));
    }

    /** A column owes nothing for what was in it before. */
    private static boolean isItself(StoredColumn column, Source source, StoredRows rows) {
        return rows.target().filter(source.table()::equals).isPresent()
                && source.column().equals(column.name());
    }

    private static Map<String, Set<Tag>> tagsOf(Source source, Map<Securable, ColumnTags> tags) {
        ColumnTags table = Optional.ofNullable(tags.get(source.table())).orElseThrow();
        return Derivation.isOfAnyColumn(source) ? table.ofAnyColumn() : table.of(source.column());
    }

    private void owe(Tag tag, String column, Map<String, Map<String, String>> owed) {
        String known = owed.computeIfAbsent(column, any -> new TreeMap<>()).putIfAbsent(tag.name(), tag.value());
        if (known != null && !known.equals(tag.value())) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("column " + column)
                            .reason(
                                    "it comes from columns with several values of one tag, and a column has one value of each")
                            .remedy("Store them in columns of their own, or ask a steward about the tags."));
        }
    }

    private SparkRefusal noTarget() {
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("the table that is written")
                        .reason("it is in no governed catalog"));
    }
}
