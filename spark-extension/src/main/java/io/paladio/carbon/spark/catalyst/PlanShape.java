package io.paladio.carbon.spark.catalyst;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * The shape of a plan as one hash: its nodes' kinds in their order and nesting. Two plans that differ only in literals, names or
 * expressions have one shape. Used by one thread, once.
 */
final class PlanShape {
    private final MessageDigest digest;

    private PlanShape(MessageDigest digest) {
        this.digest = digest;
    }

    static String of(LogicalPlan plan) {
        try {
            PlanShape shape = new PlanShape(MessageDigest.getInstance("SHA-256"));
            shape.add(plan);
            return "sha256:" + HexFormat.of().formatHex(shape.digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private void add(LogicalPlan node) {
        digest.update((node.getClass().getSimpleName() + "(").getBytes(StandardCharsets.UTF_8));
        PlanTree.below(node).forEach(this::add);
        digest.update((byte) ')');
    }
}
