package io.paladio.carbon.differential;

import io.paladio.carbon.differential.TablePolicies.Audience;
import io.paladio.carbon.differential.TablePolicies.Filter;
import io.paladio.carbon.differential.TablePolicies.Mask;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Policies on several tables, written by hand. Immutable. */
record PolicySet(String name, Map<String, TablePolicies> tables) {
    static final PolicySet NONE = new PolicySet("none", Map.of());

    PolicySet {
        tables = Map.copyOf(tables);
    }

    static PolicySet named(String name) {
        return new PolicySet(name, Map.of());
    }

    TablePolicies of(String table) {
        return tables.getOrDefault(table, TablePolicies.NONE);
    }

    PolicySet rows(String table, Filter... filters) {
        return with(table, new TablePolicies(List.of(filters), of(table).masks()));
    }

    PolicySet values(String table, Mask... masks) {
        return with(table, new TablePolicies(of(table).filters(), List.of(masks)));
    }

    /** The same policies on others than bob. */
    PolicySet forOthers() {
        Map<String, TablePolicies> changed = new LinkedHashMap<>();
        tables.forEach((table, policies) -> changed.put(table, policies.forOthers()));
        return new PolicySet(name, changed);
    }

    private PolicySet with(String table, TablePolicies policies) {
        Map<String, TablePolicies> changed = new LinkedHashMap<>(tables);
        changed.put(table, policies);
        return new PolicySet(name, changed);
    }

    /** Only these rows. */
    static Filter only(Formula condition) {
        return new Filter(condition, false, Audience.EVERYBODY);
    }

    /** These rows, besides those that other permissive filters let through. */
    static Filter also(Formula condition) {
        return new Filter(condition, true, Audience.EVERYBODY);
    }

    static Mask mask(String column, String kind) {
        return new Mask(column, kind, Optional.empty(), Optional.empty(), Audience.EVERYBODY);
    }

    static Mask mask(String column, Formula expression) {
        return new Mask(column, "expression", Optional.of(expression), Optional.empty(), Audience.EVERYBODY);
    }

    static Mask unless(Formula released, Mask mask) {
        return new Mask(mask.path(), mask.kind(), mask.formula(), Optional.of(released), mask.audience());
    }

    static Mask to(Audience audience, Mask mask) {
        return new Mask(mask.path(), mask.kind(), mask.formula(), mask.unless(), audience);
    }
}
