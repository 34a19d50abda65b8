package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SetVariable;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Holds the values that SET gives variables to a size, where the rows are that they come from: before the driver has them. Public,
 * because the code that Spark generates on executors calls these methods by name. NULL never arrives here. Stateless and thread-safe.
 */
public final class VariableValues {
    private static final String METHOD = "bounded";

    private VariableValues() {}

    /** The command, with each value held to so many bytes; as it is where it is held already. */
    public static SetVariable bounded(SetVariable command, long most) {
        if (!command.resolved() || isBounded(command.sourceQuery())) {
            return command;
        }
        List<NamedExpression> columns = new ArrayList<>();
        for (Attribute column : ScalaInterop.list(command.sourceQuery().output())) {
            columns.add(
                    mayBeLarge(column.dataType())
                            ? PolicyWrap.reissued(
                                    (AttributeReference) column.newInstance(), held((Expression) column, most))
                            : column);
        }
        return new SetVariable(
                command.targetVariables(), new Project(ScalaInterop.seq(columns), command.sourceQuery()));
    }

    private static Expression held(Expression value, long most) {
        return StaticCalls.of(
                VariableValues.class, METHOD, value.dataType(), List.of(value, new Literal(most, DataTypes.LongType)));
    }

    private static boolean isBounded(LogicalPlan query) {
        return query instanceof Project project
                && ScalaInterop.list(project.projectList()).stream()
                        .flatMap(column -> ScalaInterop.list(((Expression) column).children()).stream())
                        .anyMatch(value -> value instanceof StaticInvoke call
                                && call.staticObject().equals(VariableValues.class));
    }

    private static boolean mayBeLarge(DataType type) {
        return type instanceof StringType
                || type instanceof BinaryType
                || type instanceof ArrayType
                || type instanceof MapType
                || type instanceof StructType;
    }

    public static UTF8String bounded(UTF8String value, long most) {
        require(value, most);
        return value;
    }

    public static byte[] bounded(byte[] value, long most) {
        require(value, most);
        return value;
    }

    public static ArrayData bounded(ArrayData value, long most) {
        require(value, most);
        return value;
    }

    public static MapData bounded(MapData value, long most) {
        require(value, most);
        return value;
    }

    public static InternalRow bounded(InternalRow value, long most) {
        require(value, most);
        return value;
    }

    private static void require(Object value, long most) {
        if (ValueSize.of(value) > most) {
            throw tooLarge();
        }
    }

    /** That the variables of a session would hold too much. */
    static SparkRefusal tooLarge() {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object("a variable")
                .reason("the variables of a session, or of a script, hold at most 1 MiB")
                .remedy("Keep the value in a table, or drop variables.")
                .build());
    }
}
