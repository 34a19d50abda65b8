package io.paladio.carbon.client.fuzz;

import java.util.List;
import java.util.Random;
import org.apache.spark.connect.proto.Aggregate;
import org.apache.spark.connect.proto.AnalyzePlanRequest;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.CreateDataFrameViewCommand;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.Expression;
import org.apache.spark.connect.proto.Filter;
import org.apache.spark.connect.proto.Join;
import org.apache.spark.connect.proto.Limit;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Project;
import org.apache.spark.connect.proto.Read;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.connect.proto.SetOperation;
import org.apache.spark.connect.proto.ShowString;
import org.apache.spark.connect.proto.Sort;
import org.apache.spark.connect.proto.SqlCommand;
import org.apache.spark.connect.proto.SubqueryAlias;
import org.sparkproject.com.google.protobuf.Message;

/** Messages of honest people, which the engine answers: mutants of them come further than what is random from the start. Stateless. */
final class Seeds {
    private static final List<String> STATEMENTS = List.of(
            "SELECT id, name, ssn, info FROM carbon.hr.t",
            "SELECT dept, count(*), max(salary) FROM carbon.hr.t GROUP BY dept HAVING count(*) > 0",
            "SELECT a.id, b.ssn FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id WHERE a.ssn LIKE '1%'",
            "WITH c AS (SELECT * FROM carbon.hr.t) SELECT (SELECT max(ssn) FROM c) FROM c",
            "SELECT id FROM carbon.hr.t WHERE 1 / (id - 3) > 0",
            "SELECT CAST(name AS INT) FROM carbon.hr.t",
            "EXPLAIN EXTENDED SELECT ssn FROM carbon.hr.t",
            "DESCRIBE EXTENDED carbon.hr.t",
            "SHOW TBLPROPERTIES carbon.hr.t",
            "CREATE OR REPLACE TEMPORARY VIEW v AS SELECT id, ssn FROM carbon.hr.t",
            "EXECUTE IMMEDIATE 'SELECT max(ssn) FROM carbon.hr.t'",
            "BEGIN IF EXISTS (SELECT 1 FROM carbon.hr.t WHERE dept = 'ops') THEN SELECT 1; END IF; END",
            "SET spark.sql.shuffle.partitions = 2",
            "FROM carbon.hr.t |> WHERE id > 1 |> SELECT ssn",
            "SELECT * FROM carbon.hr.t VERSION AS OF 1",
            "INSERT INTO carbon.hr.t VALUES (9, 'x', 'eng', 1, 's', NULL)");

    private Seeds() {}

    /** The request for a plan, to run it or to look at it. */
    static Message any(Random random, Rpc rpc) {
        Plan plan = plan(random);
        if (rpc == Rpc.EXECUTE_PLAN) {
            return ExecutePlanRequest.newBuilder().setPlan(plan).build();
        }
        AnalyzePlanRequest.Builder look = AnalyzePlanRequest.newBuilder();
        switch (random.nextInt(4)) {
            case 0 -> look.setSchema(AnalyzePlanRequest.Schema.newBuilder().setPlan(plan));
            case 1 ->
                look.setExplain(AnalyzePlanRequest.Explain.newBuilder()
                        .setPlan(plan)
                        .setExplainMode(AnalyzePlanRequest.Explain.ExplainMode.forNumber(1 + random.nextInt(5))));
            case 2 ->
                look.setTreeString(AnalyzePlanRequest.TreeString.newBuilder().setPlan(plan));
            default ->
                look.setSemanticHash(
                        AnalyzePlanRequest.SemanticHash.newBuilder().setPlan(plan));
        }
        return look.build();
    }

    private static Plan plan(Random random) {
        Relation sql = relation(STATEMENTS.get(random.nextInt(STATEMENTS.size())));
        return switch (random.nextInt(4)) {
            case 0 -> Plan.newBuilder().setRoot(sql).build();
            case 1 ->
                command(Command.newBuilder()
                        .setSqlCommand(SqlCommand.newBuilder().setInput(sql)));
            case 2 ->
                command(Command.newBuilder()
                        .setCreateDataframeView(CreateDataFrameViewCommand.newBuilder()
                                .setInput(over(random, table()))
                                .setName("w")
                                .setReplace(true)));
            default -> Plan.newBuilder().setRoot(over(random, table())).build();
        };
    }

    private static Plan command(Command.Builder command) {
        return Plan.newBuilder().setCommand(command).build();
    }

    private static Relation over(Random random, Relation input) {
        Relation.Builder over = Relation.newBuilder();
        switch (random.nextInt(8)) {
            case 0 -> over.setFilter(Filter.newBuilder().setInput(input).setCondition(text("dept = 'ops'")));
            case 1 -> over.setProject(Project.newBuilder().setInput(input).addExpressions(column("ssn")));
            case 2 ->
                over.setAggregate(Aggregate.newBuilder()
                        .setInput(input)
                        .setGroupType(Aggregate.GroupType.GROUP_TYPE_GROUPBY)
                        .addGroupingExpressions(column("dept"))
                        .addAggregateExpressions(text("max(ssn)")));
            case 3 ->
                over.setJoin(Join.newBuilder()
                        .setLeft(named(input, "a"))
                        .setRight(named(input, "b"))
                        .setJoinType(Join.JoinType.JOIN_TYPE_INNER)
                        .setJoinCondition(text("a.id = b.id")));
            case 4 ->
                over.setSetOp(SetOperation.newBuilder()
                        .setLeftInput(input)
                        .setRightInput(input)
                        .setSetOpType(SetOperation.SetOpType.SET_OP_TYPE_UNION)
                        .setIsAll(true));
            case 5 ->
                over.setSort(Sort.newBuilder()
                        .setInput(input)
                        .setIsGlobal(true)
                        .addOrder(Expression.SortOrder.newBuilder().setChild(column("ssn"))));
            case 6 -> over.setLimit(Limit.newBuilder().setInput(input).setLimit(2));
            default ->
                over.setShowString(
                        ShowString.newBuilder().setInput(input).setNumRows(20).setTruncate(20));
        }
        return over.build();
    }

    private static Relation table() {
        return Relation.newBuilder()
                .setRead(Read.newBuilder()
                        .setNamedTable(Read.NamedTable.newBuilder().setUnparsedIdentifier("carbon.hr.t")))
                .build();
    }

    private static Relation named(Relation input, String alias) {
        return Relation.newBuilder()
                .setSubqueryAlias(SubqueryAlias.newBuilder().setInput(input).setAlias(alias))
                .build();
    }

    private static Relation relation(String sql) {
        return Relation.newBuilder().setSql(SQL.newBuilder().setQuery(sql)).build();
    }

    private static Expression column(String name) {
        return Expression.newBuilder()
                .setUnresolvedAttribute(
                        Expression.UnresolvedAttribute.newBuilder().setUnparsedIdentifier(name))
                .build();
    }

    private static Expression text(String expression) {
        return Expression.newBuilder()
                .setExpressionString(Expression.ExpressionString.newBuilder().setExpression(expression))
                .build();
    }
}
