package io.paladio.carbon.verify;

import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.resolve.PolicyResolver;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** What is due by the policies of Index, worked out here over rows that an exempt principal reads. Used by one thread. */
final class DueByIndex {
    private final PolicySource index;
    private final Securable table;
    private final Caller caller;
    private final EngineSession exempt;

    DueByIndex(PolicySource index, Securable table, Caller caller, EngineSession exempt) {
        this.index = index;
        this.table = table;
        this.caller = caller;
        this.exempt = exempt;
    }

    /** What Index decides for a table with these columns, as they are stored. */
    Decision decision(StructType stored) throws Impossible {
        ResolveAnswer answer = index.resolve(new ResolveRequest(caller, Set.of(table)));
        TableAnswer known = Optional.ofNullable(answer.tables().get(table)).orElseThrow();
        ReadLookups lookups = new ReadLookups(exempt);
        ReadSchema schema = ReadSchema.asIs(CopiedColumns.of(stored));
        Decision decision = PolicyResolver.decide(known, answer.principal(), schema, Instant.now(), lookups);
        if (lookups.failure().isPresent()) {
            throw new Impossible(
                    "What is right can't be worked out: " + lookups.failure().get() + ".");
        }
        return decision;
    }

    Due due(Decision decision, StructType stored) throws EngineFailure, Impossible {
        if (decision instanceof Decision.Denied) {
            return new Due.Refused(CarbonCondition.ACCESS_DENIED);
        }
        if (decision instanceof Decision.Unenforceable) {
            return new Due.Refused(CarbonCondition.POLICY_UNENFORCEABLE);
        }
        TableSchema schema = CopiedColumns.of(stored);
        return visible(
                decision instanceof Decision.Restricted restricted
                        ? VisibleRows.under(restricted.policy(), schema, stored)
                        : VisibleRows.all(schema, stored));
    }

    private Due visible(VisibleRows policy) throws EngineFailure, Impossible {
        List<Row> rows = new ArrayList<>();
        exempt.read("SELECT * FROM " + TableName.sql(table), row -> {
            policy.seen(row).ifPresent(rows::add);
            return rows.size() <= EngineSession.MOST_ROWS;
        });
        if (rows.size() > EngineSession.MOST_ROWS) {
            throw TableRead.tooMany();
        }
        return new Due.Visible(
                new TableCopy(policy.columns(), rows, policy.unforeseen()),
                "filtered and masked here, by the policies of Index");
    }
}
