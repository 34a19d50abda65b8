package io.paladio.carbon.policy.document;

import java.util.List;

/**
 * The names in a document that mean nothing by themselves: what Index does not hold binds nobody, matches nothing and excepts
 * nobody, without a word.
 *
 * @param groups in {@code to}, {@code except} and {@code is_member}
 * @param principals in {@code to} and {@code except}
 * @param tags in {@code when} and in the selectors of columns
 */
public record Mentions(List<Named> groups, List<Named> principals, List<TagUse> tags) {
    public static final Mentions NONE = new Mentions(List.of(), List.of(), List.of());

    public Mentions {
        groups = List.copyOf(groups);
        principals = List.copyOf(principals);
        tags = List.copyOf(tags);
    }

    /** A name and the JSON path where it stands. */
    public record Named(String path, String name) {}

    /** A tag, and the values that it is asked for; none where any will do. */
    public record TagUse(Named tag, List<Named> values) {
        public TagUse {
            values = List.copyOf(values);
        }
    }
}
