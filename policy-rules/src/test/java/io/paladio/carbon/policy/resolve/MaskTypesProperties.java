package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static io.paladio.carbon.policy.resolve.TestTable.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.mask.MaskSupport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * S5, S7 on a column of each type, through the resolver: every pair and every triple of kinds that fit the type meets in a kind that
 * fits it, in any order, and none of them ends in an outage; a kind that does not fit refuses, whatever it meets.
 */
class MaskTypesProperties {
    private static final Column FLAG = new Column(90, "flag", Primitive.BOOLEAN, false);
    private static final List<Function<String, TestPolicy>> KINDS = kinds();

    private static List<Function<String, TestPolicy>> kinds() {
        List<Function<String, TestPolicy>> kinds = new ArrayList<>();
        for (Standard kind : Standard.values()) {
            kinds.add(id -> TestPolicy.mask(id, "c", kind.kind()));
        }
        kinds.add(id -> TestPolicy.mask(id, "c", "deny"));
        kinds.add(id -> TestPolicy.keyedMask(id, "c", "k1"));
        kinds.add(id -> TestPolicy.keyedMask(id, "c", "k2"));
        kinds.add(id -> TestPolicy.expressionMask(id, "c", "value"));
        kinds.add(id -> TestPolicy.expressionMask(id, "c", "CASE WHEN flag THEN value END"));
        return kinds;
    }

    static List<Column> columns() {
        List<ColumnType> types = new ArrayList<>(Arrays.asList(Primitive.values()));
        Column text = new Column(2, "a", Primitive.STRING, false);
        types.add(new ColumnType.Decimal(10, 2));
        types.add(new ColumnType.Fixed(4));
        types.add(new ColumnType.Struct(List.of(text)));
        types.add(new ColumnType.Struct(List.of(text, new Column(3, "b", Primitive.OTHER, false))));
        types.add(new ColumnType.ListOf(new Column(4, "element", Primitive.STRING, false)));
        types.add(new ColumnType.MapOf(new Column(5, "key", Primitive.STRING, true), text));
        return types.stream()
                .flatMap(type -> Stream.of(new Column(1, "c", type, false), new Column(1, "c", type, true)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("columns")
    void S5_S7_any_two_or_three_kinds_meet_in_one_that_fits_the_type(Column column) {
        Set<Integer> fitting = numbers()
                .filter(kind -> met(column, kind) instanceof Decision.Restricted)
                .collect(Collectors.toSet());
        assertThat(fitting).contains(KINDS.size() - 5);
        numbers()
                .forEach(first -> numbers().filter(second -> second >= first).forEach(second -> {
                    numbers().filter(third -> third >= second).forEach(third -> {
                        Decision inOrder = met(column, first, second, third);
                        if (fitting.containsAll(Set.copyOf(List.of(first, second, third)))) {
                            requireFits(column, List.of(first, second, third), mask(inOrder));
                            assertThat(mask(met(column, third, first, second))).isEqualTo(mask(inOrder));
                            assertThat(mask(met(column, second, third, first))).isEqualTo(mask(inOrder));
                        } else {
                            assertThat(inOrder).isInstanceOf(Decision.Unenforceable.class);
                        }
                    });
                }));
    }

    private static Stream<Integer> numbers() {
        return Stream.iterate(0, number -> number + 1).limit(KINDS.size());
    }

    /** The meet of what each would be alone is what they are together, and the type can bear it. */
    private static void requireFits(Column column, List<Integer> kinds, Mask met) {
        Mask expected =
                MaskMeet.of(kinds.stream().map(kind -> mask(met(column, kind))).toList());
        boolean becomesFixed = expected == Standard.REPLACE_WITH_NULL && column.required();
        assertThat(met).isEqualTo(becomesFixed ? Standard.MASK_TO_FIXED_VALUE : expected);
        boolean fits = met instanceof Mask.Standard standard
                ? MaskSupport.applies(standard, column)
                : !(met instanceof Mask.HmacSha256) || MaskSupport.appliesHash(column);
        assertThat(fits).as("%s on %s", met, column).isTrue();
    }

    private static Decision met(Column column, Integer... kinds) {
        List<TestPolicy> policies = new ArrayList<>();
        for (Integer kind : kinds) {
            policies.add(KINDS.get(kind).apply("p" + policies.size()));
        }
        ReadSchema schema = ReadSchema.asIs(new TableSchema(1, List.of(column, FLAG)));
        return TestTable.with(policies.toArray(TestPolicy[]::new)).decide(BOB, schema, NOW);
    }

    private static Mask mask(Decision decision) {
        return Optional.of(decision)
                .filter(Decision.Restricted.class::isInstance)
                .map(restricted ->
                        ((Decision.Restricted) restricted).policy().masks().get(0))
                .map(ColumnMask::mask)
                .orElseThrow(() -> new AssertionError("an outage: " + decision));
    }
}
