package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The policies of one table, as documents for Index and as facts for the oracle. */
record TablePolicies(List<Filter> filters, List<Mask> masks) {
    static final TablePolicies NONE = new TablePolicies(List.of(), List.of());

    TablePolicies {
        filters = List.copyOf(filters);
        masks = List.copyOf(masks);
    }

    /** To whom a policy applies, in the words of a document, and what that comes to for bob. */
    enum Audience {
        EVERYBODY("\"to\":{\"everyone\":true},\"except\":{\"groups\":[\"auditors\"]}", true, true),
        HIS_GROUP("\"to\":{\"groups\":[\"de\"]}", true, true),
        HIMSELF("\"to\":{\"principals\":[\"bob\"]}", true, true),
        OTHERS("\"to\":{\"groups\":[\"fr\"]}", true, false),
        EXCEPT_HIM("\"to\":{\"groups\":[\"de\"]},\"except\":{\"principals\":[\"bob\"]}", true, false),
        NOBODY_YET(
                "\"enforcement\":\"shadow\",\"to\":{\"everyone\":true},\"except\":{\"groups\":[\"auditors\"]}",
                false,
                false),
        NO_LONGER(
                "\"valid\":{\"from\":null,\"until\":\"2020-01-01T00:00:00Z\"},\"to\":{\"groups\":[\"de\"]}",
                false,
                false);

        private final String json;
        private final boolean live;
        private final boolean bob;

        Audience(String json, boolean live, boolean bob) {
            this.json = json;
            this.live = live;
            this.bob = bob;
        }

        String json() {
            return (json.contains("enforcement") ? "" : "\"enforcement\":\"enforce\",") + json;
        }

        boolean isLive() {
            return live;
        }

        boolean bindsBob() {
            return bob;
        }
    }

    /** A row filter. */
    record Filter(Formula condition, boolean permissive, Audience audience) {}

    /**
     * A column mask.
     *
     * @param path the column's, with dots
     * @param kind as documents name it
     * @param formula what an expression mask computes
     * @param unless where the raw value is released
     */
    record Mask(String path, String kind, Optional<Formula> formula, Optional<Formula> unless, Audience audience) {}

    /** The same policies on others than bob; restrictive ones, since what others are permitted is not permitted to him. */
    TablePolicies forOthers() {
        return new TablePolicies(
                filters.stream()
                        .map(filter -> new Filter(filter.condition(), false, Audience.EXCEPT_HIM))
                        .toList(),
                masks.stream()
                        .map(mask -> new Mask(mask.path(), mask.kind(), mask.formula(), mask.unless(), Audience.OTHERS))
                        .toList());
    }

    int count() {
        return filters.size() + masks.size();
    }

    /** Every way to have one part less, or a simpler one. */
    List<TablePolicies> smaller() {
        List<TablePolicies> smaller = new ArrayList<>();
        for (int i = 0; i < filters.size(); i++) {
            smaller.add(new TablePolicies(without(filters, i), masks));
            Filter filter = filters.get(i);
            for (Formula part : filter.condition().parts()) {
                Filter less = new Filter(part, filter.permissive(), filter.audience());
                smaller.add(new TablePolicies(with(filters, i, less), masks));
            }
        }
        for (int i = 0; i < masks.size(); i++) {
            smaller.add(new TablePolicies(filters, without(masks, i)));
            Mask mask = masks.get(i);
            if (mask.unless().isPresent()) {
                Mask less = new Mask(mask.path(), mask.kind(), mask.formula(), Optional.empty(), mask.audience());
                smaller.add(new TablePolicies(filters, with(masks, i, less)));
            }
        }
        return smaller;
    }

    private static <T> List<T> without(List<T> all, int index) {
        List<T> less = new ArrayList<>(all);
        less.remove(index);
        return less;
    }

    private static <T> List<T> with(List<T> all, int index, T other) {
        List<T> changed = new ArrayList<>(all);
        changed.set(index, other);
        return changed;
    }
}
