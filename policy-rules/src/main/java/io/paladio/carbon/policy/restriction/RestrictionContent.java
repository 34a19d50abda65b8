package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.Mask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What restrictions say, read strictly: everything is understood, or nothing is (S23).
 *
 * @param actions at most one for each field-id
 * @param filter which rows may be returned; absent where all may
 */
public record RestrictionContent(List<ColumnAction> actions, Optional<RequiredFilter> filter) {
    private static final String PROJECTIONS = "required-column-projections";
    private static final String FILTER = "required-row-filter";

    public RestrictionContent {
        actions = List.copyOf(actions);
    }

    /**
     * Reads what a catalog sent.
     *
     * @throws RestrictionFault if any of it is not known, stands twice or has another shape
     */
    public static RestrictionContent of(ReadRestrictions sent) throws RestrictionFault {
        if (sent.isNone()) {
            return new RestrictionContent(List.of(), Optional.empty());
        }
        JsonNode json = RestrictionJson.parse(sent.json());
        RestrictionJson.atMost(json, "the whole", PROJECTIONS, FILTER);
        JsonNode filter = json.path(FILTER);
        boolean filtered = !filter.isMissingNode() && !filter.isNull();
        return new RestrictionContent(
                actions(json.path(PROJECTIONS)), filtered ? Optional.of(new RequiredFilter(filter)) : Optional.empty());
    }

    private static List<ColumnAction> actions(JsonNode json) throws RestrictionFault {
        if (json.isMissingNode() || json.isNull()) {
            return List.of();
        }
        if (!json.isArray()) {
            throw new RestrictionFault("their actions on columns are no list");
        }
        List<ColumnAction> actions = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (JsonNode element : json) {
            ColumnAction action = action(element);
            if (!seen.add(action.fieldId())) {
                throw new RestrictionFault("they hold two actions on field " + action.fieldId());
            }
            actions.add(action);
        }
        return actions;
    }

    private static ColumnAction action(JsonNode json) throws RestrictionFault {
        String what = "an action on a column";
        RestrictionJson.exactly(json, what, "action", "field-id");
        int fieldId = RestrictionJson.fieldId(json, "field-id", what);
        Mask.Standard mask = Mask.Standard.named(RestrictionJson.text(json, "action", what))
                .orElseThrow(() -> new RestrictionFault("the action on field " + fieldId + " is not known"));
        return new ColumnAction(fieldId, mask);
    }
}
