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

/** Five sets of policies on the tables of TPC-DS. */
final class TpcdsPolicies {
    private static final String HMAC = "hmac-sha-256 " + PolicyDocuments.KEY;
    private static final String OTHER_HMAC = "hmac-sha-256 " + PolicyDocuments.OTHER_KEY;
    private static final String SHA = "sha-256-global";

    private TpcdsPolicies() {}

    static List<PolicySet> sets() {
        return List.of(rows(), lookups(), values(), keys(), mixed());
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }

    private static PolicySet rows() {
        return PolicySet.named("rows")
                .rows("store_sales", only(is("ss_quantity", "<=", 80)), only(Formula.not(in("ss_store_sk", 8L, 10L))))
                .rows("catalog_sales", only(is("cs_sales_price", ">", money("10.00"))))
                .rows("web_sales", only(Formula.not(is("ws_warehouse_sk", "=", 2L))))
                .rows("store_returns", only(is("sr_return_amt", "<", money("2000.00"))))
                .rows("catalog_returns", also(is("cr_return_quantity", ">", 30)), also(is("cr_reason_sk", "<=", 20L)))
                .rows("web_returns", only(Formula.absent(Formula.column("wr_reason_sk"), false)))
                .rows("inventory", only(is("inv_quantity_on_hand", ">", 100)))
                .rows("date_dim", only(is("d_dow", "<", 6)));
    }

    private static PolicySet lookups() {
        return PolicySet.named("lookups")
                .rows("customer_address", only(listed("ca_state", Lookups.STATES, Lookups.STATES_OF_BOB)))
                .rows("store", only(found("s_state", Lookups.STATES, Lookups.STATES_OF_BOB)))
                .rows("call_center", only(listed("cc_state", Lookups.STATES, Lookups.STATES_OF_BOB)))
                .rows(
                        "web_site",
                        only(Formula.or(
                                is("web_site_sk", "<", 10L),
                                found("web_state", Lookups.STATES, Lookups.STATES_OF_BOB))))
                .rows("item", only(listed("i_category", Lookups.CATEGORIES, Lookups.CATEGORIES_OF_BOB)));
    }

    private static PolicySet values() {
        Formula capped = Formula.choice(
                Formula.compared(Formula.masked(), ">", order -> order > 0, constant(money("40.00"))),
                constant(money("40.00")),
                Formula.masked());
        return PolicySet.named("values")
                .values(
                        "customer",
                        mask("c_last_name", "mask-alphanum"),
                        mask("c_first_name", "show-first-4"),
                        mask("c_email_address", SHA),
                        mask("c_birth_year", OracleMeet.NULL),
                        mask("c_customer_id", HMAC))
                .values(
                        "customer_address",
                        mask("ca_city", "show-last-4"),
                        mask(
                                "ca_zip",
                                value("concat(left(value, 2), '000')", zip -> ((String) zip).substring(0, 2) + "000")),
                        mask("ca_street_name", OracleMeet.FIXED))
                .values(
                        "item",
                        mask("i_item_desc", OracleMeet.FIXED),
                        mask("i_brand", SHA),
                        mask("i_current_price", capped),
                        unless(is("i_category", "=", "Books"), mask("i_product_name", "mask-alphanum")))
                .values("date_dim", mask("d_date", "truncate-to-month"))
                .values("store", mask("s_store_name", "mask-alphanum"), mask("s_zip", "show-first-4"))
                .values("customer_demographics", mask("cd_credit_rating", OracleMeet.NULL))
                .values("household_demographics", mask("hd_buy_potential", "show-first-4"))
                .values("promotion", mask("p_channel_email", OracleMeet.FIXED))
                .values("warehouse", mask("w_warehouse_name", HMAC))
                .values("store_sales", mask("ss_net_profit", OracleMeet.NULL));
    }

    private static PolicySet keys() {
        return PolicySet.named("keys")
                .values("customer", mask("c_customer_sk", SHA), mask("c_current_addr_sk", OTHER_HMAC))
                .values("customer_address", mask("ca_address_sk", OTHER_HMAC))
                .values("item", mask("i_item_sk", HMAC))
                .values("store", mask("s_store_sk", SHA))
                .values(
                        "store_sales",
                        mask("ss_customer_sk", SHA),
                        mask("ss_item_sk", HMAC),
                        mask("ss_ticket_number", SHA),
                        mask("ss_store_sk", SHA),
                        mask("ss_promo_sk", OracleMeet.NULL))
                .values(
                        "store_returns",
                        mask("sr_customer_sk", SHA),
                        mask("sr_item_sk", HMAC),
                        mask("sr_ticket_number", SHA),
                        mask("sr_store_sk", SHA))
                .values(
                        "catalog_sales",
                        mask("cs_bill_customer_sk", SHA),
                        mask("cs_ship_customer_sk", SHA),
                        mask("cs_item_sk", HMAC),
                        mask("cs_order_number", SHA))
                .values(
                        "catalog_returns",
                        mask("cr_returning_customer_sk", SHA),
                        mask("cr_item_sk", HMAC),
                        mask("cr_order_number", SHA))
                .values("web_sales", mask("ws_bill_customer_sk", SHA), mask("ws_item_sk", HMAC))
                .values("web_returns", mask("wr_returning_customer_sk", SHA), mask("wr_item_sk", OTHER_HMAC))
                .values("inventory", mask("inv_item_sk", HMAC), mask("inv_warehouse_sk", OracleMeet.FIXED));
    }

    private static PolicySet mixed() {
        return PolicySet.named("mixed")
                .rows(
                        "store_sales",
                        only(is("ss_quantity", ">", 10)),
                        also(is("ss_store_sk", "<=", 6L)),
                        also(is("ss_net_profit", ">", money("0.00"))))
                .values(
                        "store_sales",
                        mask("ss_ext_tax", OracleMeet.DENY),
                        unless(is("ss_quantity", "<", 50), mask("ss_list_price", OracleMeet.NULL)))
                .rows("catalog_sales", only(Formula.absent(Formula.column("cs_promo_sk"), false)))
                .values("catalog_sales", mask("cs_coupon_amt", OracleMeet.DENY), mask("cs_ship_mode_sk", SHA))
                .values("ship_mode", mask("sm_ship_mode_sk", SHA), mask("sm_type", HMAC), mask("sm_type", SHA))
                .rows("web_sales", only(is("ws_quantity", "<>", 50)))
                .values(
                        "customer",
                        mask("c_last_name", "show-first-4"),
                        to(Audience.HIS_GROUP, mask("c_last_name", "show-last-4")),
                        mask("c_email_address", OracleMeet.DENY),
                        to(Audience.EXCEPT_HIM, mask("c_first_name", OracleMeet.FIXED)))
                .rows("customer", only(is("c_birth_month", "<=", 9)))
                .values(
                        "customer_address",
                        to(Audience.OTHERS, mask("ca_state", OracleMeet.DENY)),
                        mask("ca_gmt_offset", OracleMeet.NULL))
                .rows("customer_address", only(Formula.not(like("ca_city", "F%"))))
                .values("item", mask("i_wholesale_cost", OracleMeet.DENY), mask("i_manager_id", OracleMeet.FIXED))
                .values("time_dim", mask("t_meal_time", OracleMeet.DENY))
                .values("reason", mask("r_reason_desc", "mask-alphanum"))
                .rows("warehouse", only(is("w_warehouse_sk", "<=", 4L)));
    }
}
