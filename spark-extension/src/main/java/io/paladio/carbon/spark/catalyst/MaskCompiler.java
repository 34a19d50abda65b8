package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.mask.HmacKey;
import io.paladio.carbon.policy.mask.MaskSecrets;
import io.paladio.carbon.policy.mask.QuerySalt;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.ObjectType;
import scala.Tuple2;

/** One column's mask as a Catalyst tree of the column's exact type (S7). Immutable. */
final class MaskCompiler {
    private final EffectivePolicy policy;
    private final MaskSecrets secrets;

    MaskCompiler(EffectivePolicy policy, MaskSecrets secrets) {
        this.policy = policy;
        this.secrets = secrets;
    }

    /** What the principal gets in place of the raw value. */
    Expression compile(ColumnMask mask, Expression raw, FieldBinding fields) {
        FieldBinding bound = fields.with(mask.column().fieldId(), raw);
        Expression masked = masked(mask, raw, bound);
        if (!SameType.is(masked.dataType(), raw.dataType())) {
            throw FieldBinding.unenforceable(policy, "a mask does not have its column's exact type");
        }
        return mask.unless()
                .map(release -> released(new ExpressionCompiler(bound).compile(release), raw, masked))
                .orElse(masked);
    }

    private static Expression released(Expression release, Expression raw, Expression masked) {
        List<Tuple2<Expression, Expression>> branches = List.of(new Tuple2<>(release, raw));
        return new CaseWhen(ScalaInterop.seq(branches), scala.Option.apply(masked));
    }

    private Expression masked(ColumnMask mask, Expression raw, FieldBinding fields) {
        if (mask.mask() instanceof Mask.Standard standard) {
            return standard(standard, mask, raw);
        }
        if (mask.mask() instanceof Mask.Computed computed) {
            return new ExpressionCompiler(fields).compile(computed.expression());
        }
        if (mask.mask() instanceof Mask.HmacSha256 hmac) {
            return keyed(hmac, raw);
        }
        throw FieldBinding.unenforceable(policy, "a denied column is within one that is read");
    }

    private Expression standard(Mask.Standard kind, ColumnMask mask, Expression raw) {
        return switch (kind) {
            case MASK_ALPHANUM -> call("maskAlphanum", raw);
            case SHOW_FIRST_4 -> call("showFirst4", raw);
            case SHOW_LAST_4 -> call("showLast4", raw);
            case TRUNCATE_TO_YEAR -> call("truncateToYear", raw);
            case TRUNCATE_TO_MONTH -> call("truncateToMonth", raw);
            case SHA_256_GLOBAL -> call("sha256Global", raw);
            case SHA_256_QUERY_LOCAL -> salted(raw);
            case REPLACE_WITH_NULL -> CatalystLiterals.nothing(raw.dataType());
            case MASK_TO_FIXED_VALUE ->
                FixedLiterals.of(mask.column().type(), raw.dataType())
                        .orElseThrow(() -> FieldBinding.unenforceable(policy, "its column's type has no fixed value"));
        };
    }

    private Expression call(String method, Expression raw) {
        return StaticCalls.of(MaskFunctions.class, method, raw.dataType(), List.of(raw));
    }

    private Expression salted(Expression raw) {
        return secret("sha256QueryLocal", new Literal(secrets.salt(), new ObjectType(QuerySalt.class)), raw);
    }

    private Expression keyed(Mask.HmacSha256 mask, Expression raw) {
        HmacKey key = secrets.key(mask.key())
                .orElseThrow(
                        () -> FieldBinding.unenforceable(policy, "the engine holds no key of the name that it gives"));
        return secret("hmacSha256", new Literal(key, new ObjectType(HmacKey.class)), raw);
    }

    private static Expression secret(String method, Literal secret, Expression raw) {
        return StaticCalls.of(MaskFunctions.class, method, raw.dataType(), List.of(secret, raw));
    }
}
