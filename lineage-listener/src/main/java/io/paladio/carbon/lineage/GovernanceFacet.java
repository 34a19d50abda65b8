package io.paladio.carbon.lineage;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.openlineage.client.OpenLineage;
import io.paladio.carbon.lineage.StatementRecord.AppliedPolicy;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.PolicyReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Run facet {@code carbon_governance}: under which policies a run read. Its schema is {@code
 * docs/schemas/carbon-governance-run-facet.json}. The order of its fields is said, since Java promises none. Immutable.
 */
@JsonPropertyOrder({"_schemaURL", "_producer"})
final class GovernanceFacet implements OpenLineage.RunFacet {
    static final String NAME = "carbon_governance";
    static final URI SCHEMA =
            URI.create("https://paladio.io/carbon-spark/schemas/1-0-0/carbon-governance-run-facet.json");

    private final URI producer;
    private final Map<String, Object> properties;

    private GovernanceFacet(URI producer, Map<String, Object> properties) {
        this.producer = producer;
        this.properties = properties;
    }

    static GovernanceFacet of(StatementRecord statement, PrincipalNames names, URI producer) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("statementId", statement.statementId());
        statement.operationId().ifPresent(operation -> properties.put("operationId", operation));
        properties.put("decisionId", statement.decisionId().toString());
        properties.put("principal", names.nameOf(statement.principal()));
        properties.put("principalForm", names.form());
        properties.put("policies", policies(statement.reads()));
        properties.put("columnLineageComplete", statement.columns().complete());
        return new GovernanceFacet(producer, properties);
    }

    private static List<Map<String, Object>> policies(List<TableRead> reads) {
        List<Map<String, Object>> policies = new ArrayList<>();
        for (TableRead read : reads) {
            Map<PolicyAtWork, List<String>> columns = new LinkedHashMap<>();
            for (AppliedPolicy applied : read.policies()) {
                columns.computeIfAbsent(new PolicyAtWork(applied.policy(), applied.kind()), key -> new ArrayList<>())
                        .addAll(applied.column().map(List::of).orElse(read.filterColumns()));
            }
            columns.forEach((policy, names) -> policies.add(policy(policy, read, names)));
        }
        return policies;
    }

    private static Map<String, Object> policy(PolicyAtWork atWork, TableRead read, List<String> columns) {
        Map<String, Object> policy = new LinkedHashMap<>();
        policy.put("id", atWork.policy().id());
        policy.put("version", atWork.policy().version());
        policy.put("etag", atWork.policy().etag());
        policy.put("kind", atWork.kind());
        policy.put("table", read.table().toString());
        policy.put("columns", List.copyOf(columns));
        return policy;
    }

    @Override
    @JsonProperty("_producer")
    public URI get_producer() {
        return producer;
    }

    @Override
    @JsonProperty("_schemaURL")
    public URI get_schemaURL() {
        return SCHEMA;
    }

    @Override
    @JsonAnyGetter
    public Map<String, Object> getAdditionalProperties() {
        return properties;
    }

    private record PolicyAtWork(PolicyReference policy, String kind) {}
}
