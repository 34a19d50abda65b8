package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the names in a policy's expression stand for. Nothing outside it can be meant, so a session can't capture a name.
 *
 * @param columns aliases and column names, {@code value} for the masked column; a nested field's name is its dotted path
 * @param absent aliases that the policy declares optional and that the table lacks: they read as NULL of any type
 * @param principal answers the context functions
 * @param lookups the tables that may be looked up
 */
public record BindingScope(
        Map<String, ColumnReference> columns, Set<String> absent, Principal principal, Lookups lookups) {
    public BindingScope {
        columns = Map.copyOf(columns);
        absent = Set.copyOf(absent);
    }

    /** A scope in which nothing can be looked up. */
    public BindingScope(Map<String, ColumnReference> columns, Set<String> absent, Principal principal) {
        this(columns, absent, principal, Lookups.NONE);
    }

    /** What a name stands for: the one written so, else the only one that differs in case alone. */
    Operand resolve(int position, String name) throws ExpressionFault {
        Optional<Operand> exact = meaning(position, name);
        if (exact.isPresent()) {
            return exact.get();
        }
        Set<Operand> similar = Stream.concat(columns.keySet().stream(), absent.stream())
                .filter(name::equalsIgnoreCase)
                .flatMap(known -> meaning(position, known).stream())
                .collect(Collectors.toSet());
        if (similar.size() > 1) {
            throw new ExpressionFault(
                    position,
                    "The name " + ExpressionFault.shown(name) + " fits several columns. Write it in the case of one.");
        }
        return similar.stream()
                .findFirst()
                .orElseThrow(() -> new ExpressionFault(
                        position,
                        "The table has no column " + ExpressionFault.shown(name)
                                + " that expressions can read. Name one that it has."));
    }

    private Optional<Operand> meaning(int position, String name) {
        if (columns.containsKey(name)) {
            return Optional.of(Operand.of(position, columns.get(name)));
        }
        return absent.contains(name) ? Optional.of(Operand.nothing(position)) : Optional.empty();
    }
}
