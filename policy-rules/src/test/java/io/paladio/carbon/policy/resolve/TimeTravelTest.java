package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.filter;
import static io.paladio.carbon.policy.resolve.TestPolicy.mask;
import static io.paladio.carbon.policy.resolve.TestPolicy.maskTagged;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static io.paladio.carbon.policy.resolve.TestTable.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S15, T16: an older schema is read under the policies of today, bound by field-id. */
class TimeTravelTest {
    private static final TableSchema EMAIL = schema(1, column(1, "id"), column(2, "email"));
    private static final TableSchema RENAMED = schema(2, column(1, "id"), column(2, "mail"));
    private static final TableSchema DROPPED = schema(3, column(1, "id"));
    private static final TableSchema CREATED_AGAIN = schema(4, column(1, "id"), column(3, "email"));

    @ParameterizedTest
    @EnumSource(Cardinality.class)
    void S15_a_mask_follows_its_column_to_the_time_before_it_was_renamed(Cardinality cardinality) {
        TestTable byName = TestTable.with(mask("p", new ColumnMatch.ByName("mail"), cardinality, "mask-alphanum"));
        assertThat(masked(byName, RENAMED, EMAIL)).containsExactly(2);
        TestTable byTag =
                TestTable.with(maskTagged("p", "pii", "email", "mask-alphanum")).taggedColumn("mail", "pii", "email");
        assertThat(masked(byTag, RENAMED, EMAIL)).containsExactly(2);
    }

    @Test
    void S15_a_filter_follows_its_column_to_the_time_before_it_was_renamed() {
        TestTable table = TestTable.with(filter("p", "mail = 'x'"));
        assertThat(table.decide(BOB, new ReadSchema(RENAMED, EMAIL), NOW)).isInstanceOf(Decision.Restricted.class);
    }

    @Test
    void S15_a_filter_whose_column_the_old_schema_lacks_refuses() {
        TestTable table = TestTable.with(filter("p", "email = 'x'"));
        assertThat(table.decide(BOB, new ReadSchema(EMAIL, DROPPED), NOW)).isInstanceOf(Decision.Unenforceable.class);
        TestTable byAlias = TestTable.with(
                filter("p", "a = 'x'").column("a", new ColumnMatch.ByName("email"), Cardinality.EXACTLY_ONE));
        assertThat(byAlias.decide(BOB, new ReadSchema(EMAIL, DROPPED), NOW)).isInstanceOf(Decision.Unenforceable.class);
        TestTable byEach =
                TestTable.with(filter("p", "a = 'x'").column("a", new ColumnMatch.ByName("email"), Cardinality.EACH));
        assertThat(byEach.decide(BOB, new ReadSchema(EMAIL, DROPPED), NOW)).isInstanceOf(Decision.Unenforceable.class);
    }

    @Test
    void S15_a_mask_whose_column_the_old_schema_lacks_has_nothing_to_mask() {
        TestTable table = TestTable.with(mask("p", "email", "mask-alphanum"));
        assertThat(table.decide(BOB, new ReadSchema(EMAIL, DROPPED), NOW)).isInstanceOf(Decision.Unrestricted.class);
    }

    @Test
    void S10_a_column_created_again_is_a_new_field_and_the_old_one_stays_masked() {
        TestTable table = TestTable.with(mask("p", "email", "mask-alphanum"));
        assertThat(masked(table, CREATED_AGAIN, CREATED_AGAIN)).containsExactly(3);
        assertThat(masked(table, CREATED_AGAIN, EMAIL)).containsExactly(2);
    }

    @Test
    void S10_a_mask_on_a_column_that_is_gone_refuses() {
        TestTable byName = TestTable.with(mask("p", "email", "mask-alphanum"));
        assertThat(byName.decide(BOB, ReadSchema.asIs(RENAMED), NOW)).isInstanceOf(Decision.Unenforceable.class);
        TestTable byTag =
                TestTable.with(maskTagged("p", "pii", "email", "mask-alphanum")).taggedColumn("email", "pii", "email");
        assertThat(byTag.decide(BOB, ReadSchema.asIs(RENAMED), NOW)).isInstanceOf(Decision.Unenforceable.class);
    }

    private static List<Integer> masked(TestTable table, TableSchema current, TableSchema read) {
        Decision decision = table.decide(BOB, new ReadSchema(current, read), NOW);
        return ((Decision.Restricted) decision)
                .policy().masks().stream()
                        .map(ColumnMask::column)
                        .map(Column::fieldId)
                        .toList();
    }

    private static TableSchema schema(int id, Column... columns) {
        return new TableSchema(id, List.of(columns));
    }

    private static Column column(int fieldId, String name) {
        return new Column(fieldId, name, Primitive.STRING, false);
    }
}
