package io.paladio.carbon.catalog;

import io.paladio.carbon.catalog.ReadSchemas.Selection;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.spark.source.SparkChangelogTable;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.Table;

/**
 * Decides what a session gets for a table that the face has served: the table itself, its governed form, or a refusal. The
 * question is always about the table that was really loaded. Immutable.
 */
final class TableGovernor {
    private final String warehouse;
    private final Supplier<SessionGovernance> governance;

    TableGovernor(String warehouse, Supplier<SessionGovernance> governance) {
        this.warehouse = warehouse;
        this.governance = governance;
    }

    String warehouse() {
        return warehouse;
    }

    /** The table for a statement, outside any barrier. */
    Table serve(LoadedTable loaded, Table spark, Selection selection) {
        if (loaded.table() instanceof BaseMetadataTable || spark instanceof SparkChangelogTable) {
            return serveMetadata(loaded, spark, selection);
        }
        SparkTable table = proven(loaded, spark);
        ReadSchema schema = readSchema(loaded, table, selection);
        Decision decision = decide(securable(loaded), schema);
        if (decision instanceof Decision.Unrestricted) {
            return table;
        }
        return new GovernedTable(new ReadView(table, restriction(decision, securable(loaded)), schema));
    }

    /** The table for the relation within a barrier, when Spark loads it again. */
    Table serveInside(LoadedTable loaded, Table spark, Selection selection) {
        Table outside = serve(loaded, spark, selection);
        if (outside instanceof GovernedTable governed) {
            return governed.inner();
        }
        throw notGovernable(securable(loaded).toString(), "its policy changed while the statement was prepared");
    }

    /** What is said to whom the table has nothing of what was selected; whoever may not read it is refused for that. */
    SparkRefusal unselected(LoadedTable loaded) {
        ReadSchema schema = ReadSchema.asIs(IcebergSchemas.of(loaded.table().schema()));
        decide(securable(loaded), schema.under(loaded.restrictions()));
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(securable(loaded).toString())
                .reason("it has no such branch, tag or snapshot, and none at that time")
                .remedy("Look for what it has in its metadata tables refs and snapshots.")
                .build());
    }

    private Table serveMetadata(LoadedTable loaded, Table spark, Selection selection) {
        org.apache.iceberg.Table base =
                loaded.table() instanceof BaseMetadataTable metadata ? metadata.table() : loaded.table();
        boolean changes = spark instanceof SparkChangelogTable
                && spark.name().equals(loaded.table().name() + "." + SparkChangelogTable.TABLE_NAME);
        boolean described = spark instanceof SparkTable table && table.table() == loaded.table();
        if (!(base instanceof BaseTable) || !(changes || described)) {
            throw unproven(loaded);
        }
        Securable securable = securable(loaded);
        ReadSchema schema = ReadSchema.asIs(IcebergSchemas.of(base.schema()));
        Decision decision = decide(securable, schema.under(loaded.restrictions()));
        if (decision instanceof Decision.Unrestricted) {
            return spark;
        }
        EffectivePolicy policy = restriction(decision, securable);
        if (loaded.table() instanceof BaseMetadataTable metadata && selection == Selection.CURRENT) {
            return OpenMetadata.of(metadata)
                    .<Table>map(open -> GovernedMetadata.of(policy, open, metadata))
                    .orElseThrow(() -> metadataDenied(spark, policy));
        }
        throw metadataDenied(spark, policy);
    }

    private static SparkRefusal metadataDenied(Table spark, EffectivePolicy policy) {
        return SparkRefusal.of(CarbonCondition.METADATA_DENIED
                .refusal()
                .object(spark.name())
                .principal(policy.principal().name())
                .build());
    }

    private SparkTable proven(LoadedTable loaded, Table spark) {
        // Exactly this class: a subclass would let the face plan scans, which no rule of ours has looked at.
        boolean plain = loaded.table().getClass() == BaseTable.class;
        if (plain && spark instanceof SparkTable table && table.table() == loaded.table()) {
            return table;
        }
        throw unproven(loaded);
    }

    /** Policies speak of the table as it is now, and bind to what is read by field-id (S15). */
    private static ReadSchema readSchema(LoadedTable loaded, SparkTable table, Selection selection) {
        return ReadSchemas.of(table, selection)
                .map(IcebergSchemas::of)
                .map(read -> new ReadSchema(IcebergSchemas.of(loaded.table().schema()), read, loaded.restrictions()))
                .orElseThrow(() -> unproven(loaded));
    }

    /** What the caller may see of a table or view with this name and schema; refuses where the answer is no, or not known. */
    Decision decide(TableIdentifier name, ReadSchema schema) {
        return decide(securable(name), schema);
    }

    private Securable securable(LoadedTable loaded) {
        return securable(loaded.base());
    }

    private Securable securable(TableIdentifier name) {
        String[] schema = name.namespace().levels();
        if (schema.length != 1) {
            throw notGovernable(name.toString(), "a table lies in a schema of one level");
        }
        return Securable.table(warehouse, schema[0], name.name());
    }

    private Decision decide(Securable table, ReadSchema schema) {
        Decision decision = governance.get().decide(table, schema);
        if (decision instanceof Decision.Denied denied) {
            throw SparkRefusal.of(CarbonCondition.ACCESS_DENIED
                    .refusal()
                    .principal(denied.principal())
                    .object(table.toString())
                    .build());
        }
        if (decision instanceof Decision.Unenforceable fault) {
            throw SparkRefusal.of(CarbonCondition.POLICY_UNENFORCEABLE
                    .refusal()
                    .policy(fault.policy())
                    .object(table.toString())
                    .principal(fault.principal())
                    .reason(fault.reason())
                    .build());
        }
        if (!isAbout(decision, table)) {
            throw notGovernable(table.toString(), "the decision is about another table or principal");
        }
        return decision;
    }

    private boolean isAbout(Decision decision, Securable table) {
        if (decision instanceof Decision.Restricted restricted) {
            return isAbout(restricted.policy().table(), restricted.policy().principal(), table);
        }
        return decision instanceof Decision.Unrestricted free && isAbout(free.table(), free.principal(), table);
    }

    private boolean isAbout(Securable decided, Principal principal, Securable table) {
        return decided.equals(table)
                && principal.name().equals(governance.get().caller().name());
    }

    private static EffectivePolicy restriction(Decision decision, Securable table) {
        if (decision instanceof Decision.Restricted restricted) {
            return restricted.policy();
        }
        throw notGovernable(table.toString(), "there is no decision about it");
    }

    private static SparkRefusal unproven(LoadedTable loaded) {
        return notGovernable(loaded.base().toString(), "what the catalog serves for it is not known to be this table");
    }

    private static SparkRefusal notGovernable(String object, String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(object)
                .reason(reason)
                .build());
    }
}
