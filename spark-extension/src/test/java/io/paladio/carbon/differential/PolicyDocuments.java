package io.paladio.carbon.differential;

import io.paladio.carbon.differential.TablePolicies.Filter;
import io.paladio.carbon.differential.TablePolicies.Mask;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Policies as the JSON that Index keeps. */
final class PolicyDocuments {
    static final String KEY = "k1";
    static final String OTHER_KEY = "k2";

    private static final Pattern LOOKUP = Pattern.compile("lookup\\('([^']+)'\\)");

    private PolicyDocuments() {}

    /** The documents of a made-up table's policies by the names of their files. */
    static Map<String, String> of(String table, TablePolicies policies) {
        return of(Worlds.SCHEMA, table, policies);
    }

    /** The documents of a table's policies by the names of their files. */
    static Map<String, String> of(String schema, String table, TablePolicies policies) {
        String securable = "carbon." + schema + "." + table;
        Map<String, String> documents = new LinkedHashMap<>();
        int number = 0;
        for (Filter filter : policies.filters()) {
            String id = "pol_" + table + "_f" + number++;
            documents.put(
                    "policies/" + id + ".json",
                    head(id, securable, "row_filter", filter.audience().json())
                            + ",\"mode\":\"" + (filter.permissive() ? "permissive" : "restrictive") + "\""
                            + lookups(filter.condition())
                            + ",\"expression\":" + expression(filter.condition()) + "}");
        }
        for (Mask mask : policies.masks()) {
            String id = "pol_" + table + "_m" + number++;
            documents.put(
                    "policies/" + id + ".json",
                    head(id, securable, "column_mask", mask.audience().json())
                            + ",\"columns\":[{\"alias\":\"c\",\"match\":{\"name\":" + text(mask.path())
                            + "},\"cardinality\":\"exactly_one\"}],\"on\":\"c\",\"mask\":" + kind(mask)
                            + mask.unless()
                                    .map(unless -> ",\"unless\":" + expression(unless))
                                    .orElse("")
                            + "}");
        }
        return documents;
    }

    private static String head(String id, String securable, String type, String audience) {
        return "{\"format\":1,\"id\":\"" + id + "\",\"name\":\"" + id + "\",\"version\":1,\"type\":\"" + type
                + "\",\"attach\":{\"securable\":\"" + securable + "\",\"inherit\":true},"
                + audience;
    }

    private static String lookups(Formula condition) {
        Matcher lookup = LOOKUP.matcher(condition.sql());
        return lookup.find() ? ",\"lookups\":[{\"securable\":\"" + lookup.group(1) + "\",\"max-rows\":1000}]" : "";
    }

    private static String kind(Mask mask) {
        if (mask.kind().startsWith("hmac-sha-256 ")) {
            return "{\"kind\":\"hmac-sha-256\",\"key\":\"" + mask.kind().substring("hmac-sha-256 ".length()) + "\"}";
        }
        return "{\"kind\":\"" + mask.kind() + "\""
                + mask.formula()
                        .map(formula -> ",\"expression\":" + expression(formula))
                        .orElse("") + "}";
    }

    private static String expression(Formula formula) {
        return "{\"lang\":\"spark-sql-restricted/1\",\"sql\":" + text(formula.sql()) + "}";
    }

    private static String text(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
