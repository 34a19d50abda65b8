package io.paladio.carbon.policy.expression;

import java.util.Arrays;
import java.util.Optional;

/**
 * A pattern of LIKE: {@code %} is any text, {@code _} one code point, a backslash takes the meaning from either and from itself.
 * Matches in time bounded by text length times pattern length. Immutable.
 */
final class LikePattern {
    private static final int ANY_TEXT = -1;
    private static final int ANY_POINT = -2;

    private final int[] points;

    private LikePattern(int[] points) {
        this.points = points;
    }

    /** Whether the text is a pattern: a backslash stands only before what it can escape. */
    static boolean isValid(String text) {
        return parse(text).isPresent();
    }

    static LikePattern of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a pattern of LIKE"));
    }

    private static Optional<LikePattern> parse(String text) {
        int[] source = text.codePoints().toArray();
        int[] points = new int[source.length];
        int length = 0;
        for (int i = 0; i < source.length; i++) {
            if (source[i] != '\\') {
                points[length++] = meaning(source[i]);
            } else if (++i < source.length && (source[i] == '%' || source[i] == '_' || source[i] == '\\')) {
                points[length++] = source[i];
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new LikePattern(Arrays.copyOf(points, length)));
    }

    private static int meaning(int point) {
        return switch (point) {
            case '%' -> ANY_TEXT;
            case '_' -> ANY_POINT;
            default -> point;
        };
    }

    /** Greedy matching that only ever returns to the last {@code %}. */
    boolean matches(String text) {
        int[] subject = text.codePoints().toArray();
        int at = 0;
        int pattern = 0;
        int resumePattern = -1;
        int resumeAt = 0;
        while (at < subject.length) {
            if (pattern < points.length && points[pattern] == ANY_TEXT) {
                resumePattern = ++pattern;
                resumeAt = at;
            } else if (pattern < points.length && (points[pattern] == ANY_POINT || points[pattern] == subject[at])) {
                pattern++;
                at++;
            } else if (resumePattern >= 0) {
                pattern = resumePattern;
                at = ++resumeAt;
            } else {
                return false;
            }
        }
        return onlyAnyText(pattern);
    }

    private boolean onlyAnyText(int from) {
        for (int i = from; i < points.length; i++) {
            if (points[i] != ANY_TEXT) {
                return false;
            }
        }
        return true;
    }
}
