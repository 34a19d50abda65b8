package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.expression.Expression;
import java.util.Optional;

/** What one policy does to one column, before the policies of that column meet. */
record BoundMask(ColumnPath column, Mask mask, Optional<Expression> unless, PolicyReference policy) {}
