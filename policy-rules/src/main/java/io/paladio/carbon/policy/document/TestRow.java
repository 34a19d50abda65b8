package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.expression.Expression.Literal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The row of one test: no table is known yet, so that the types of its values are those under which the policy's expressions have
 * a meaning. Immutable.
 */
final class TestRow {
    private static final int MOST_TRIALS = 4096;

    private final List<ColumnSelector> columns;
    private final PolicyTest test;
    private final Optional<String> masked;
    private final Nulls nulls;

    /** Which of the row's NULLs have a type: one without reads as a constant. */
    enum Nulls {
        OF_THE_MASKED_COLUMN,
        OF_ALL_COLUMNS
    }

    /** @param masked the alias of the masked column, which expressions may call {@code value} too */
    TestRow(List<ColumnSelector> columns, PolicyTest test, Optional<String> masked, Nulls nulls) {
        this.columns = columns;
        this.test = test;
        this.masked = masked;
        this.nulls = nulls;
    }

    /** What is made of the row once its values have types. */
    interface Meaning<T> {
        T of(TypedRow row) throws Misfit;
    }

    /** Types that make no sense of a policy. */
    static final class Misfit extends Exception {
        private static final long serialVersionUID = 1L;

        Misfit(String problem) {
            super(problem, null, false, false);
        }

        String problem() {
            return String.valueOf(getMessage());
        }
    }

    /** The meaning under the first types that make sense of it, for the columns of these names. */
    <T> T meaning(Set<String> names, Meaning<T> meaning) throws DocumentFault {
        Map<String, String> places = new LinkedHashMap<>();
        for (String name : new TreeSet<>(names)) {
            Optional<String> place = place(name);
            if (place.isPresent()) {
                places.put(name, place.get());
            } else if (!mayBeAbsent(name)) {
                throw new DocumentFault(
                        path("row"),
                        "The row does not say what " + JsonPath.shown(name) + " holds. Write it, or null.");
            }
        }
        return firstThatFits(new TypedRow.Names(Set.copyOf(names), places), meaning);
    }

    private <T> T firstThatFits(TypedRow.Names names, Meaning<T> meaning) throws DocumentFault {
        List<String> keys = names.places().values().stream().distinct().toList();
        List<List<Literal>> meanings = keys.stream().map(this::meanings).toList();
        Optional<Misfit> misfit = Optional.empty();
        int[] chosen = new int[keys.size()];
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
            try {
                return meaning.of(typed(names, keys, meanings, chosen));
            } catch (Misfit next) {
                misfit = Optional.of(misfit.orElse(next));
            }
            if (!advance(chosen, meanings)) {
                break;
            }
        }
        throw new DocumentFault(
                path("row"),
                "Its values do not fit the policy. "
                        + misfit.map(Misfit::problem).orElse("Write values of the columns' types."));
    }

    private TypedRow typed(TypedRow.Names names, List<String> keys, List<List<Literal>> meanings, int[] chosen) {
        Map<String, Literal> values = new LinkedHashMap<>();
        for (int i = 0; i < chosen.length; i++) {
            if (!meanings.get(i).isEmpty()) {
                values.put(keys.get(i), meanings.get(i).get(chosen[i]));
            }
        }
        return new TypedRow(names, values, test.as());
    }

    /** The next choice of types, the last column's first; false after the last one. */
    private static boolean advance(int[] chosen, List<List<Literal>> meanings) {
        for (int i = chosen.length - 1; i >= 0; i--) {
            if (++chosen[i] < meanings.get(i).size()) {
                return true;
            }
            chosen[i] = 0;
        }
        return false;
    }

    private List<Literal> meanings(String key) {
        JsonNode value = Optional.ofNullable(test.row().get(key)).orElseThrow();
        boolean isTyped = nulls == Nulls.OF_ALL_COLUMNS
                || masked.flatMap(this::place).filter(key::equals).isPresent();
        return value.isNull() && isTyped ? TestValues.nulls() : TestValues.meanings(value);
    }

    /** The row's own name for what an expression names: so written, by its alias, by its column, or in another case. */
    private Optional<String> place(String name) {
        List<String> candidates = new ArrayList<>(List.of(name));
        boolean isMasked = masked.isPresent() && (name.equals("value") || name.equalsIgnoreCase(masked.get()));
        if (isMasked) {
            candidates.add(masked.get());
            candidates.add("value");
        }
        String alias = isMasked ? masked.get() : name;
        selector(alias).ifPresent(selector -> {
            candidates.add(selector.alias());
            if (selector.match() instanceof ColumnMatch.ByName named) {
                candidates.add(named.name());
            }
        });
        return candidates.stream()
                .filter(test.row()::containsKey)
                .findFirst()
                .or(() -> candidates.stream()
                        .flatMap(each -> inAnyCase(each).stream())
                        .findFirst());
    }

    private Optional<String> inAnyCase(String name) {
        List<String> similar =
                test.row().keySet().stream().filter(name::equalsIgnoreCase).toList();
        return similar.size() == 1 ? Optional.of(similar.get(0)) : Optional.empty();
    }

    private boolean mayBeAbsent(String name) {
        return selector(name)
                .filter(selector -> selector.cardinality() == Cardinality.OPTIONAL)
                .isPresent();
    }

    private Optional<ColumnSelector> selector(String alias) {
        return columns.stream()
                .filter(selector -> selector.alias().equalsIgnoreCase(alias))
                .findFirst();
    }

    private String path(String field) {
        return JsonPath.field(test.path(), field);
    }
}
