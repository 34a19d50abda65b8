package io.paladio.carbon.client.hostile;

import org.apache.spark.connect.proto.CheckpointCommand;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.CommonInlineUserDefinedFunction;
import org.apache.spark.connect.proto.CreateDataFrameViewCommand;
import org.apache.spark.connect.proto.ExecuteExternalCommand;
import org.apache.spark.connect.proto.Expression;
import org.apache.spark.connect.proto.Filter;
import org.apache.spark.connect.proto.JavaUDF;
import org.apache.spark.connect.proto.MapPartitions;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.PipelineCommand;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Range;
import org.apache.spark.connect.proto.Read;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.connect.proto.WriteOperation;
import org.apache.spark.connect.proto.WriteStreamOperationStart;
import org.sparkproject.com.google.protobuf.Any;
import org.sparkproject.com.google.protobuf.UnknownFieldSet;

/** The messages that no honest client would send. */
final class HostilePlans {
    private static final Relation ONE_ROW = Relation.newBuilder()
            .setRange(Range.newBuilder().setEnd(1).setStep(1))
            .build();

    private HostilePlans() {}

    static Plan sql(String query) {
        return Plan.newBuilder()
                .setRoot(Relation.newBuilder().setSql(SQL.newBuilder().setQuery(query)))
                .build();
    }

    static Plan withUnknownField() {
        UnknownFieldSet future = UnknownFieldSet.newBuilder()
                .addField(4711, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                .build();
        return Plan.newBuilder()
                .setRoot(ONE_ROW.toBuilder().setUnknownFields(future))
                .build();
    }

    static Relation relation(String kind) {
        Relation.Builder relation = Relation.newBuilder();
        return switch (kind) {
            case "read-path" ->
                relation.setRead(Read.newBuilder()
                                .setDataSource(Read.DataSource.newBuilder()
                                        .setFormat("text")
                                        .addPaths("/etc/hostname")))
                        .build();
            case "read-jdbc" ->
                relation.setRead(Read.newBuilder()
                                .setDataSource(Read.DataSource.newBuilder()
                                        .setFormat("jdbc")
                                        .putOptions("url", "jdbc:postgresql://localhost/x")
                                        .putOptions("dbtable", "x")))
                        .build();
            case "read-stream" ->
                relation.setRead(Read.newBuilder()
                                .setIsStreaming(true)
                                .setNamedTable(Read.NamedTable.newBuilder().setUnparsedIdentifier("carbon.hr.t")))
                        .build();
            case "map-partitions" ->
                relation.setMapPartitions(
                                MapPartitions.newBuilder().setInput(ONE_ROW).setFunc(javaFunction()))
                        .build();
            case "plugin" ->
                relation.setExtension(Any.newBuilder().setTypeUrl("evil/type")).build();
            default -> throw new IllegalArgumentException("no such relation: " + kind);
        };
    }

    static Command command(String kind) {
        Command.Builder command = Command.newBuilder();
        return switch (kind) {
            case "register-function" ->
                command.setRegisterFunction(javaFunction()).build();
            case "external-command" ->
                command.setExecuteExternalCommand(ExecuteExternalCommand.newBuilder()
                                .setRunner("evil.Runner")
                                .setCommand("x"))
                        .build();
            case "write-path" ->
                command.setWriteOperation(WriteOperation.newBuilder()
                                .setInput(ONE_ROW)
                                .setSource("parquet")
                                .setPath("/tmp/stolen")
                                .setMode(WriteOperation.SaveMode.SAVE_MODE_OVERWRITE))
                        .build();
            case "write-stream" ->
                command.setWriteStreamOperationStart(WriteStreamOperationStart.newBuilder()
                                .setInput(ONE_ROW)
                                .setFormat("memory")
                                .setQueryName("stolen"))
                        .build();
            case "checkpoint" ->
                command.setCheckpointCommand(CheckpointCommand.newBuilder().setRelation(ONE_ROW))
                        .build();
            case "ml" -> command.setMlCommand(MlCommand.newBuilder()).build();
            case "pipeline" ->
                command.setPipelineCommand(PipelineCommand.newBuilder()).build();
            case "plugin" ->
                command.setExtension(Any.newBuilder().setTypeUrl("evil/type")).build();
            default -> throw new IllegalArgumentException("no such command: " + kind);
        };
    }

    /** What {@code createOrReplaceTempView} of a DataFrame sends: the frame as a plan, and the view's name. */
    static Command view(String name, String kind, String table) {
        Relation read = Relation.newBuilder()
                .setRead(Read.newBuilder()
                        .setNamedTable(Read.NamedTable.newBuilder().setUnparsedIdentifier(table)))
                .build();
        Relation frame = switch (kind) {
            case "named-table" -> read;
            case "filtered" ->
                Relation.newBuilder()
                        .setFilter(Filter.newBuilder()
                                .setInput(read)
                                .setCondition(Expression.newBuilder()
                                        .setExpressionString(Expression.ExpressionString.newBuilder()
                                                .setExpression("id > 0"))))
                        .build();
            case "sql" -> sql("SELECT * FROM " + table).getRoot();
            case "sub-query" ->
                sql("SELECT * FROM " + table + " WHERE id IN (SELECT id FROM " + table + ")")
                        .getRoot();
            default -> throw new IllegalArgumentException("no such frame: " + kind);
        };
        return Command.newBuilder()
                .setCreateDataframeView(CreateDataFrameViewCommand.newBuilder()
                        .setName(name)
                        .setReplace(true)
                        .setInput(frame))
                .build();
    }

    private static CommonInlineUserDefinedFunction javaFunction() {
        return CommonInlineUserDefinedFunction.newBuilder()
                .setFunctionName("f")
                .setJavaUdf(JavaUDF.newBuilder().setClassName("java.lang.String"))
                .build();
    }
}
