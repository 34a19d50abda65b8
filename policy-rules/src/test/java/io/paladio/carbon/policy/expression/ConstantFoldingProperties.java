package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Folding changes no meaning, and leaves nothing constant behind. */
final class ConstantFoldingProperties {
    private static final int TRIES = 30_000;
    private static final int DEPTH = 4;

    @Test
    void folding_keeps_the_meaning_on_every_row() {
        ExpressionGenerator generator = new ExpressionGenerator(7L, TestTable.COLUMNS);
        for (int i = 0; i < TRIES; i++) {
            Expression expression = generator.expression(generator.type(), DEPTH);
            Map<Integer, Optional<Object>> row = generator.row();
            Expression folded = ConstantFolding.fold(expression);

            assertThat(folded.type()).isEqualTo(expression.type());
            if (!same(Interpreter.evaluate(folded, row), Interpreter.evaluate(expression, row))) {
                assertThat(folded).as("of %s on %s", expression, row).isEqualTo(expression);
            }
        }
    }

    @Test
    void what_reads_no_column_folds_to_one_literal() {
        ExpressionGenerator generator = new ExpressionGenerator(8L, List.of());
        for (int i = 0; i < TRIES; i++) {
            Expression expression = generator.expression(generator.type(), DEPTH);

            assertThat(ConstantFolding.fold(expression)).as("%s", expression).isInstanceOf(Literal.class);
        }
    }

    @Test
    void folding_again_changes_nothing() {
        ExpressionGenerator generator = new ExpressionGenerator(9L, TestTable.COLUMNS);
        for (int i = 0; i < TRIES; i++) {
            Expression folded = ConstantFolding.fold(generator.expression(generator.type(), DEPTH));

            assertThat(ConstantFolding.fold(folded)).isEqualTo(folded);
        }
    }

    @Test
    void S8_conditions_on_the_principal_leave_the_filter() throws ExpressionFault {
        Expression other = bind("region = 'EU' OR is_member('global-analysts')");
        Expression member = bind("region = 'EU' OR is_member('de')");
        Expression nobody = bind("region = 'EU' AND NOT is_member('de')");
        Expression chosen =
                bind("CASE WHEN is_member('us') THEN FALSE WHEN is_member('de') THEN region = 'EU' ELSE TRUE END");
        Expression attribute = bind("region = session_attribute('region')");
        Expression absent = bind("region = session_attribute('nothing')");

        assertThat(other).isEqualTo(bind("region = 'EU'")).isEqualTo(chosen).isEqualTo(attribute);
        assertThat(member).isEqualTo(bind("TRUE"));
        assertThat(nobody).isEqualTo(bind("FALSE"));
        assertThat(absent).isEqualTo(new Literal(Optional.empty(), Simple.BOOLEAN));
    }

    @Test
    void a_constant_takes_the_type_of_its_column_so_that_files_can_be_pruned() throws ExpressionFault {
        assertThat(bind("large = 7")).isEqualTo(bind("large = 7L")).isEqualTo(bind("large = 7.0"));
        assertThat(bind("price = 7")).isEqualTo(bind("price = 7.00"));
        assertThat(bind("at >= DATE '2024-01-01'")).isEqualTo(bind("at >= TIMESTAMP '2024-01-01'"));
        assertThat(bind("small IN (1, 2.0)")).isEqualTo(bind("small IN (1, 2)"));
    }

    private static Expression bind(String sql) throws ExpressionFault {
        return ExpressionBinder.bind(sql, TestTable.scope(), Simple.BOOLEAN);
    }

    private static boolean same(Optional<Object> left, Optional<Object> right) {
        return left.isPresent() && right.isPresent()
                ? Values.compare(left.get(), right.get()) == 0
                : left.isEmpty() && right.isEmpty();
    }
}
