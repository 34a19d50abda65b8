package io.paladio.carbon.differential;

import static io.paladio.carbon.differential.Conditions.constant;
import static io.paladio.carbon.differential.Conditions.found;
import static io.paladio.carbon.differential.Conditions.in;
import static io.paladio.carbon.differential.Conditions.is;
import static io.paladio.carbon.differential.Conditions.like;
import static io.paladio.carbon.differential.Conditions.listed;
import static io.paladio.carbon.differential.Conditions.value;
import static io.paladio.carbon.differential.PolicySet.also;
import static io.paladio.carbon.differential.PolicySet.mask;
import static io.paladio.carbon.differential.PolicySet.only;
import static io.paladio.carbon.differential.PolicySet.to;
import static io.paladio.carbon.differential.PolicySet.unless;

import io.paladio.carbon.differential.TablePolicies.Audience;
import java.math.BigDecimal;
import java.util.List;

/** Five sets of policies on the tables of TPC-H. */
final class TpchPolicies {
    private static final String HMAC = "hmac-sha-256 " + PolicyDocuments.KEY;
    private static final String OTHER_HMAC = "hmac-sha-256 " + PolicyDocuments.OTHER_KEY;
    private static final String SHA = "sha-256-global";

    private TpchPolicies() {}

    static List<PolicySet> sets() {
        return List.of(rows(), lookups(), values(), keys(), mixed());
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }

    private static PolicySet rows() {
        return PolicySet.named("rows")
                .rows(
                        "lineitem",
                        only(is("l_quantity", "<=", money("40.00"))),
                        only(Formula.not(in("l_shipmode", "RAIL", "FOB"))))
                .rows(
                        "orders",
                        only(is("o_orderstatus", "<>", "P")),
                        also(is("o_orderpriority", "=", "1-URGENT")),
                        also(is("o_totalprice", ">", money("60000.00"))))
                .rows("partsupp", only(is("ps_availqty", ">", 500)))
                .rows("customer", only(Formula.or(like("c_phone", "1%"), is("c_acctbal", ">", money("1000.00")))));
    }

    private static PolicySet lookups() {
        return PolicySet.named("lookups")
                .rows("nation", only(listed("n_nationkey", Lookups.NATIONS, Lookups.NATIONS_OF_BOB)))
                .rows("customer", only(listed("c_nationkey", Lookups.NATIONS, Lookups.NATIONS_OF_BOB)))
                .rows("supplier", only(found("s_nationkey", Lookups.NATIONS, Lookups.NATIONS_OF_BOB)))
                .rows("lineitem", only(is("l_tax", "<", money("0.07"))));
    }

    private static PolicySet values() {
        Formula capped = Formula.choice(
                Formula.compared(Formula.masked(), ">", order -> order > 0, constant(money("5000.00"))),
                constant(money("5000.00")),
                Formula.masked());
        return PolicySet.named("values")
                .values(
                        "customer",
                        mask("c_name", "mask-alphanum"),
                        mask("c_phone", "show-first-4"),
                        mask("c_address", SHA),
                        mask("c_acctbal", capped))
                .values(
                        "orders",
                        mask("o_orderdate", "truncate-to-month"),
                        mask("o_comment", OracleMeet.FIXED),
                        mask("o_clerk", OracleMeet.NULL))
                .values("lineitem", mask("l_shipdate", "truncate-to-year"), mask("l_shipinstruct", "show-last-4"))
                .values(
                        "part",
                        mask("p_brand", value("concat(left(value, 7), '?')", text -> head(text, 7) + "?")),
                        unless(is("p_size", ">", 20), mask("p_name", "mask-alphanum")))
                .values("nation", mask("n_name", "show-first-4"))
                .values("supplier", mask("s_comment", OracleMeet.NULL), mask("s_name", HMAC));
    }

    private static String head(Object text, int length) {
        String whole = (String) text;
        return whole.substring(0, Math.min(length, whole.length()));
    }

    private static PolicySet keys() {
        return PolicySet.named("keys")
                .values("customer", mask("c_custkey", SHA))
                .values("orders", mask("o_custkey", SHA), mask("o_orderkey", HMAC))
                .values("part", mask("p_partkey", HMAC))
                .values("supplier", mask("s_suppkey", HMAC))
                .values("lineitem", mask("l_orderkey", HMAC), mask("l_partkey", HMAC), mask("l_suppkey", HMAC))
                .values("partsupp", mask("ps_partkey", HMAC), mask("ps_suppkey", OTHER_HMAC))
                .values("region", unless(is("r_name", "<>", "ASIA"), mask("r_regionkey", OracleMeet.FIXED)));
    }

    private static PolicySet mixed() {
        return PolicySet.named("mixed")
                .rows(
                        "lineitem",
                        only(is("l_discount", ">", money("0.01"))),
                        also(is("l_linenumber", "<=", 3)),
                        also(is("l_returnflag", "=", "R")))
                .values(
                        "lineitem",
                        mask("l_comment", OracleMeet.DENY),
                        unless(is("l_linenumber", "=", 1), mask("l_returnflag", "mask-alphanum")))
                .values(
                        "customer",
                        mask("c_phone", "show-first-4"),
                        to(Audience.HIS_GROUP, mask("c_phone", "show-last-4")),
                        mask("c_mktsegment", HMAC),
                        mask("c_mktsegment", SHA))
                .rows("customer", only(is("c_mktsegment", "<>", "MACHINERY")))
                .values("supplier", mask("s_comment", OracleMeet.DENY), mask("s_address", OracleMeet.FIXED))
                .values(
                        "part",
                        to(Audience.OTHERS, mask("p_brand", OracleMeet.DENY)),
                        to(Audience.EXCEPT_HIM, mask("p_type", OracleMeet.FIXED)),
                        mask("p_comment", OracleMeet.DENY))
                .rows("orders", only(Formula.not(like("o_comment", "%special%"))))
                .values("orders", mask("o_totalprice", OracleMeet.FIXED));
    }
}
