package io.paladio.carbon.spark.catalyst;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * Whether the principal is in a group: what {@code is_member(group)} is while Spark analyses the statement, so that it names the
 * column as it names any call. Afterwards the answer stands in its place. Immutable.
 *
 * @param groups the principal's
 */
record IsMember(Set<String> groups) implements ScalarFunction<@Nullable Boolean> {
    static final String NAME = "is_member";

    IsMember {
        groups = Set.copyOf(groups);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String canonicalName() {
        return NAME;
    }

    @Override
    public DataType[] inputTypes() {
        return new DataType[] {DataTypes.StringType};
    }

    @Override
    public DataType resultType() {
        return DataTypes.BooleanType;
    }

    /** For what Spark evaluates while it analyses: the rows of VALUES. */
    @Override
    public @Nullable Boolean produceResult(InternalRow input) {
        return input.isNullAt(0) ? null : groups.contains(input.getUTF8String(0).toString());
    }

    /** FALSE for whoever is in no group, and NULL where none is asked for, as IN answers for others. */
    Expression answer(Expression group) {
        List<Literal> known = groups.stream()
                .sorted(Comparator.naturalOrder())
                .map(CatalystLiterals::of)
                .toList();
        return known.isEmpty()
                ? new And(new IsNull(group), Literal.create(null, DataTypes.BooleanType))
                : new In(group, ScalaInterop.<Expression>seq(known));
    }
}
