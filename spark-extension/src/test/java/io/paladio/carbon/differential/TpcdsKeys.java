package io.paladio.carbon.differential;

import io.trino.tpcds.Table;
import java.util.Map;

/** Which rows of a large dimension are kept, and onto which of them each key falls: the same everywhere, so that joins hold. */
final class TpcdsKeys {
    private static final long ITEMS = 300;
    private static final long CUSTOMERS = 400;
    private static final long ADDRESSES = 400;
    private static final long DEMOGRAPHICS = 2_800;
    private static final long PAGES = 600;
    private static final long MINUTE = 60;

    private static final Map<String, Long> BY_SUFFIX = Map.of(
            "_item_sk", ITEMS,
            "_customer_sk", CUSTOMERS,
            "_addr_sk", ADDRESSES,
            "_address_sk", ADDRESSES,
            "_cdemo_sk", DEMOGRAPHICS,
            "cd_demo_sk", DEMOGRAPHICS,
            "_catalog_page_sk", PAGES);

    private TpcdsKeys() {}

    /** How many rows of the table are kept. */
    static long rows(Table table, long count) {
        return switch (table) {
            case ITEM -> ITEMS;
            case CUSTOMER -> CUSTOMERS;
            case CUSTOMER_ADDRESS -> ADDRESSES;
            case CUSTOMER_DEMOGRAPHICS -> DEMOGRAPHICS;
            case CATALOG_PAGE -> PAGES;
            default -> count;
        };
    }

    static long folded(String column, long key) {
        if (column.endsWith("_time_sk")) {
            return key - key % MINUTE;
        }
        return BY_SUFFIX.entrySet().stream()
                .filter(kept -> column.endsWith(kept.getKey()))
                .findFirst()
                .map(kept -> 1 + (key - 1) % kept.getValue())
                .orElse(key);
    }
}
