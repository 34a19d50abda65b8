package io.paladio.carbon.lineage;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.lineage.StatementRecord.AppliedPolicy;
import io.paladio.carbon.lineage.StatementRecord.LookupRead;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The decision record as the outside reads it (S24): {@code docs/schemas/decision-record.json}. Names and versions only; what a
 * policy compares with, what a row holds and where a table lies have no place in it.
 */
final class DecisionJson {
    private static final int FORMAT = 1;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DecisionJson() {}

    /** The record in one line. */
    static String of(StatementRecord statement) {
        ObjectNode record = NODES.objectNode();
        record.put("format", FORMAT);
        record.put("decision-id", statement.decisionId().toString());
        record.put("statement-id", statement.statementId());
        putOptional(record, "operation-id", statement.operationId());
        record.put("principal", statement.principal());
        putOptional(record, "actor", statement.actor());
        record.set("groups", texts(statement.groups().stream().sorted().toList()));
        record.put("kind", statement.kind());
        record.put("started", statement.started().toString());
        record.put("ended", statement.ended().toString());
        record.set("tables", tables(statement));
        record.set(
                "writes",
                texts(statement.writes().stream().map(Securable::toString).toList()));
        record.set("outcome", outcome(statement.outcome()));
        putOptional(record, "plan-shape", statement.planShape());
        record.set("lookups", lookups(statement.reads()));
        record.set("shadow", shadows(statement.reads()));
        return record.toString();
    }

    private static ArrayNode tables(StatementRecord statement) {
        ArrayNode tables = NODES.arrayNode();
        statement.reads().forEach(read -> tables.add(table(read)));
        statement.outcome().asked().forEach(asked -> tables.add(unread(asked)));
        return tables;
    }

    private static ObjectNode table(TableRead read) {
        ObjectNode table = NODES.objectNode().put("table", read.table().toString());
        // A string: snapshot ids have 63 bits, and many readers of JSON keep 53.
        putOptional(table, "snapshot-id", read.snapshotId().map(String::valueOf));
        table.put("etag", read.etag());
        ArrayNode policies = table.putArray("policies");
        read.policies().forEach(policy -> policies.add(policy(policy)));
        ArrayNode exemptions = table.putArray("exemptions");
        read.exemptions().forEach(exemption -> exemptions.add(reference(exemption)));
        return table;
    }

    private static ObjectNode unread(Securable asked) {
        ObjectNode table = NODES.objectNode().put("table", asked.toString());
        table.putNull("snapshot-id").putNull("etag");
        table.putArray("policies");
        table.putArray("exemptions");
        return table;
    }

    private static ArrayNode lookups(List<TableRead> reads) {
        Set<ObjectNode> lookups = new LinkedHashSet<>();
        for (TableRead read : reads) {
            read.lookups().forEach(lookup -> lookups.add(lookup(lookup)));
        }
        return NODES.arrayNode().addAll(lookups);
    }

    private static ObjectNode lookup(LookupRead read) {
        ObjectNode lookup = NODES.objectNode().put("table", read.table().toString());
        putOptional(lookup, "snapshot-id", read.snapshotId().map(String::valueOf));
        return lookup;
    }

    /** Each policy once a table, however often the statement reads it. */
    private static ArrayNode shadows(List<TableRead> reads) {
        Set<ObjectNode> shadows = new LinkedHashSet<>();
        for (TableRead read : reads) {
            read.shadows().forEach(effect -> shadows.add(shadow(read.table(), effect)));
        }
        return NODES.arrayNode().addAll(shadows);
    }

    private static ObjectNode shadow(Securable table, ShadowEffect effect) {
        ObjectNode shadow = reference(effect.policy());
        shadow.put("table", table.toString());
        shadow.put("kind", effect.kind());
        shadow.set("columns", texts(effect.columns()));
        effect.hiddenRows().ifPresent(rows -> shadow.put("hidden-rows", rows));
        putOptional(shadow, "fault", effect.fault());
        return shadow;
    }

    private static ObjectNode policy(AppliedPolicy applied) {
        ObjectNode policy = reference(applied.policy());
        policy.put("kind", applied.kind());
        putOptional(policy, "column", applied.column());
        return policy;
    }

    private static ObjectNode reference(PolicyReference reference) {
        return NODES.objectNode()
                .put("id", reference.id())
                .put("version", reference.version())
                .put("etag", reference.etag());
    }

    private static ObjectNode outcome(Outcome outcome) {
        ObjectNode node = NODES.objectNode().put("status", outcome.status());
        outcome.error()
                .ifPresent(error -> node.put("error-class", error.errorClass()).put("sqlstate", error.sqlState()));
        if (outcome instanceof Outcome.Refused refused) {
            putOptional(node, "object", refused.object());
        }
        return node;
    }

    private static ArrayNode texts(Collection<String> texts) {
        ArrayNode array = NODES.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    private static void putOptional(ObjectNode node, String name, Optional<String> text) {
        text.ifPresentOrElse(value -> node.put(name, value), () -> node.putNull(name));
    }
}
