package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.filter;
import static io.paladio.carbon.policy.resolve.TestTable.ALICE;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.LookupFault;
import io.paladio.carbon.policy.expression.LookupTable;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** S9: policies that look something up, resolved. */
class LookupPoliciesTest {
    private static final String IN = "region IN (SELECT region FROM lookup('carbon.gov.user_region') WHERE who = 'x')";
    private static final TestTable TABLE = TestTable.with(filter("p", IN).except("auditors"));

    /** A lookup with one region in it, in a state of this number. */
    private static LookupReader holding(String region, long snapshot) {
        return (table, maxRows) -> {
            assertThat(table).isEqualTo(TestPolicy.LOOKUP);
            assertThat(maxRows).isEqualTo(TestPolicy.MAX_ROWS);
            return new LookupReader.Opened(new OneRegion(region), Optional.of(snapshot));
        };
    }

    private record OneRegion(String region) implements LookupTable {
        @Override
        public Map<String, ValueType> columns() {
            return Map.of("region", Simple.STRING, "who", Simple.STRING);
        }

        @Override
        public List<Literal> values(String column, Map<String, Literal> where) throws LookupFault {
            if (region.isEmpty()) {
                throw new LookupFault("its lookup has more than 100 rows");
            }
            return List.of(new Literal(Optional.of(region), Simple.STRING));
        }
    }

    private static String etag(Decision decision) {
        return ((Decision.Restricted) decision).policy().etag();
    }

    @Test
    void S9_S21_a_decision_is_another_one_in_another_state_of_its_lookup() {
        String etag = etag(TABLE.decide(BOB, holding("EU", 1)));

        assertThat(etag(TABLE.decide(BOB, holding("EU", 1)))).isEqualTo(etag);
        assertThat(etag(TABLE.decide(BOB, holding("EU", 2)))).isNotEqualTo(etag);
    }

    @Test
    void S9_a_lookup_is_read_for_those_alone_whom_its_policy_binds() {
        LookupReader never = (table, maxRows) -> {
            throw new AssertionError("it was read");
        };

        assertThat(TABLE.decide(ALICE, never)).isInstanceOf(Decision.Unrestricted.class);
    }

    @Test
    void S10_a_lookup_that_can_not_be_read_takes_the_table_with_it() {
        for (LookupReader reader : List.of(LookupReader.NONE, holding("", 1))) {
            assertThat(TABLE.decide(BOB, reader)).isInstanceOfSatisfying(Decision.Unenforceable.class, refused -> {
                assertThat(refused.policy()).isEqualTo("p");
                assertThat(refused.reason()).contains("lookup");
            });
        }
    }

    @Test
    void S9_a_table_that_the_document_does_not_declare_is_not_read() {
        TestTable other = TestTable.with(filter("p", IN.replace("user_region", "other")));

        assertThat(other.decide(BOB, holding("EU", 1)))
                .isInstanceOfSatisfying(
                        Decision.Unenforceable.class,
                        refused -> assertThat(refused.reason()).contains("does not declare"));
        assertThat(TestPolicy.LOOKUP).isEqualTo(Securable.parse("carbon.gov.user_region"));
    }
}
