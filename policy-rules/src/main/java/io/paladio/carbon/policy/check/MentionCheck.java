package io.paladio.carbon.policy.check;

import static io.paladio.carbon.error.MessageText.quoted;

import io.paladio.carbon.error.MessageText;
import io.paladio.carbon.policy.check.KnownNames.TagValues;
import io.paladio.carbon.policy.document.Mentions;
import io.paladio.carbon.policy.document.Mentions.Named;
import io.paladio.carbon.policy.document.Mentions.TagUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the names of a document against those of Index. Groups and tags are Index's own, so that one which it does not hold is a
 * mistake. Principals come with their tokens and tags are given later, so that one which it does not know yet may be none.
 */
public final class MentionCheck {
    private final List<Finding> unknown = new ArrayList<>();
    private final List<Finding> doubtful = new ArrayList<>();

    private MentionCheck() {}

    public static MentionCheck of(Mentions mentions, KnownNames known) {
        MentionCheck check = new MentionCheck();
        known.groups().ifPresent(held -> mentions.groups().forEach(group -> check.group(group, held)));
        known.principals().ifPresent(held -> mentions.principals().forEach(each -> check.principal(each, held)));
        known.tags().ifPresent(held -> mentions.tags().forEach(use -> check.tag(use, held)));
        return check;
    }

    /** What Index would have to hold and does not. */
    public List<Finding> unknown() {
        return List.copyOf(unknown);
    }

    /** What may be a mistake, and may come to be known. */
    public List<Finding> doubtful() {
        return List.copyOf(doubtful);
    }

    private void group(Named group, Set<String> held) {
        if (!held.contains(group.name())) {
            unknown.add(notHeld("group", group, held));
        }
    }

    private void principal(Named principal, Set<String> listed) {
        if (!listed.contains(principal.name())) {
            doubtful.add(new Finding(
                    principal.path(),
                    "Index does not list the principal " + quoted(principal.name())
                            + ". It is meant once a token names it." + ifMeant(principal, listed)));
        }
    }

    private void tag(TagUse use, Map<String, TagValues> held) {
        TagValues values = held.get(use.tag().name());
        if (values == null) {
            unknown.add(notHeld("tag", use.tag(), held.keySet()));
            return;
        }
        for (Named value : use.values()) {
            if (!values.values().contains(value.name())) {
                value(use.tag(), value, values);
            }
        }
    }

    private void value(Named tag, Named value, TagValues held) {
        if (held.closed()) {
            unknown.add(new Finding(
                    value.path(),
                    "The tag " + quoted(tag.name()) + " has no value " + quoted(value.name()) + " in Index. "
                            + instead(value, held.values()) + ", or allow the value there first."));
            return;
        }
        doubtful.add(new Finding(
                value.path(),
                "Nothing is tagged " + quoted(tag.name()) + " with " + quoted(value.name())
                        + " yet, so that this matches nothing." + ifMeant(value, held.values())));
    }

    private static Finding notHeld(String kind, Named named, Collection<String> held) {
        return new Finding(
                named.path(),
                "Index holds no " + kind + " " + quoted(named.name()) + ". " + instead(named, held) + ", or add the "
                        + kind + " to Index first.");
    }

    private static String instead(Named named, Collection<String> held) {
        return "Write " + nearest(named, held).orElse("one that it holds");
    }

    private static String ifMeant(Named named, Collection<String> held) {
        return nearest(named, held)
                .map(near -> " Write " + near + " if that is meant.")
                .orElse("");
    }

    private static Optional<String> nearest(Named named, Collection<String> held) {
        return NearestName.to(named.name(), held).map(MessageText::quoted);
    }
}
