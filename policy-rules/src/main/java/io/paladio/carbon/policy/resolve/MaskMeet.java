package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One mask per column: the meet of what all policies on it let through (S5). Never weaker than one of them, never an outage.
 * Stateless and thread-safe.
 */
public final class MaskMeet {
    private MaskMeet() {}

    /** The mask that lets through only what every one of these does; at least one is given. */
    public static Mask of(List<Mask> masks) {
        return Disclosure.ofAll(masks).mask();
    }

    /** The masks of a table by column, in order of field-ids. */
    static List<ColumnMask> byColumn(List<BoundMask> masks) {
        Map<Integer, List<BoundMask>> byColumn = masks.stream()
                .collect(Collectors.groupingBy(
                        mask -> mask.column().top().fieldId(), TreeMap::new, Collectors.toList()));
        List<ColumnMask> met = new ArrayList<>();
        byColumn.values().forEach(all -> meet(all).ifPresent(met::add));
        return List.copyOf(met);
    }

    /** A mask within a column that no policy masks as a whole: this release can't apply it. */
    static Optional<BoundMask> firstWithinUnmasked(List<BoundMask> masks) {
        List<Integer> whole = masks.stream()
                .filter(mask -> !mask.column().isNested())
                .map(mask -> mask.column().column().fieldId())
                .toList();
        return masks.stream()
                .filter(mask -> mask.column().isNested())
                .filter(mask -> !whole.contains(mask.column().top().fieldId()))
                .findFirst();
    }

    private static Optional<ColumnMask> meet(List<BoundMask> masks) {
        Column column = masks.get(0).column().top();
        Mask mask = fitting(of(masks.stream().map(MaskMeet::onWhole).toList()), column);
        Optional<Expression> unless = Release.whereAll(masks);
        if (!(mask instanceof Mask.Deny)) {
            return Optional.of(new ColumnMask(column, mask, unless, references(masks)));
        }
        // A column is there for a whole statement or not at all: no row can release it, only a condition that always
        // holds.
        return Release.isAlways(unless)
                ? Optional.empty()
                : Optional.of(new ColumnMask(column, mask, Optional.empty(), references(masks)));
    }

    /** A mask below another one counts as the fixed value of the whole. */
    private static Mask onWhole(BoundMask mask) {
        return mask.column().isNested() ? Standard.MASK_TO_FIXED_VALUE : mask.mask();
    }

    private static Mask fitting(Mask mask, Column column) {
        return mask == Standard.REPLACE_WITH_NULL && column.required() ? Standard.MASK_TO_FIXED_VALUE : mask;
    }

    private static List<PolicyReference> references(List<BoundMask> masks) {
        return masks.stream().map(BoundMask::policy).distinct().toList();
    }
}
