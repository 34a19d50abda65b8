package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.ParsedExpression;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads expressions and holds them to the lookups that the document declares (S9). Used once, by one thread. */
final class LookupParser {
    private static final String LANGUAGE = "spark-sql-restricted/1";

    private record Declared(String path, int maxRows) {}

    private final Map<Securable, Declared> declared;
    private final Set<Securable> used = new HashSet<>();

    private LookupParser(Map<Securable, Declared> declared) {
        this.declared = declared;
    }

    static LookupParser declared(JsonFields document) throws DocumentFault {
        Map<Securable, Declared> declared = new LinkedHashMap<>();
        List<JsonNode> elements = document.has("lookups") ? document.elements("lookups") : List.of();
        for (int i = 0; i < elements.size(); i++) {
            JsonFields lookup =
                    JsonFields.of(elements.get(i), document.path("lookups", i), Set.of("securable", "max-rows"));
            Securable table = DocumentParser.securable(lookup);
            int maxRows = lookup.positive("max-rows");
            String path = lookup.path("securable");
            if (table.path().size() != 3) {
                throw new DocumentFault(path, "A lookup is one table. Write catalog.schema.table.");
            }
            if (declared.putIfAbsent(table, new Declared(path, maxRows)) != null) {
                throw new DocumentFault(path, "The lookup is declared twice. Declare it once.");
            }
        }
        return new LookupParser(declared);
    }

    /** The SQL of an expression that is part of the language. */
    String expression(JsonFields parent, String field) throws DocumentFault {
        JsonFields expression = parent.object(field, Set.of("lang", "sql"));
        expression.word("lang", List.of(LANGUAGE));
        String sql = expression.text("sql");
        String path = expression.path("sql");
        Set<Securable> lookups = parsed(sql, path).lookups();
        if (!declared.keySet().containsAll(lookups)) {
            throw new DocumentFault(path, "It looks up a table that is not declared. Declare it in $.lookups.");
        }
        used.addAll(lookups);
        return sql;
    }

    /** How many rows of each declared lookup may be read. */
    Map<Securable, Integer> maxRows() {
        Map<Securable, Integer> maxRows = new LinkedHashMap<>();
        declared.forEach((table, lookup) -> maxRows.put(table, lookup.maxRows()));
        return maxRows;
    }

    void requireAllUsed() throws DocumentFault {
        for (Map.Entry<Securable, Declared> lookup : declared.entrySet()) {
            if (!used.contains(lookup.getKey())) {
                throw new DocumentFault(lookup.getValue().path(), "The lookup is not used. Use it, or leave it out.");
            }
        }
    }

    /** A lookup has no policy of its own (S9): one that this policy governs as well could never be read. */
    void requireUngovernedBy(PolicyDocument document) throws DocumentFault {
        for (Map.Entry<Securable, Declared> lookup : declared.entrySet()) {
            if (document.surelyBearsOn(lookup.getKey())) {
                throw new DocumentFault(
                        lookup.getValue().path(),
                        "The policy governs its own lookup, and a lookup has no policy. Look up a table elsewhere, or attach"
                                + " the policy to other tables.");
            }
        }
    }

    private static ParsedExpression parsed(String sql, String path) throws DocumentFault {
        try {
            return ParsedExpression.parse(sql);
        } catch (ExpressionFault fault) {
            throw new DocumentFault(path, "At character " + (fault.position() + 1) + ": " + fault.problem());
        }
    }
}
