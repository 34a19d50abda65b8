package io.paladio.carbon.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Stack;
import org.apache.spark.sql.catalyst.expressions.TimeWindow;

/** How many expressions Spark writes for a call whose constants say so: windows, rows, the words of a sketch. Stateless. */
public final class CallSize {
    private static final String SKETCH = "approx_count_distinct";
    private static final int PRECISION = 1;
    /** What stands for one window: its bounds, and how they come about. */
    private static final int OF_A_WINDOW = 30;

    private static final double REGISTERS_OF_A_WORD = 10;
    private static final double ERROR_OF_ONE_REGISTER = 1.106;

    private CallSize() {}

    /** Of a call that is not made yet: Spark makes the words of a sketch along with it. */
    public static long of(String name, List<Expression> arguments) {
        if (!name.equalsIgnoreCase(SKETCH) || arguments.size() <= PRECISION) {
            return 1;
        }
        double deviation = Constants.number(arguments.get(PRECISION)).orElse(1);
        double bits = Math.ceil(2 * Math.log(ERROR_OF_ONE_REGISTER / deviation) / Math.log(2));
        return (long) (Math.pow(2, bits) / REGISTERS_OF_A_WORD);
    }

    /** Of one that is made. */
    public static long of(Expression call) {
        if (call instanceof TimeWindow window) {
            double windows = Math.ceil((double) window.windowDuration() / Math.max(1, window.slideDuration()));
            return (long) windows * OF_A_WINDOW;
        }
        if (call instanceof Stack && !call.children().isEmpty()) {
            return (long) Constants.number(call.children().head()).orElse(1);
        }
        return 1;
    }
}
