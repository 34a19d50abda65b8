package io.paladio.carbon.policy.check;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known name that a misspelt one is nearest to, where one is near: letters left out, added, changed, or two swapped. */
final class NearestName {
    private static final int LETTERS_FOR_A_MISTAKE = 3;

    private NearestName() {}

    private record Candidate(String name, int distance) {}

    /** Empty where none has fewer mistakes than one in three letters. Case is no mistake. */
    static Optional<String> to(String written, Collection<String> known) {
        String folded = written.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(name -> Math.abs(name.length() - written.length()) <= mistakes(name, written))
                .map(name -> new Candidate(name, distance(folded, name.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.distance() <= mistakes(candidate.name(), written))
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    private static int mistakes(String one, String other) {
        return Math.max(one.length(), other.length()) / LETTERS_FOR_A_MISTAKE;
    }

    /** Of the optimal string alignment; three rows of its table are kept. */
    private static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] freed = beforeLast;
            beforeLast = last;
            last = row;
            row = freed;
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(last[j], row[j - 1]));
                if (isSwapped(from, i, to, j)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
        }
        return row[to.length()];
    }

    private static boolean isSwapped(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
