package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.spark.SampleTables;
import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** T38: whatever functions this version of Spark has, none of them is written out without measure by being nested. */
@Timeout(300)
class GuardedFunctionsTest {
    private static final int LEVELS = 60;
    private static final int MOST_ARGUMENTS = 5;
    private static final long MEASURE = 1_000_000;

    private static FunctionRegistry functions;

    @BeforeAll
    static void session() {
        SampleTables.make();
        SparkSession bob = TestEngine.session("bob");
        bob.sql("SELECT 1").collectAsList();
        functions =
                ((org.apache.spark.sql.classic.SparkSession) bob).sessionState().functionRegistry();
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @Test
    void T38_no_function_of_spark_grows_without_measure_where_it_is_nested() {
        Set<String> refused = new TreeSet<>();
        for (FunctionIdentifier name : ScalaInterop.list(FunctionRegistry.functionSet())) {
            for (int arguments = 1; arguments <= MOST_ARGUMENTS; arguments++) {
                for (DataType type : List.of(DataTypes.IntegerType, DataTypes.StringType, DataTypes.BooleanType)) {
                    if (isRefused(name, nested(arguments, type))) {
                        refused.add(name.funcName());
                    }
                }
            }
        }

        // Each of them holds an argument several times, or is given one several times here.
        assertThat(refused).contains("decode", "right", "left", "nullifzero", "if", "concat", "coalesce");
    }

    private static List<Expression> nested(int arguments, DataType type) {
        Expression column = new AttributeReference(
                "x", type, true, Metadata.empty(), NamedExpression$.MODULE$.newExprId(), ScalaInterop.seq(List.of()));
        return new ArrayList<>(Collections.nCopies(arguments, column));
    }

    private static boolean isRefused(FunctionIdentifier name, List<Expression> arguments) {
        for (int level = 0; level < LEVELS; level++) {
            Optional<Expression> call;
            try {
                call = call(name, arguments);
            } catch (SparkRefusal refused) {
                return true;
            }
            if (call.isEmpty()) {
                return false;
            }
            assertThat(TreeSize.written(call.get())).as(name.funcName()).isLessThan(MEASURE);
            Collections.fill(arguments, call.get());
        }
        return false;
    }

    /** Empty where the function takes other arguments, or not so many. */
    private static Optional<Expression> call(FunctionIdentifier name, List<Expression> arguments) {
        try {
            return Optional.of(functions.lookupFunction(name, ScalaInterop.<Expression>seq(arguments)));
        } catch (SparkRefusal refused) {
            throw refused;
        } catch (Exception | AssertionError takesOthers) {
            return Optional.empty();
        }
    }
}
