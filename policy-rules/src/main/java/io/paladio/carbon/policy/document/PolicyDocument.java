package io.paladio.carbon.policy.document;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A validated policy document of format 1: semantics.md's JSON as a value. Names and tags are still unbound.
 *
 * @param lookups the tables that its expressions may look up, and how many rows of each may be read
 */
public record PolicyDocument(
        PolicyReference reference,
        String name,
        Enforcement enforcement,
        Attachment attachment,
        List<TagCondition> when,
        List<ColumnSelector> columns,
        Audience to,
        Audience except,
        Validity valid,
        Map<Securable, Integer> lookups,
        Body body) {
    public PolicyDocument {
        when = List.copyOf(when);
        columns = List.copyOf(columns);
        lookups = Map.copyOf(lookups);
    }

    /**
     * Whether the policy has something to say about a table whatever the table's tags and columns are, or is attached to that table
     * alone.
     */
    public boolean surelyBearsOn(Securable table) {
        boolean reaches = attachment.inherit() && attachment.securable().contains(table);
        boolean needsItsColumns = body instanceof ColumnMaskBody mask
                ? columns.stream()
                        .filter(selector -> selector.alias().equals(mask.on()))
                        .allMatch(selector -> selector.cardinality() == Cardinality.EXACTLY_ONE)
                : columns.stream().noneMatch(selector -> selector.cardinality() == Cardinality.EACH);
        return attachment.securable().equals(table) || reaches && when.isEmpty() && needsItsColumns;
    }

    /** Live, or only counted (S20). */
    public enum Enforcement {
        ENFORCE,
        SHADOW
    }

    /** Where the policy hangs. */
    public record Attachment(Securable securable, boolean inherit) {}

    /** {@code eq}, {@code in} or {@code exists} on a tag; empty values mean exists. */
    public record TagCondition(String tag, Set<String> values) {}

    /** How a selector picks columns. */
    public sealed interface ColumnMatch {
        record ByName(String name) implements ColumnMatch {}

        record ByTags(List<TagCondition> all) implements ColumnMatch {}
    }

    /** How many columns a selector may pick. */
    public enum Cardinality {
        EXACTLY_ONE,
        OPTIONAL,
        EACH
    }

    /**
     * Binds an alias of the policy's expressions to columns.
     *
     * @param path where it stands in the document
     */
    public record ColumnSelector(String path, String alias, ColumnMatch match, Cardinality cardinality) {}

    /** Whom a policy speaks of. */
    public record Audience(boolean everyone, Set<String> groups, Set<String> principals) {
        public static final Audience NOBODY = new Audience(false, Set.of(), Set.of());

        /** Whether the principal is among them. */
        public boolean speaksOf(Principal principal) {
            return everyone
                    || principals.contains(principal.name())
                    || !Collections.disjoint(groups, principal.groups());
        }
    }

    /** When it is in force; empty bounds are open. From is inclusive, until exclusive. */
    public record Validity(Optional<Instant> from, Optional<Instant> until) {}

    /** What the policy does. */
    public sealed interface Body {}

    /** Restrictive filters AND, permissive ones OR (S2). */
    public enum Mode {
        RESTRICTIVE,
        PERMISSIVE
    }

    /** A row filter; the SQL parsed but unbound. */
    public record RowFilterBody(Mode mode, String sql) implements Body {}

    /**
     * A column mask.
     *
     * @param on the alias of the masked column
     * @param kind a kind's name (S6)
     * @param key for hmac-sha-256
     * @param sql for expression
     */
    public record ColumnMaskBody(
            String on, String kind, Optional<String> key, Optional<String> sql, Optional<String> unless)
            implements Body {}
}
