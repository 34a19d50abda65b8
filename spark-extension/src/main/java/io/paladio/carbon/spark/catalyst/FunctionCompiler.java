package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.expression.Function;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.DayOfMonth;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.apache.spark.sql.catalyst.expressions.Month;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.expressions.StringReplace;
import org.apache.spark.sql.catalyst.expressions.StringTrim;
import org.apache.spark.sql.catalyst.expressions.StringTrimLeft;
import org.apache.spark.sql.catalyst.expressions.StringTrimRight;
import org.apache.spark.sql.catalyst.expressions.Substring;
import org.apache.spark.sql.catalyst.expressions.Year;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The published functions of policies as Catalyst trees. Stateless. */
final class FunctionCompiler {
    private FunctionCompiler() {}

    static Expression compile(Function function, List<Expression> arguments) {
        Expression first = arguments.get(0);
        return switch (function) {
            case LOWER -> own("lower", DataTypes.StringType, arguments);
            case UPPER -> own("upper", DataTypes.StringType, arguments);
            case TRIM -> new StringTrim(first, scala.Option.empty());
            case LTRIM -> new StringTrimLeft(first, scala.Option.empty());
            case RTRIM -> new StringTrimRight(first, scala.Option.empty());
            case LENGTH -> new Length(first);
            case CONCAT -> new Concat(ScalaInterop.seq(arguments));
            case SUBSTRING -> new Substring(first, arguments.get(1), arguments.get(2));
            case LEFT -> new Substring(first, CatalystLiterals.of(1), arguments.get(1));
            case RIGHT -> own("right", DataTypes.StringType, arguments);
            case REPLACE -> new StringReplace(first, arguments.get(1), arguments.get(2));
            case STARTSWITH -> new StartsWith(first, arguments.get(1));
            case ENDSWITH -> new EndsWith(first, arguments.get(1));
            case CONTAINS -> new Contains(first, arguments.get(1));
            case YEAR -> new Year(date(first));
            case MONTH -> new Month(date(first));
            case DAY -> new DayOfMonth(date(first));
            case DATE_TRUNC -> own("dateTrunc", arguments.get(1).dataType(), arguments);
            case SHA256 -> StaticCalls.of(MaskFunctions.class, "sha256Global", DataTypes.StringType, arguments);
        };
    }

    private static Expression date(Expression moment) {
        return moment.dataType().equals(DataTypes.DateType) ? moment : own("day", DataTypes.DateType, List.of(moment));
    }

    private static Expression own(String method, DataType type, List<Expression> arguments) {
        return StaticCalls.of(PolicyFunctions.class, method, type, arguments);
    }
}
