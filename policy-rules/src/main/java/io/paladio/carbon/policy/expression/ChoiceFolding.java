package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Case;
import io.paladio.carbon.policy.expression.Expression.Coalesce;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Folds CASE and COALESCE: what can't be chosen goes, what is always chosen stays alone. */
final class ChoiceFolding {
    private ChoiceFolding() {}

    static Expression fold(Case choice) {
        List<When> branches = new ArrayList<>();
        for (When branch : choice.branches()) {
            Expression condition = ConstantFolding.fold(branch.condition());
            if (!(condition instanceof Literal constant)) {
                branches.add(new When(condition, ConstantFolding.fold(branch.result())));
            } else if (Truth.of(constant.value()) == Truth.TRUE) {
                return remaining(branches, ConstantFolding.fold(branch.result()));
            }
        }
        Expression otherwise = choice.otherwise()
                .map(ConstantFolding::fold)
                .orElseGet(() -> new Literal(Optional.empty(), choice.type()));
        return remaining(branches, otherwise);
    }

    private static Expression remaining(List<When> branches, Expression otherwise) {
        return branches.isEmpty() ? otherwise : new Case(branches, Optional.of(otherwise));
    }

    static Expression fold(Coalesce coalesce) {
        List<Expression> operands = new ArrayList<>();
        for (Expression operand : coalesce.operands()) {
            Expression folded = ConstantFolding.fold(operand);
            if (folded instanceof Literal literal && literal.value().isEmpty()) {
                continue;
            }
            operands.add(folded);
            if (folded instanceof Literal) {
                break;
            }
        }
        if (operands.isEmpty()) {
            return new Literal(Optional.empty(), coalesce.type());
        }
        return operands.size() == 1 ? operands.get(0) : new Coalesce(operands);
    }
}
