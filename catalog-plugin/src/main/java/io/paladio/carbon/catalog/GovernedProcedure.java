package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A procedure of Iceberg's that asks before it runs. What it works on is the value of its one parameter for a table, as Spark
 * evaluated it, whether it was given by name, by place or by an expression. Immutable.
 */
final class GovernedProcedure implements UnboundProcedure {
    static final String TABLE = "table";

    private final UnboundProcedure procedure;
    private final Consumer<String> authorise;

    /** The check gets the table's name as the statement has it, and throws unless the caller may change the table. */
    GovernedProcedure(UnboundProcedure procedure, Consumer<String> authorise) {
        this.procedure = procedure;
        this.authorise = authorise;
    }

    @Override
    public String name() {
        return procedure.name();
    }

    @Override
    public String description() {
        return procedure.description();
    }

    @Override
    public BoundProcedure bind(StructType inputType) {
        BoundProcedure bound = procedure.bind(inputType);
        return new Bound(bound, table(bound.parameters()), authorise);
    }

    private int table(ProcedureParameter[] parameters) {
        List<Integer> places = IntStream.range(0, parameters.length)
                .filter(place -> parameters[place].name().equalsIgnoreCase(TABLE)
                        && parameters[place].dataType().equals(DataTypes.StringType))
                .boxed()
                .toList();
        if (places.size() != 1) {
            throw refused("it does not work on one table");
        }
        return places.get(0);
    }

    private SparkRefusal refused(String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(name())
                .reason(reason)
                .build());
    }

    private record Bound(BoundProcedure procedure, int table, Consumer<String> authorise) implements BoundProcedure {
        @Override
        public String name() {
            return procedure.name();
        }

        @Override
        public String description() {
            return procedure.description();
        }

        @Override
        public ProcedureParameter[] parameters() {
            return procedure.parameters();
        }

        @Override
        public boolean isDeterministic() {
            return procedure.isDeterministic();
        }

        @Override
        public Iterator<Scan> call(InternalRow input) {
            authorise.accept(input.isNullAt(table) ? "" : input.getString(table));
            return procedure.call(input);
        }
    }
}
