package io.paladio.carbon.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.file.FilePolicySource;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.resolve.PolicyResolver;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Which rows a policy leaves, and what becomes of them, worked out without an engine. */
class VisibleRowsTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");
    private static final StructType STORED = new StructType()
            .add("id", DataTypes.IntegerType, false)
            .add("dept", DataTypes.StringType)
            .add("pay", DataTypes.createDecimalType(9, 2))
            .add("born", DataTypes.DateType)
            .add("info", new StructType().add("ssn", DataTypes.StringType).add("city", DataTypes.StringType))
            .add("mails", DataTypes.createArrayType(DataTypes.StringType))
            .add("key", DataTypes.StringType);

    @TempDir
    Path folder;

    private int written;

    private static Row row(int id, String dept, String pay, Row info, List<String> mails) {
        return RowFactory.create(
                id,
                dept,
                pay == null ? null : new BigDecimal(pay),
                Date.valueOf("1969-07-20"),
                info,
                mails == null ? null : CollectionConverters.asScala(mails).toSeq(),
                "k");
    }

    private static final List<Row> ROWS = List.of(
            row(1, "eng", "10.00", RowFactory.create("111-22", "Oslo"), Arrays.asList("a@b", null)),
            row(2, "ops", "20.00", RowFactory.create("222-33", null), List.of()),
            row(3, null, null, null, null));

    @Test
    void S3_S4_a_filter_reads_raw_values_and_hides_where_it_is_not_true() throws IOException {
        policy("row_filter", "[]", "\"expression\": " + sql("dept <> 'ops'"));
        mask("dept", "{\"kind\": \"mask-alphanum\"}", "");

        assertThat(seen()).extracting(row -> row.get(0) + " " + row.get(1)).containsExactly("1 xxx");
    }

    @Test
    void S5_a_value_is_released_where_unless_is_true_and_expressions_read_raw_values() throws IOException {
        mask("dept", "{\"kind\": \"mask-to-fixed-value\"}", ", \"unless\": " + sql("id = 1"));
        mask(
                "pay",
                "{\"kind\": \"expression\", \"expression\": " + sql("CASE WHEN dept = 'ops' THEN NULL ELSE value END")
                        + "}",
                "");

        assertThat(seen()).extracting(row -> row.getString(1)).containsExactly("eng", "XXXXXXXX", "XXXXXXXX");
        assertThat(seen()).extracting(row -> row.get(2)).containsExactly(new BigDecimal("10.00"), null, null);
    }

    @Test
    void masks_reach_within_structs_and_lists() throws IOException {
        mask("info.ssn", "{\"kind\": \"show-last-4\"}", "");
        mask("mails.element", "{\"kind\": \"mask-alphanum\"}", "");
        mask("born", "{\"kind\": \"truncate-to-year\"}", "");
        Row first = seen().get(0);

        assertThat(first.getStruct(4)).isEqualTo(RowFactory.create("nn1-22", "Oslo"));
        assertThat(first.getList(5)).isEqualTo(Arrays.asList("x@x", null));
        assertThat(first.getDate(3)).isEqualTo(Date.valueOf("1969-01-01"));
        assertThat(seen().get(2).isNullAt(4)).isTrue();
    }

    @Test
    void a_denied_column_is_not_there_and_one_that_nobody_can_foresee_is_left_out() throws IOException {
        mask("pay", "{\"kind\": \"deny\"}", "");
        mask("key", "{\"kind\": \"hmac-sha-256\", \"key\": \"k1\"}", "");
        VisibleRows rows = rows();

        assertThat(rows.columns().fieldNames()).containsExactly("id", "dept", "born", "info", "mails");
        assertThat(rows.unforeseen()).containsExactly("key");
        assertThat(rows.seen(ROWS.get(0)).orElseThrow().size()).isEqualTo(5);
    }

    @Test
    void where_nothing_restricts_rows_are_as_they_are_stored() throws IOException {
        policy("row_filter", "[]", "\"except\": {\"principals\": [\"bob\"]}, \"expression\": " + sql("false"));

        assertThat(seen()).isEqualTo(ROWS);
        assertThat(rows().columns()).isEqualTo(STORED);
    }

    private List<Row> seen() throws IOException {
        VisibleRows rows = rows();
        return ROWS.stream().map(rows::seen).flatMap(Optional::stream).toList();
    }

    private VisibleRows rows() throws IOException {
        write("principals.json", "{\"principals\": {\"bob\": {\"groups\": []}}}");
        write("tags.json", "{}");
        TableSchema schema = CopiedColumns.of(STORED);
        try (FilePolicySource source = new FilePolicySource(folder, Duration.ofSeconds(10))) {
            Caller bob = new Caller("bob", Optional.empty(), Map.of());
            ResolveAnswer answer = source.resolve(new ResolveRequest(bob, Set.of(TABLE)));
            Decision decision =
                    PolicyResolver.decide(answer.tables().get(TABLE), answer.principal(), schema, Instant.now());
            assertThat(decision).isNotInstanceOfAny(Decision.Denied.class, Decision.Unenforceable.class);
            return decision instanceof Decision.Restricted restricted
                    ? VisibleRows.under(restricted.policy(), schema, STORED)
                    : VisibleRows.all(schema, STORED);
        }
    }

    private void mask(String column, String mask, String more) throws IOException {
        String columns = "[{\"alias\": \"c\", \"match\": {\"name\": \"" + column + "\"}}]";
        policy("column_mask", columns, "\"on\": \"c\", \"mask\": " + mask + more);
    }

    private void policy(String type, String columns, String body) throws IOException {
        String id = "pol_" + ++written;
        write("policies/" + id + ".json", """
                {"format": 1, "id": "%s", "name": "n", "version": 1, "type": "%s", "enforcement": "enforce",
                 "attach": {"securable": "carbon.hr.t"}, "to": {"everyone": true}, "columns": %s, %s}""".formatted(id, type, columns, body));
    }

    private static String sql(String text) {
        return "{\"lang\": \"spark-sql-restricted/1\", \"sql\": \"" + text + "\"}";
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
