package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names that are refused with a condition of their own: a better answer than "unknown". Immutable. */
public final class DeniedList {
    private final Map<String, CarbonCondition> conditions;

    private DeniedList(Map<String, CarbonCondition> conditions) {
        this.conditions = Map.copyOf(conditions);
    }

    /** Reads the list that the jar ships under this name: one condition and name a line. */
    static DeniedList shipped(String file) {
        Map<String, CarbonCondition> conditions = new HashMap<>();
        for (String line : AllowList.shipped(file).names()) {
            String[] conditionAndName = line.split(" ", 2);
            conditions.put(conditionAndName[1], CarbonCondition.valueOf(conditionAndName[0]));
        }
        return new DeniedList(conditions);
    }

    /** The condition for a name; empty where the list has no word on it. */
    public Optional<CarbonCondition> condition(String name) {
        return Optional.ofNullable(conditions.get(name));
    }

    /** All names of the list. */
    public Set<String> names() {
        return conditions.keySet();
    }
}
