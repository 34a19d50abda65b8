package io.paladio.carbon.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The queries of the demonstration with their right answers. Those on {@code hr.t} are written out by hand; those on TPC-H come
 * from what was counted while the data was generated, masked here by the words of the standard and not by the engine's code.
 */
final class DemoCases {
    private static final String ALICE = "alice";
    private static final String BOB = "bob";
    private static final String DAN = "dan";
    private static final String EXEMPT = "exempt by group";
    private static final DemoCase.View NO_GRANT =
            new DemoCase.View(new Expected.Refusal("CARBON_ACCESS_DENIED", "42501"), "no grant");

    private final JsonNode facts;

    DemoCases(JsonNode facts) {
        this.facts = facts;
    }

    List<DemoCase> all() {
        return List.of(people(), departments(), search(), orders(), join(), customers());
    }

    private static DemoCase people() {
        return new DemoCase(
                "People: rows by department, masks on name, salary, ssn and the ssn within info",
                "SELECT id, name, dept, salary, ssn, info.ssn AS info_ssn, info.city AS city FROM carbon.hr.t ORDER BY id",
                views(
                        rows(
                                row(1, "Ada", "eng", 120, "111-22-3333", "111-22-3333", "Oslo"),
                                row(2, "Grace-Mae", "eng", 130, "222-33-4444", "222-33-4444", "Paris"),
                                row(3, "Linus", "ops", 90, "333-44-5555", "333-44-5555", "Turku"),
                                row(4, "Barbara", "hr", 100, "444-55-6666", "444-55-6666", "Rome"),
                                row(5, null, "eng", null, null, null, null),
                                row(6, "Edsger", null, 110, "666-77-8888", "666-77-8888", "Delft"),
                                row(7, "Ken", "ops", null, "777-88-9999", null, "Berne"),
                                row(8, "Radia", "eng", 140, "888-99-0000", "888-99-0000", null)),
                        rows(
                                row(1, "xxx", "eng", null, "nnn-nn-3333", "nnn-nn-3333", "Oslo"),
                                row(2, "xxxxx-xxx", "eng", null, "nnn-nn-4444", "nnn-nn-4444", "Paris"),
                                row(5, null, "eng", null, null, null, null),
                                row(8, "xxxxx", "eng", null, "nnn-nn-0000", "nnn-nn-0000", null)),
                        "filter pol_hr_engineering_only; masks pol_hr_names_shaped, pol_hr_salaries_hidden,"
                                + " pol_ssn_last_four"));
    }

    private static DemoCase departments() {
        return new DemoCase(
                "Departments: aggregates over what is visible",
                "SELECT dept, count(*) AS people, sum(salary) AS pay FROM carbon.hr.t GROUP BY dept ORDER BY dept",
                views(
                        rows(row(null, 1, 110), row("eng", 4, 390), row("hr", 1, 100), row("ops", 2, 90)),
                        rows(row("eng", 4, null)),
                        "filter pol_hr_engineering_only; mask pol_hr_salaries_hidden"));
    }

    private static DemoCase search() {
        return new DemoCase(
                "Search: a predicate meets the mask and not the value",
                "SELECT count(*) AS found FROM carbon.hr.t WHERE ssn = '111-22-3333' OR name = 'Ada'",
                views(rows(row(1)), rows(row(0)), "masks pol_hr_names_shaped, pol_ssn_last_four"));
    }

    private DemoCase orders() {
        return new DemoCase(
                "Orders: a filter by tag on a quarter of a million rows",
                "SELECT count(*) AS orders, count_if(o_orderstatus <> 'F') AS unfulfilled FROM carbon.tpch.orders",
                views(
                        rows(row(number("orders"), number("orders") - number("orders-fulfilled"))),
                        rows(row(number("orders-fulfilled"), 0)),
                        "filter pol_orders_fulfilled_only"));
    }

    private DemoCase join() {
        return new DemoCase(
                "Line items: a join of a free table of a million rows with a filtered one",
                "SELECT count(*) AS lines FROM carbon.tpch.lineitem JOIN carbon.tpch.orders ON l_orderkey = o_orderkey",
                views(
                        rows(row(number("line-items"))),
                        rows(row(number("line-items-fulfilled"))),
                        "filter pol_orders_fulfilled_only"));
    }

    private DemoCase customers() {
        return new DemoCase(
                "Customers: masks by tag",
                "SELECT c_custkey, c_address, c_phone, c_acctbal FROM carbon.tpch.customer WHERE c_custkey <= 3"
                        + " ORDER BY c_custkey",
                views(
                        rows(customer(1), customer(2), customer(3)),
                        rows(maskedCustomer(1), maskedCustomer(2), maskedCustomer(3)),
                        "masks pol_customer_addresses_hidden, pol_customer_phones_last_four,"
                                + " pol_customer_balances_hidden"));
    }

    private List<@Nullable Object> customer(int key) {
        JsonNode fact = facts.required("customer-" + key);
        return row(key, fact.get(0).asText(), fact.get(1).asText(), fact.get(2).asText());
    }

    private List<@Nullable Object> maskedCustomer(int key) {
        String phone = facts.required("customer-" + key).get(1).asText();
        int shown = phone.length() - 4;
        return row(key, null, phone.substring(0, shown).replaceAll("[0-9]", "n") + phone.substring(shown), "0.00");
    }

    private long number(String name) {
        return facts.required(name).asLong();
    }

    private static Map<String, DemoCase.View> views(Expected alice, Expected bob, String why) {
        Map<String, DemoCase.View> views = new LinkedHashMap<>();
        views.put(ALICE, new DemoCase.View(alice, EXEMPT));
        views.put(BOB, new DemoCase.View(bob, why));
        views.put(DAN, NO_GRANT);
        return views;
    }

    @SafeVarargs
    private static Expected rows(List<@Nullable Object>... rows) {
        return new Expected.Rows(List.of(rows));
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }
}
