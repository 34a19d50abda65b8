package io.paladio.carbon.spark.catalyst;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.ApproxTopKEstimate;
import org.apache.spark.sql.catalyst.expressions.ArrayInsert;
import org.apache.spark.sql.catalyst.expressions.ArrayJoin;
import org.apache.spark.sql.catalyst.expressions.ArrayRepeat;
import org.apache.spark.sql.catalyst.expressions.ArraysZip;
import org.apache.spark.sql.catalyst.expressions.Base64;
import org.apache.spark.sql.catalyst.expressions.BinaryPad;
import org.apache.spark.sql.catalyst.expressions.ConcatWs;
import org.apache.spark.sql.catalyst.expressions.Encode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FormatNumber;
import org.apache.spark.sql.catalyst.expressions.FormatString;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.Hex;
import org.apache.spark.sql.catalyst.expressions.HllSketchEstimate;
import org.apache.spark.sql.catalyst.expressions.HllUnion;
import org.apache.spark.sql.catalyst.expressions.JsonToStructs;
import org.apache.spark.sql.catalyst.expressions.Quote;
import org.apache.spark.sql.catalyst.expressions.RegExpExtractAll;
import org.apache.spark.sql.catalyst.expressions.RegExpReplace;
import org.apache.spark.sql.catalyst.expressions.Sentences;
import org.apache.spark.sql.catalyst.expressions.Sequence;
import org.apache.spark.sql.catalyst.expressions.StringLPad;
import org.apache.spark.sql.catalyst.expressions.StringRPad;
import org.apache.spark.sql.catalyst.expressions.StringRepeat;
import org.apache.spark.sql.catalyst.expressions.StringReplace;
import org.apache.spark.sql.catalyst.expressions.StringSpace;
import org.apache.spark.sql.catalyst.expressions.StringSplit;
import org.apache.spark.sql.catalyst.expressions.StringSplitSQL;
import org.apache.spark.sql.catalyst.expressions.StringToMap;
import org.apache.spark.sql.catalyst.expressions.StringTranslate;
import org.apache.spark.sql.catalyst.expressions.StructsToCsv;
import org.apache.spark.sql.catalyst.expressions.StructsToJson;
import org.apache.spark.sql.catalyst.expressions.UrlEncode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes a function gives out at most, by those that it takes: of all that give out more than they take. A text of three
 * letters is made one of gigabytes by the number beside it. Stateless.
 */
final class GrownSize {
    private static final double A_CHARACTER = 4;
    private static final double AN_ELEMENT = 16;
    /** A text of its own for each character. */
    private static final double SPLIT = 40;

    /** Where a sketch says, by a power of two, how many places its table has. */
    private static final int TABLE = 4;

    private static final double A_PLACE = 8;

    private static final double DAY = 86_400_000_000.0;
    private static final double MONTH = 28 * DAY;

    /** What is known of an argument. */
    interface Arguments {
        /** Its bytes. */
        double size(int argument);

        /** The number that it is; zero where it is none. */
        double number(int argument);

        /** What it comes to; NULL where it fails, or is too large to be looked at. */
        @Nullable
        Object value(int argument);
    }

    /** The bytes of a call by those of its arguments. */
    private interface Rule {
        double of(Expression call, Arguments given);
    }

    private static final Map<Class<?>, Rule> RULES = Map.ofEntries(
            entry(StringRepeat.class, (call, given) -> given.size(0) * given.number(1)),
            entry(StringSpace.class, (call, given) -> given.number(0)),
            entry(StringLPad.class, GrownSize::padded),
            entry(StringRPad.class, GrownSize::padded),
            entry(BinaryPad.class, GrownSize::padded),
            entry(ArrayRepeat.class, (call, given) -> (AN_ELEMENT + given.size(0)) * given.number(1)),
            entry(ArrayInsert.class, (call, given) -> all(call, given) + AN_ELEMENT * Math.abs(given.number(1))),
            entry(Sequence.class, GrownSize::sequence),
            entry(FormatNumber.class, (call, given) -> all(call, given) + given.number(1) * 2),
            entry(FormatString.class, GrownSize::formatted),
            entry(
                    StringReplace.class,
                    (call, given) -> given.size(0) * Math.max(1, given.size(2) / Math.max(1, given.size(1)))),
            entry(RegExpReplace.class, (call, given) -> given.size(0) * (1 + given.size(2))),
            entry(ArrayJoin.class, (call, given) -> all(call, given) + given.size(0) * all(call, given) / AN_ELEMENT),
            entry(ConcatWs.class, (call, given) -> all(call, given) * (1 + given.size(0) / AN_ELEMENT)),
            entry(ArraysZip.class, times(AN_ELEMENT)),
            entry(StringTranslate.class, times(A_CHARACTER)),
            entry(Encode.class, times(A_CHARACTER)),
            entry(UrlEncode.class, times(A_CHARACTER)),
            entry(Hex.class, times(2)),
            entry(Base64.class, times(2)),
            entry(Quote.class, times(2)),
            entry(StructsToJson.class, times(AN_ELEMENT)),
            entry(StructsToCsv.class, times(A_CHARACTER)),
            // A row for every few characters, of all the fields that its type has.
            entry(
                    JsonToStructs.class,
                    (call, given) -> all(call, given) * AN_ELEMENT * TypeWidth.fields(call.dataType())),
            entry(StringSplit.class, times(SPLIT)),
            entry(StringSplitSQL.class, times(SPLIT)),
            entry(StringToMap.class, times(SPLIT)),
            entry(RegExpExtractAll.class, times(SPLIT)),
            entry(Sentences.class, times(SPLIT)),
            entry(HllSketchEstimate.class, GrownSize::sketched),
            entry(HllUnion.class, GrownSize::sketched),
            entry(ApproxTopKEstimate.class, GrownSize::sketched));

    private GrownSize() {}

    /** Of a call; empty where it gives out no more than it takes. */
    static Optional<Double> of(Expression call, Arguments given) {
        return Optional.ofNullable(RULES.get(call.getClass())).map(rule -> rule.of(call, given));
    }

    private static double all(Expression call, Arguments given) {
        double sum = 0;
        for (int place = 0; place < call.children().size(); place++) {
            sum += given.size(place);
        }
        return sum;
    }

    private static Rule times(double factor) {
        return (call, given) -> factor * all(call, given);
    }

    private static double padded(Expression call, Arguments given) {
        return all(call, given) + A_CHARACTER * given.number(1);
    }

    /** The widths and precisions that a format names are the characters that it comes to. */
    private static double formatted(Expression call, Arguments given) {
        List<Expression> parts = ScalaInterop.list(call.children());
        double named = parts.isEmpty()
                ? 0
                : Constants.text(parts.get(0)).stream()
                        .flatMap(format -> Arrays.stream(format.split("[^0-9]+")))
                        .filter(digits -> !digits.isEmpty())
                        .mapToDouble(Double::parseDouble)
                        .sum();
        return all(call, given) * (1 + parts.size()) + A_CHARACTER * named;
    }

    /** To read a sketch, a table is made of as many places as the sketch says, whether or not it has them. */
    private static double sketched(Expression call, Arguments given) {
        double size = all(call, given);
        for (int place = 0; place < call.children().size(); place++) {
            size += table(given.value(place));
        }
        return size;
    }

    private static double table(@Nullable Object sketch) {
        if (sketch instanceof GenericInternalRow state && state.numFields() > 0) {
            return table(((Object[]) state.values())[0]);
        }
        return sketch instanceof byte[] bytes && bytes.length > TABLE
                ? A_PLACE * Math.pow(2, Math.max(bytes[TABLE - 1] & 0xFF, bytes[TABLE] & 0xFF))
                : 0;
    }

    private static double sequence(Expression call, Arguments given) {
        List<Expression> parts = ScalaInterop.list(call.children());
        DataType type = parts.get(0).dataType();
        double unit = type instanceof DateType ? DAY : 1;
        boolean isTime = unit == DAY || type instanceof TimestampType || type instanceof TimestampNTZType;
        double step = isTime ? DAY : 1;
        if (parts.size() > 2) {
            double months = parts.get(2).dataType() instanceof YearMonthIntervalType ? MONTH : 1;
            step = Math.abs(given.number(2)) * months;
        }
        double apart = Math.abs(given.number(1) - given.number(0)) * unit;
        return AN_ELEMENT + 8 * (1 + apart / Math.max(1, step));
    }
}
