package io.paladio.carbon.spark.catalyst;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Predicate$;
import scala.collection.immutable.Seq;

/**
 * Looks at a partition's rows with the conditions of shadow filters, and gives each row on as it came. Whatever fails is a fault of
 * the filter's and nobody else's (S20). Immutable; what it gives out is of one task.
 */
final class ShadowLook implements Function2<Integer, Iterator<InternalRow>, Iterator<InternalRow>> {
    private static final long serialVersionUID = 1L;

    private final List<Filter> filters;
    private final Seq<Attribute> columns;

    ShadowLook(List<Filter> filters, Seq<Attribute> columns) {
        this.filters = List.copyOf(filters);
        this.columns = columns;
    }

    /** A filter and where it counts. */
    record Filter(Expression condition, ShadowTally tally) implements Serializable {}

    @Override
    public Iterator<InternalRow> call(Integer partition, Iterator<InternalRow> rows) {
        List<Test> tests = filters.stream()
                .map(filter ->
                        new Test(filter.condition(), columns, filter.tally().part(partition)))
                .toList();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public InternalRow next() {
                InternalRow row = rows.next();
                tests.forEach(test -> test.look(row));
                return row;
            }
        };
    }

    /** One filter in one task. Not thread-safe. */
    private static final class Test {
        private final ShadowTally.Part part;
        private Optional<BasePredicate> keeps;

        private Test(Expression condition, Seq<Attribute> columns, ShadowTally.Part part) {
            this.part = part;
            this.keeps = predicate(condition, columns);
        }

        private Optional<BasePredicate> predicate(Expression condition, Seq<Attribute> columns) {
            try {
                BasePredicate predicate = Predicate$.MODULE$.create(condition, columns);
                predicate.initialize(0);
                return Optional.of(predicate);
            } catch (Exception | StackOverflowError fault) {
                return failed();
            }
        }

        private void look(InternalRow row) {
            try {
                if (keeps.isPresent() && !keeps.get().eval(row)) {
                    part.hide();
                }
            } catch (Exception | StackOverflowError fault) {
                keeps = failed();
            }
        }

        private Optional<BasePredicate> failed() {
            part.fail();
            return Optional.empty();
        }
    }
}
