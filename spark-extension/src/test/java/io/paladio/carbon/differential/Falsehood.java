package io.paladio.carbon.differential;

import io.paladio.carbon.differential.TablePolicies.Audience;
import io.paladio.carbon.differential.TablePolicies.Filter;
import io.paladio.carbon.differential.TablePolicies.Mask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Wrong accounts of policies. Told one of these, the oracle is as wrong as an engine would be that got policies so. */
enum Falsehood implements UnaryOperator<TablePolicies> {
    NO_FILTER(policies -> new TablePolicies(List.of(), policies.masks())),
    NO_MASK(policies -> new TablePolicies(policies.filters(), List.of())),
    NULL_SHOWS(policies -> filters(policies, filter -> condition(filter, null, true))),
    FILTERS_OR_ED(policies -> filters(policies, filter -> new Filter(filter.condition(), true, filter.audience()))),
    PERMISSIVE_AS_RESTRICTIVE(
            policies -> filters(policies, filter -> new Filter(filter.condition(), false, filter.audience()))),
    FALSE_SHOWS_AND_TRUE_HIDES(policies -> filters(
            policies, filter -> new Filter(Formula.not(filter.condition()), filter.permissive(), filter.audience()))),
    NEVER_RELEASED(policies -> masks(
            policies, mask -> new Mask(mask.path(), mask.kind(), mask.formula(), Optional.empty(), mask.audience()))),
    FIXED_AS_NULL(policies -> masks(policies, mask -> kind(mask, OracleMeet.FIXED, OracleMeet.NULL))),
    NULL_AS_FIXED(policies -> masks(policies, mask -> kind(mask, OracleMeet.NULL, OracleMeet.FIXED))),
    YEAR_AS_MONTH(policies -> masks(policies, mask -> kind(mask, "truncate-to-year", "truncate-to-month"))),
    LAST_FOUR_AS_FIRST(policies -> masks(policies, mask -> kind(mask, "show-last-4", "show-first-4"))),
    ANOTHER_KEY(policies -> masks(
            policies,
            mask -> kind(mask, "hmac-sha-256 " + PolicyDocuments.KEY, "hmac-sha-256 " + PolicyDocuments.OTHER_KEY))),
    FIRST_MASK_WINS(Falsehood::firstOfEach),
    BINDS_EVERYBODY(policies -> new TablePolicies(
            policies.filters().stream()
                    .map(filter -> new Filter(filter.condition(), filter.permissive(), Audience.EVERYBODY))
                    .toList(),
            policies.masks()));

    private final UnaryOperator<TablePolicies> account;

    Falsehood(UnaryOperator<TablePolicies> account) {
        this.account = account;
    }

    @Override
    public TablePolicies apply(TablePolicies policies) {
        return account.apply(policies);
    }

    private static TablePolicies filters(TablePolicies policies, UnaryOperator<Filter> change) {
        return new TablePolicies(policies.filters().stream().map(change).toList(), policies.masks());
    }

    private static TablePolicies masks(TablePolicies policies, UnaryOperator<Mask> change) {
        return new TablePolicies(
                policies.filters(), policies.masks().stream().map(change).toList());
    }

    private static Filter condition(Filter filter, Object value, Object instead) {
        Formula.Meaning meaning = filter.condition().meaning();
        Formula wrong = new Formula(filter.condition().sql(), (row, masked) -> {
            Object truth = meaning.of(row, masked);
            return truth == value ? instead : truth;
        });
        return new Filter(wrong, filter.permissive(), filter.audience());
    }

    private static Mask kind(Mask mask, String kind, String instead) {
        return mask.kind().equals(kind)
                ? new Mask(mask.path(), instead, mask.formula(), mask.unless(), mask.audience())
                : mask;
    }

    private static TablePolicies firstOfEach(TablePolicies policies) {
        Map<String, Mask> first = new LinkedHashMap<>();
        policies.masks().stream()
                .filter(mask -> mask.audience().bindsBob())
                .forEach(mask -> first.putIfAbsent(mask.path(), mask));
        return new TablePolicies(policies.filters(), new ArrayList<>(first.values()));
    }
}
