package io.paladio.carbon.policy.document;

import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads what a policy does: a row filter or a column mask. Used once, by one thread. */
final class BodyParser {
    static final Set<String> OF_FILTER = Set.of("mode", "expression");
    static final Set<String> OF_MASK = Set.of("on", "mask", "unless");

    private static final String HMAC = "hmac-sha-256";
    private static final String EXPRESSION = "expression";
    private static final List<String> KINDS = Stream.concat(
                    Arrays.stream(Mask.Standard.values()).map(Mask.Standard::kind), Stream.of(HMAC, EXPRESSION, "deny"))
            .toList();
    private static final String VALUE = "value";

    private final JsonFields document;
    private final List<ColumnSelector> columns;
    private final LookupParser lookups;

    BodyParser(JsonFields document, List<ColumnSelector> columns) throws DocumentFault {
        this.document = document;
        this.columns = columns;
        this.lookups = LookupParser.declared(document);
    }

    /** The lookups that the document declares. */
    Map<Securable, Integer> lookups() {
        return lookups.maxRows();
    }

    void requireLookupsUngovernedBy(PolicyDocument whole) throws DocumentFault {
        lookups.requireUngovernedBy(whole);
    }

    RowFilterBody rowFilter() throws DocumentFault {
        RowFilterBody filter = new RowFilterBody(mode(), condition());
        requireLookupsUsed();
        return filter;
    }

    Mode mode() throws DocumentFault {
        boolean permissive = document.wordOrFirst("mode", List.of("restrictive", "permissive"))
                .equals("permissive");
        return permissive ? Mode.PERMISSIVE : Mode.RESTRICTIVE;
    }

    String condition() throws DocumentFault {
        return lookups.expression(document, EXPRESSION);
    }

    ColumnMaskBody columnMask() throws DocumentFault {
        requireValueUnused();
        String on = on();
        Kind kind = kind();
        Optional<String> unless = unless();
        requireLookupsUsed();
        return new ColumnMaskBody(on, kind.name(), kind.key(), kind.sql(), unless);
    }

    String on() throws DocumentFault {
        String on = document.name("on");
        if (columns.stream().noneMatch(selector -> selector.alias().equals(on))) {
            throw new DocumentFault("$.on", "No column has this alias. Name one that $.columns declares.");
        }
        return on;
    }

    /** A kind of mask with what it needs. */
    record Kind(String name, Optional<String> key, Optional<String> sql) {}

    Kind kind() throws DocumentFault {
        JsonFields mask = document.object("mask", Set.of("kind", "key", EXPRESSION));
        String kind = mask.word("kind", KINDS);
        Optional<String> key =
                parameter(mask, "key", kind.equals(HMAC)) ? Optional.of(mask.name("key")) : Optional.empty();
        Optional<String> sql = parameter(mask, EXPRESSION, kind.equals(EXPRESSION))
                ? Optional.of(lookups.expression(mask, EXPRESSION))
                : Optional.empty();
        return new Kind(kind, key, sql);
    }

    Optional<String> unless() throws DocumentFault {
        return document.has("unless") ? Optional.of(lookups.expression(document, "unless")) : Optional.empty();
    }

    /** Refuses lookups that no expression reads, once all expressions were read. */
    void requireLookupsUsed() throws DocumentFault {
        lookups.requireAllUsed();
    }

    /** Whether the parameter is to be read; it stands where the kind takes it and nowhere else. */
    private static boolean parameter(JsonFields mask, String field, boolean taken) throws DocumentFault {
        if (!taken && mask.has(field)) {
            throw new DocumentFault(mask.path(field), "This kind of mask takes no " + field + ". Leave it out.");
        }
        return taken;
    }

    void requireValueUnused() throws DocumentFault {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).alias().equalsIgnoreCase(VALUE)) {
                throw new DocumentFault(
                        JsonPath.field(document.path("columns", i), "alias"),
                        "In a mask, value is the masked column itself. Choose another alias.");
            }
        }
    }
}
