package io.paladio.carbon.verify;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Row;

/**
 * Which policies bind somebody on a table, by kind, id and version: {@code show-last-4 ssn pol_ssn@3}. Immutable.
 *
 * @param maskedColumns the columns with a mask, by their whole names
 */
record ToldPolicies(Set<String> all, Set<String> maskedColumns, boolean hasRowFilter) {
    private static final String ROW_FILTER = "row_filter";

    ToldPolicies {
        all = Set.copyOf(all);
        maskedColumns = Set.copyOf(maskedColumns);
    }

    /** What the engine tells whoever has this session. */
    static ToldPolicies by(EngineSession session, Securable table) throws EngineFailure {
        String name = table.toString().replace("\\", "\\\\").replace("'", "\\'");
        Set<String> all = new HashSet<>();
        Set<String> columns = new HashSet<>();
        boolean hasRowFilter = false;
        for (Row row : session.rows("SELECT * FROM effective_policies('" + name + "')")) {
            boolean isFilter = row.getString(0).equals(ROW_FILTER);
            List<String> named = isFilter ? List.of() : row.getList(1);
            all.add(line(row.getString(0), named, row.getString(2) + "@" + row.getInt(3)));
            columns.addAll(named);
            hasRowFilter |= isFilter;
        }
        return new ToldPolicies(all, columns, hasRowFilter);
    }

    /** What follows from Index. */
    static Set<String> of(EffectivePolicy policy) {
        Set<String> all = new HashSet<>();
        policy.rowFilter()
                .ifPresent(filter ->
                        filter.policies().forEach(from -> all.add(line(ROW_FILTER, List.of(), from.toString()))));
        policy.masks().forEach(mask -> {
            for (PolicyReference from : mask.policies()) {
                all.add(line(mask.mask().kind(), List.of(mask.path()), from.toString()));
            }
        });
        return all;
    }

    /** Whether the catalog itself restricts the table: by what, Index does not know. */
    boolean hasRestrictionsOfCatalog() {
        return all.stream().anyMatch(line -> line.contains(" " + ReadRestrictions.FIELD + "@"));
    }

    private static String line(String kind, List<String> columns, String policy) {
        List<String> words = new ArrayList<>(List.of(kind));
        words.addAll(columns);
        words.add(policy);
        return String.join(" ", words);
    }
}
