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
import java.util.Set;
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

    /** The masks of a table by column, in order of field-ids; what lies below a masked column belongs to that one. */
    static List<ColumnMask> byColumn(List<BoundMask> masks) {
        Set<Integer> masked = fieldIds(masks);
        Map<Integer, List<BoundMask>> byPlace = masks.stream()
                .collect(Collectors.groupingBy(
                        mask -> place(mask, masked).fieldId(), TreeMap::new, Collectors.toList()));
        List<ColumnMask> met = new ArrayList<>();
        byPlace.values().forEach(all -> {
            ColumnPath first = all.get(0).column();
            meet(first.upTo(place(all.get(0), masked)), all).ifPresent(met::add);
        });
        return List.copyOf(met);
    }

    /** A mask within a column that can't be applied there: on a map's key, or one that takes a field away from its struct. */
    static Optional<BoundMask> firstInapplicable(List<BoundMask> masks) {
        Set<Integer> masked = fieldIds(masks);
        return masks.stream()
                .filter(mask ->
                        place(mask, masked).fieldId() == mask.column().column().fieldId())
                .filter(mask -> mask.column().isNested())
                .filter(mask -> mask.column().isInKey() || mask.mask() instanceof Mask.Deny)
                .findFirst();
    }

    private static Set<Integer> fieldIds(List<BoundMask> masks) {
        return masks.stream().map(mask -> mask.column().column().fieldId()).collect(Collectors.toSet());
    }

    /** The outermost masked column that a mask's column is or lies in. */
    private static Column place(BoundMask mask, Set<Integer> masked) {
        return mask.column().way().stream()
                .filter(column -> masked.contains(column.fieldId()))
                .findFirst()
                .orElse(mask.column().column());
    }

    private static Optional<ColumnMask> meet(ColumnPath place, List<BoundMask> masks) {
        Column column = place.column();
        Mask mask = fitting(of(masks.stream().map(each -> at(column, each)).toList()), column);
        Optional<Expression> unless = Release.whereAll(masks);
        if (!(mask instanceof Mask.Deny)) {
            return Optional.of(new ColumnMask(column, place.path(), mask, unless, references(masks)));
        }
        // A column is there for a whole statement or not at all: no row can release it, only a condition that always
        // holds.
        return Release.isAlways(unless)
                ? Optional.empty()
                : Optional.of(new ColumnMask(column, place.path(), mask, Optional.empty(), references(masks)));
    }

    /** A mask below another one counts as the fixed value of the whole. */
    private static Mask at(Column place, BoundMask mask) {
        return mask.column().column().fieldId() == place.fieldId() ? mask.mask() : Standard.MASK_TO_FIXED_VALUE;
    }

    private static Mask fitting(Mask mask, Column column) {
        return mask == Standard.REPLACE_WITH_NULL && column.required() ? Standard.MASK_TO_FIXED_VALUE : mask;
    }

    private static List<PolicyReference> references(List<BoundMask> masks) {
        return masks.stream().map(BoundMask::policy).distinct().toList();
    }
}
