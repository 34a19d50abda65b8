package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.CodeAllowance;
import io.paladio.carbon.spark.rule.AllowList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.connect.proto.Base;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.CommonInlineUserDefinedFunction;
import org.apache.spark.connect.proto.CreateDataFrameViewCommand;
import org.apache.spark.connect.proto.DataType;
import org.apache.spark.connect.proto.ExecuteExternalCommand;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.Expression;
import org.apache.spark.connect.proto.Filter;
import org.apache.spark.connect.proto.JavaUDF;
import org.apache.spark.connect.proto.LocalRelation;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.Parse;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Project;
import org.apache.spark.connect.proto.PythonUDF;
import org.apache.spark.connect.proto.Read;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.connect.proto.ShowString;
import org.apache.spark.connect.proto.SqlCommand;
import org.apache.spark.connect.proto.StreamingForeachFunction;
import org.apache.spark.connect.proto.WriteOperation;
import org.apache.spark.connect.proto.WriteOperationV2;
import org.apache.spark.connect.proto.WriteStreamOperationStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkproject.connect.protobuf.Any;
import org.sparkproject.connect.protobuf.Descriptors.Descriptor;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.connect.protobuf.Descriptors.MethodDescriptor;
import org.sparkproject.connect.protobuf.Descriptors.ServiceDescriptor;
import org.sparkproject.connect.protobuf.Message;
import org.sparkproject.connect.protobuf.UnknownFieldSet;

class RequestInspectionTest {
    private static final ServiceDescriptor SERVICE = Base.getDescriptor().findServiceByName("SparkConnectService");

    private static void inspect(Message request) {
        new RequestInspection(new MessageLists(CodeAllowance.NONE), "alice").inspect(request);
    }

    /** T30: whatever a newer Spark adds to the protocol turns this red before anybody can send it. */
    @Test
    void T30_every_message_type_of_the_protocol_is_allowed_or_denied_and_none_is_both() {
        Set<String> types = reachable();
        Set<String> denied = MessageLists.deniedNames();

        assertThat(types)
                .allSatisfy(type -> assertThat(MessageLists.allowedNames().contains(type))
                        .as(type)
                        .isNotEqualTo(denied.contains(type)));
        assertThat(types).containsAll(MessageLists.allowedNames());
    }

    @Test
    void T30_every_denied_name_exists_so_that_none_is_misspelt() {
        Set<String> known = new HashSet<>(reachable());
        known.addAll(fields());

        assertThat(known).containsAll(MessageLists.deniedNames());
    }

    @Test
    void every_method_is_served_but_the_one_that_brings_artifacts() {
        Set<String> methods =
                SERVICE.getMethods().stream().map(MethodDescriptor::getName).collect(Collectors.toSet());
        Set<String> allowed = AllowList.shipped("rpc-methods.txt").names();

        assertThat(methods).containsAll(allowed);
        methods.removeAll(allowed);
        assertThat(methods).containsExactly("AddArtifacts");
    }

    private static Set<String> fields() {
        return descriptors().stream()
                .flatMap(type -> type.getFields().stream())
                .map(FieldDescriptor::getFullName)
                .collect(Collectors.toSet());
    }

    private static Set<String> reachable() {
        return descriptors().stream()
                .filter(type -> !type.getOptions().getMapEntry())
                .map(Descriptor::getFullName)
                .collect(Collectors.toSet());
    }

    private static Set<Descriptor> descriptors() {
        Set<Descriptor> seen = new HashSet<>();
        Deque<Descriptor> open = new ArrayDeque<>();
        SERVICE.getMethods().stream()
                .filter(method -> !method.getName().equals("AddArtifacts"))
                .forEach(method -> open.add(method.getInputType()));
        while (!open.isEmpty()) {
            Descriptor type = open.pop();
            if (seen.add(type)) {
                type.getFields().stream()
                        .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
                        .forEach(field -> open.add(field.getMessageType()));
            }
        }
        return seen;
    }

    @Test
    void plain_statements_pass() {
        assertThatCode(() -> inspect(root(sql("select 1")))).doesNotThrowAnyException();
        assertThatCode(() -> inspect(root(table("carbon.hr.t")))).doesNotThrowAnyException();
        assertThatCode(() -> inspect(command(Command.newBuilder()
                        .setSqlCommand(SqlCommand.newBuilder().setInput(sql("select 1")))
                        .build())))
                .doesNotThrowAnyException();
        assertThatCode(() -> inspect(root(local("{\"type\":\"struct\",\"fields\":[]}"))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "iceberg", "ICEBERG"})
    void a_write_in_the_one_format_passes(String format) {
        assertThatCode(() -> inspect(command(write(format)))).doesNotThrowAnyException();
        assertThatCode(() -> inspect(command(writeTo(format)))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"parquet", "evil.Code", "jdbc", " iceberg", "org.apache.iceberg.spark.source.IcebergSource"})
    void T10_T13_a_write_in_another_format_is_refused_before_its_class_is_looked_up(String format) {
        for (Command command : List.of(write(format), writeTo(format))) {
            assertThatThrownBy(() -> inspect(command(command))).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.condition()).isEqualTo(CarbonCondition.PATH_DENIED);
                assertThat(refusal.getMessage()).doesNotContain("evil");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compression", "Compression", "codec"})
    void T10_a_parser_is_given_no_codec(String option) {
        assertThatThrownBy(() -> inspect(root(parse(option))))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(CarbonCondition.CODE_DENIED));
        assertThatCode(() -> inspect(root(parse("mode")))).doesNotThrowAnyException();
    }

    private static Relation parse(String option) {
        return Relation.newBuilder()
                .setParse(Parse.newBuilder()
                        .setInput(sql("select 1"))
                        .setFormat(Parse.ParseFormat.PARSE_FORMAT_JSON)
                        .putOptions(option, "evil.Code"))
                .build();
    }

    private static Command write(String format) {
        return Command.newBuilder()
                .setWriteOperation(WriteOperation.newBuilder()
                        .setInput(sql("select 1"))
                        .setSource(format)
                        .setTable(WriteOperation.SaveTable.newBuilder().setTableName("carbon.hr.x")))
                .build();
    }

    private static Command writeTo(String format) {
        return Command.newBuilder()
                .setWriteOperationV2(WriteOperationV2.newBuilder()
                        .setInput(sql("select 1"))
                        .setTableName("carbon.hr.x")
                        .setProvider(format))
                .build();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void T11_T30_a_hostile_part_is_refused_however_deep_it_lies(
            String name, ExecutePlanRequest request, CarbonCondition condition) {
        assertThatThrownBy(() -> inspect(request)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.condition()).isEqualTo(condition);
            assertThat(refusal.getMessage()).doesNotContain("evil");
        });
    }

    static Stream<Arguments> hostile() {
        CommonInlineUserDefinedFunction java = CommonInlineUserDefinedFunction.newBuilder()
                .setJavaUdf(JavaUDF.newBuilder().setClassName("evil.Code"))
                .build();
        CommonInlineUserDefinedFunction python = CommonInlineUserDefinedFunction.newBuilder()
                .setPythonUdf(PythonUDF.newBuilder().setEvalType(100))
                .build();
        return Stream.of(
                arguments("Java function in a filter", root(filter(java)), CarbonCondition.CODE_DENIED),
                arguments("Python function in a projection", root(project(python)), CarbonCondition.CODE_DENIED),
                arguments(
                        "registered function",
                        command(Command.newBuilder().setRegisterFunction(java).build()),
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "external command",
                        command(Command.newBuilder()
                                .setExecuteExternalCommand(
                                        ExecuteExternalCommand.newBuilder().setRunner("evil"))
                                .build()),
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "machine learning",
                        command(Command.newBuilder()
                                .setMlCommand(MlCommand.getDefaultInstance())
                                .build()),
                        CarbonCondition.CODE_DENIED),
                arguments("data source", root(source()), CarbonCondition.PATH_DENIED),
                arguments("data source below a filter", root(nested(source(), 50)), CarbonCondition.PATH_DENIED),
                arguments(
                        "write to a path",
                        command(Command.newBuilder()
                                .setWriteOperation(WriteOperation.newBuilder()
                                        .setInput(sql("select 1"))
                                        .setPath("/evil"))
                                .build()),
                        CarbonCondition.PATH_DENIED),
                arguments(
                        "option of a stream",
                        stream(stream -> stream.putOptions("checkpointLocation", "/evil")),
                        CarbonCondition.NOT_GOVERNABLE),
                arguments("stream into files", stream(stream -> stream.setPath("/evil")), CarbonCondition.PATH_DENIED),
                arguments(
                        "stream by format", stream(stream -> stream.setFormat("memory")), CarbonCondition.PATH_DENIED),
                arguments(
                        "stream without batches",
                        stream(stream -> stream.setOnce(true)),
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "stream into code",
                        stream(stream -> stream.setForeachBatch(StreamingForeachFunction.getDefaultInstance())),
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "global view",
                        command(Command.newBuilder()
                                .setCreateDataframeView(CreateDataFrameViewCommand.newBuilder()
                                        .setName("v")
                                        .setIsGlobal(true))
                                .build()),
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "plugin's relation",
                        root(Relation.newBuilder()
                                .setExtension(Any.pack(sql("select 1")))
                                .build()),
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "option of a plugin",
                        root(sql("select 1")).toBuilder()
                                .addRequestOptions(ExecutePlanRequest.RequestOption.newBuilder()
                                        .setExtension(Any.getDefaultInstance()))
                                .build(),
                        CarbonCondition.NOT_GOVERNABLE),
                arguments("field of a newer Spark", root(unknownField()), CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "compressed plan",
                        ExecutePlanRequest.newBuilder()
                                .setPlan(Plan.newBuilder()
                                        .setCompressedOperation(Plan.CompressedOperation.getDefaultInstance()))
                                .build(),
                        CarbonCondition.NOT_GOVERNABLE),
                arguments("bottomless plan", root(nested(sql("select 1"), 2_000)), CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "class as a type",
                        root(local("{\"type\":\"udt\",\"class\":\"evil.Code\"}")),
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "class as a type, escaped",
                        root(local("{\"type\":\"\\u0075dt\",\"class\":\"evil.Code\"}")),
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "class as a field's type",
                        root(local("{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"udt\"}}]}")),
                        CarbonCondition.CODE_DENIED),
                arguments("user-defined type", root(castToUserType()), CarbonCondition.CODE_DENIED));
    }

    private static ExecutePlanRequest stream(UnaryOperator<WriteStreamOperationStart.Builder> change) {
        return command(Command.newBuilder()
                .setWriteStreamOperationStart(
                        change.apply(WriteStreamOperationStart.newBuilder().setInput(table("t"))))
                .build());
    }

    @Test
    void python_passes_where_the_operator_isolates_it_and_java_never() {
        RequestInspection inspection = new RequestInspection(new MessageLists(CodeAllowance.PYTHON), "alice");
        CommonInlineUserDefinedFunction python = CommonInlineUserDefinedFunction.newBuilder()
                .setPythonUdf(PythonUDF.newBuilder().setEvalType(100))
                .build();
        CommonInlineUserDefinedFunction java = CommonInlineUserDefinedFunction.newBuilder()
                .setJavaUdf(JavaUDF.newBuilder().setClassName("evil.Code"))
                .build();

        assertThatCode(() -> inspection.inspect(root(project(python)))).doesNotThrowAnyException();
        assertThatThrownBy(() -> inspection.inspect(root(project(java)))).hasMessageContaining("CARBON_CODE_DENIED");
    }

    @Test
    void T38_no_text_is_made_of_more_rows_than_a_person_reads() {
        inspect(root(shown(100_000)));

        assertThatThrownBy(() -> inspect(root(shown(100_001)))).hasMessageContaining("CARBON_NOT_GOVERNABLE");
    }

    private static Relation shown(int rows) {
        return Relation.newBuilder()
                .setShowString(ShowString.newBuilder().setInput(sql("select 1")).setNumRows(rows))
                .build();
    }

    private static ExecutePlanRequest root(Relation relation) {
        return ExecutePlanRequest.newBuilder()
                .setPlan(Plan.newBuilder().setRoot(relation))
                .build();
    }

    private static ExecutePlanRequest command(Command command) {
        return ExecutePlanRequest.newBuilder()
                .setPlan(Plan.newBuilder().setCommand(command))
                .build();
    }

    private static Relation sql(String text) {
        return Relation.newBuilder().setSql(SQL.newBuilder().setQuery(text)).build();
    }

    private static Relation table(String name) {
        return Relation.newBuilder()
                .setRead(Read.newBuilder()
                        .setNamedTable(Read.NamedTable.newBuilder().setUnparsedIdentifier(name)))
                .build();
    }

    private static Relation local(String schema) {
        return Relation.newBuilder()
                .setLocalRelation(LocalRelation.newBuilder().setSchema(schema))
                .build();
    }

    private static Relation source() {
        return Relation.newBuilder()
                .setRead(Read.newBuilder()
                        .setDataSource(Read.DataSource.newBuilder().setFormat("evil")))
                .build();
    }

    private static Relation filter(CommonInlineUserDefinedFunction function) {
        return Relation.newBuilder()
                .setFilter(Filter.newBuilder()
                        .setInput(sql("select 1"))
                        .setCondition(Expression.newBuilder().setCommonInlineUserDefinedFunction(function)))
                .build();
    }

    private static Relation project(CommonInlineUserDefinedFunction function) {
        return Relation.newBuilder()
                .setProject(Project.newBuilder()
                        .setInput(sql("select 1"))
                        .addExpressions(Expression.newBuilder()
                                .setAlias(Expression.Alias.newBuilder()
                                        .addName("a")
                                        .setExpr(
                                                Expression.newBuilder().setCommonInlineUserDefinedFunction(function)))))
                .build();
    }

    private static Relation castToUserType() {
        return Relation.newBuilder()
                .setProject(Project.newBuilder()
                        .setInput(sql("select 1"))
                        .addExpressions(Expression.newBuilder()
                                .setCast(Expression.Cast.newBuilder()
                                        .setType(DataType.newBuilder()
                                                .setUdt(DataType.UDT
                                                        .newBuilder()
                                                        .setJvmClass("evil"))))))
                .build();
    }

    private static Relation nested(Relation inner, int levels) {
        Relation relation = inner;
        for (int level = 0; level < levels; level++) {
            relation = Relation.newBuilder()
                    .setFilter(Filter.newBuilder().setInput(relation))
                    .build();
        }
        return relation;
    }

    private static Relation unknownField() {
        return sql("select 1").toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                12_345,
                                UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                        .build())
                .build();
    }
}
