package io.paladio.carbon.policy;

import io.paladio.carbon.policy.expression.Expression;
import java.util.Arrays;
import java.util.Optional;

/** What a column mask does to a value. Named as the Iceberg REST specification's read restrictions name them (S6). */
public sealed interface Mask {

    /** The nine of the standard, byte for byte. */
    enum Standard implements Mask {
        MASK_ALPHANUM("mask-alphanum"),
        MASK_TO_FIXED_VALUE("mask-to-fixed-value"),
        REPLACE_WITH_NULL("replace-with-null"),
        SHOW_FIRST_4("show-first-4"),
        SHOW_LAST_4("show-last-4"),
        TRUNCATE_TO_YEAR("truncate-to-year"),
        TRUNCATE_TO_MONTH("truncate-to-month"),
        SHA_256_GLOBAL("sha-256-global"),
        SHA_256_QUERY_LOCAL("sha-256-query-local");

        private final String kind;

        Standard(String kind) {
            this.kind = kind;
        }

        @Override
        public String kind() {
            return kind;
        }

        /** The kind of this name; empty for a kind that the standard does not have. */
        public static Optional<Standard> named(String kind) {
            return Arrays.stream(values())
                    .filter(standard -> standard.kind.equals(kind))
                    .findFirst();
        }
    }

    /** The hash of {@link Standard#SHA_256_GLOBAL} with a key, which is known here by its name only. */
    record HmacSha256(String key) implements Mask {
        @Override
        public String kind() {
            return "hmac-sha-256";
        }
    }

    /** A restricted expression over the raw value and other raw columns of the row, already bound. */
    record Computed(Expression expression) implements Mask {
        @Override
        public String kind() {
            return "expression";
        }
    }

    /** The column can't be referenced, and {@code *} leaves it out. */
    record Deny() implements Mask {
        @Override
        public String kind() {
            return "deny";
        }
    }

    /** The name in policy documents, EXPLAIN and evidence. */
    String kind();
}
