package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S8, S9: what a lookup means, by what an expression with one answers for rows. */
class LookupExpressionTest {
    private static final Securable NAME = Securable.parse("c.gov.regions");
    private static final Map<String, ValueType> COLUMNS =
            Map.of("who", Simple.STRING, "area", Simple.STRING, "level", Simple.INT, "Mixed", Simple.STRING);

    /** alice has EU and US at level 1, a row without an area at level 2; bob has APAC. */
    private static final List<Map<String, Object>> ROWS = List.of(
            Map.of("who", "alice", "area", "EU", "level", 1, "Mixed", "m"),
            Map.of("who", "alice", "area", "US", "level", 1, "Mixed", "m"),
            Map.of("who", "alice", "level", 2, "Mixed", "m"),
            Map.of("who", "bob", "area", "APAC", "level", 1, "Mixed", "m"));

    private static final class Regions implements LookupTable {
        private final List<Map<String, Object>> rows;

        private Regions(List<Map<String, Object>> rows) {
            this.rows = rows;
        }

        @Override
        public Map<String, ValueType> columns() {
            return COLUMNS;
        }

        @Override
        public List<Literal> values(String column, Map<String, Literal> where) {
            Set<Optional<Object>> values = new LinkedHashSet<>();
            rows.stream()
                    .filter(row -> where.entrySet().stream()
                            .allMatch(equal ->
                                    equal.getValue().value().equals(Optional.ofNullable(row.get(equal.getKey())))))
                    .forEach(row -> values.add(Optional.ofNullable(row.get(column))));
            List<Literal> literals = new ArrayList<>();
            values.forEach(value -> literals.add(
                    new Literal(value, Optional.ofNullable(COLUMNS.get(column)).orElseThrow())));
            return literals;
        }
    }

    private static BindingScope scope(List<Map<String, Object>> rows) {
        BindingScope plain = TestTable.scope();
        return new BindingScope(plain.columns(), plain.absent(), plain.principal(), table -> {
            if (table.equals(NAME)) {
                return new Regions(rows);
            }
            throw new LookupFault("there is no such lookup");
        });
    }

    private static Truth truth(String sql, Object region, List<Map<String, Object>> rows) throws ExpressionFault {
        Map<Integer, Optional<Object>> row = new HashMap<>(TestTable.row());
        row.put(7, Optional.of(region).filter(value -> !value.equals("NULL")));
        return Interpreter.test(
                ExpressionBinder.bind(sql.replace("$", "lookup('c.gov.regions')"), scope(rows), Simple.BOOLEAN), row);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "region IN (SELECT area FROM $ WHERE who = current_principal() AND level = 1) | EU | TRUE",
                "region IN (SELECT area FROM $ WHERE who = current_principal() AND level = 1) | APAC | FALSE",
                "region IN (SELECT area FROM $ WHERE who = current_principal() AND level = 1) | NULL | UNKNOWN",
                "region IN (SELECT area FROM $ WHERE current_principal() = who) | APAC | UNKNOWN",
                "region NOT IN (SELECT area FROM $ WHERE who = current_principal()) | APAC | UNKNOWN",
                "region NOT IN (SELECT area FROM $ WHERE who = current_principal() AND level = 1) | APAC | TRUE",
                "region IN (SELECT AREA FROM $ WHERE WHO = 'bob') | APAC | TRUE",
                "region IN (SELECT area FROM $ WHERE who = 'nobody') | NULL | FALSE",
                "region NOT IN (SELECT area FROM $ WHERE who = 'nobody') | NULL | TRUE",
                "region IN (SELECT area FROM $ WHERE who = NULL) | EU | FALSE",
                "region IN (SELECT area FROM $ WHERE who = session_attribute('none')) | EU | FALSE",
                "region IN (SELECT area FROM $) | APAC | TRUE",
                "EXISTS (SELECT 1 FROM $ WHERE who = current_principal() AND area = region) | US | TRUE",
                "EXISTS (SELECT 1 FROM $ WHERE who = current_principal() AND region = area) | APAC | FALSE",
                "EXISTS (SELECT 1 FROM $ WHERE who = current_principal() AND area = region) | NULL | FALSE",
                "NOT EXISTS (SELECT 1 FROM $ WHERE who = current_principal() AND area = region) | NULL | TRUE",
                "NOT EXISTS (SELECT 1 FROM $ WHERE who = 'nobody' AND area = region) | EU | TRUE",
                "EXISTS (SELECT 1 FROM $ WHERE who = current_principal() AND area = upper(region)) | us | TRUE",
                "EXISTS (SELECT 1 FROM $ WHERE who = 'bob') | EU | TRUE",
                "EXISTS (SELECT 1 FROM $ WHERE who = 'bob' AND level = 2) | EU | FALSE",
                "region = 'EU' OR EXISTS (SELECT 1 FROM $ WHERE who = 'nobody') | EU | TRUE"
            })
    void S9_a_lookup_means_what_its_sub_query_means(String sql, String region, Truth truth) throws ExpressionFault {
        assertThat(truth(sql, region, ROWS)).isEqualTo(truth);
    }

    @Test
    void S9_a_lookup_without_a_row_lets_nothing_through() throws ExpressionFault {
        for (String sql : List.of(
                "region IN (SELECT area FROM $)",
                "EXISTS (SELECT 1 FROM $)",
                "EXISTS (SELECT 1 FROM $ WHERE area = region)")) {
            assertThat(truth(sql, "EU", List.of())).isEqualTo(Truth.FALSE);
        }
    }

    @Test
    void T39_what_would_grow_without_bounds_within_a_lookup_is_no_expression() {
        String condition = "flag";
        for (int level = 0; level < 60; level++) {
            condition = "(" + condition + " BETWEEN TRUE AND TRUE)";
        }
        String sql = "EXISTS (SELECT 1 FROM lookup('c.gov.regions') WHERE who = if(" + condition + ", 'a', 'b'))";

        assertThatThrownBy(() -> ParsedExpression.parse(sql)).hasMessageContaining("more than");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "region IN (SELECT nothing FROM $) | no such column",
                "region IN (SELECT 1 FROM $) | no such column",
                "region IN (SELECT level FROM $) | does not fit",
                "region IN (SELECT area FROM $ WHERE level = 'one') | does not fit",
                "region IN (SELECT area FROM $ WHERE who = region) | Write EXISTS",
                "EXISTS (SELECT 1 FROM $ WHERE area = region AND who = region) | one policy for each",
                "EXISTS (SELECT 1 FROM $ WHERE area = who) | on one side",
                "EXISTS (SELECT 1 FROM $ WHERE region = 'EU') | on one side",
                "EXISTS (SELECT 1 FROM $ WHERE area = 'EU' AND area = 'US') | a column once",
                "EXISTS (SELECT 1 FROM $ WHERE nothing = 'EU') | on one side",
                "EXISTS (SELECT 1 FROM lookup('c.gov.other')) | no such lookup"
            })
    void S10_a_lookup_that_means_nothing_can_not_be_bound(String sql, String problem) {
        assertThatThrownBy(() -> truth(sql, "EU", ROWS))
                .isInstanceOf(ExpressionFault.class)
                .hasMessageContaining(problem);
    }
}
