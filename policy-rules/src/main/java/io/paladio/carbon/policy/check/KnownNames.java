package io.paladio.carbon.policy.check;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names that Index holds, as far as whoever asks can know them; a kind that is empty can't be known. Immutable.
 *
 * @param tags the values of each tag
 */
public record KnownNames(
        Optional<Set<String>> groups, Optional<Set<String>> principals, Optional<Map<String, TagValues>> tags) {
    public static final KnownNames NONE = new KnownNames(Optional.empty(), Optional.empty(), Optional.empty());

    public KnownNames {
        groups = groups.map(Set::copyOf);
        principals = principals.map(Set::copyOf);
        tags = tags.map(Map::copyOf);
    }

    /**
     * The values of a tag.
     *
     * @param closed whether it is said which there may be, so that there are no others
     */
    public record TagValues(Set<String> values, boolean closed) {
        public TagValues {
            values = Set.copyOf(values);
        }
    }

    /** Tags with their values; of those that are closed it is said which values there may be. */
    public static Map<String, TagValues> tags(Map<String, Set<String>> values, Set<String> closed) {
        Map<String, TagValues> tags = new HashMap<>();
        values.forEach((tag, all) -> tags.put(tag, new TagValues(all, closed.contains(tag))));
        return tags;
    }
}
