package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.RowFilter;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The row filters of one table for one principal, combined as PostgreSQL combines its policies (S2): all restrictive ones and
 * at least one permissive one. Where the table has permissive ones and none is for the principal, a single condition that is
 * always false. Collects; not thread-safe.
 */
final class RowFilters {
    /** An engine takes filters apart and strings them together again, one within the next: its stack has an end. */
    private static final int MOST = 500;

    static final Expression NO_ROW = new Literal(Optional.of(false), ValueType.Simple.BOOLEAN);

    private final List<Bound> restrictive = new ArrayList<>();
    private final List<Bound> permissive = new ArrayList<>();
    private final List<PolicyReference> permissiveForOthers = new ArrayList<>();

    private record Bound(Expression condition, PolicyReference policy) {}

    /** A filter that applies, with its conditions: one for each column that it is about. */
    void add(Mode mode, List<Expression> conditions, PolicyReference policy) throws Unbindable {
        if (conditions.isEmpty()) {
            throw new Unbindable("none of its columns is in the schema that is read");
        }
        if (restrictive.size() + permissive.size() >= MOST) {
            throw new Unbindable("more than " + MOST + " row filters apply to the principal");
        }
        Expression condition = joined(conditions, Expression.And::new);
        (mode == Mode.PERMISSIVE ? permissive : restrictive).add(new Bound(condition, policy));
    }

    /** A permissive filter that the table has and that is not for this principal. */
    void addPermissiveForOthers(PolicyReference policy) {
        permissiveForOthers.add(policy);
    }

    Optional<RowFilter> combined() {
        List<Expression> conditions = new ArrayList<>(conditions(restrictive));
        List<PolicyReference> policies = new ArrayList<>(policies(restrictive));
        if (!permissive.isEmpty()) {
            conditions.add(joined(conditions(permissive), Expression.Or::new));
            policies.addAll(policies(permissive));
        } else if (!permissiveForOthers.isEmpty()) {
            conditions.clear();
            conditions.add(NO_ROW);
            policies.addAll(permissiveForOthers);
        }
        return conditions.isEmpty()
                ? Optional.empty()
                : Optional.of(new RowFilter(joined(conditions, Expression.And::new), policies));
    }

    private static List<Expression> conditions(List<Bound> filters) {
        return filters.stream().map(Bound::condition).toList();
    }

    private static List<PolicyReference> policies(List<Bound> filters) {
        return filters.stream().map(Bound::policy).toList();
    }

    private static Expression joined(List<Expression> conditions, Function<List<Expression>, Expression> join) {
        return conditions.size() == 1 ? conditions.get(0) : join.apply(List.copyOf(conditions));
    }
}
