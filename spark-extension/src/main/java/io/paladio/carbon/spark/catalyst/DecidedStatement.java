package io.paladio.carbon.spark.catalyst;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a principal may know of a statement of his own that has ended.
 *
 * @param outcome {@code completed}, {@code failed} or {@code refused}
 * @param tables the tables that it read
 * @param policies what bound him on them, as {@code id@version}
 */
public record DecidedStatement(
        String statementId,
        Instant ended,
        String outcome,
        Optional<String> errorClass,
        List<String> tables,
        List<String> policies) {
    public DecidedStatement {
        tables = List.copyOf(tables);
        policies = List.copyOf(policies);
    }
}
