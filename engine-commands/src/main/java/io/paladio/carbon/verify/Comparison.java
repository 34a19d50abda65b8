package io.paladio.carbon.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many rows two answers do not have in common, counting a row as often as it comes.
 *
 * @param governed how many rows the one has
 * @param reference how many rows the other has
 */
record Comparison(int governed, int reference, int onlyGoverned, int onlyReference) {
    private static final Comparator<RowImage> BY_NUMBERS = (left, right) -> {
        int order = 0;
        for (int i = 0; i < left.numbers().size() && order == 0; i++) {
            // One zero and one NaN, so that what counts as the same lies together.
            order = Double.compare(left.numbers().get(i) + 0.0, right.numbers().get(i) + 0.0);
        }
        return order;
    };

    static Comparison of(List<RowImage> governed, List<RowImage> reference) {
        Map<String, List<RowImage>> left = byText(governed);
        Map<String, List<RowImage>> right = byText(reference);
        int common = 0;
        for (Map.Entry<String, List<RowImage>> entry : left.entrySet()) {
            common += common(entry.getValue(), right.getOrDefault(entry.getKey(), List.of()));
        }
        return new Comparison(governed.size(), reference.size(), governed.size() - common, reference.size() - common);
    }

    boolean isSame() {
        return onlyGoverned == 0 && onlyReference == 0;
    }

    private static Map<String, List<RowImage>> byText(List<RowImage> rows) {
        Map<String, List<RowImage>> byText = new HashMap<>();
        rows.forEach(row ->
                byText.computeIfAbsent(row.text(), any -> new ArrayList<>()).add(row));
        return byText;
    }

    /** How many of two lists, whose texts are all equal, can be paired. */
    private static int common(List<RowImage> left, List<RowImage> right) {
        List<RowImage> first = left.stream().sorted(BY_NUMBERS).toList();
        List<RowImage> second = right.stream().sorted(BY_NUMBERS).toList();
        int common = 0;
        int i = 0;
        int j = 0;
        while (i < first.size() && j < second.size()) {
            int order = first.get(i).compareNumbers(second.get(j));
            common += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return common;
    }
}
