package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.responses.ListNamespacesResponse;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaceFailureTest {
    private static final Duration AT_MOST = Duration.ofSeconds(5);
    private static final TableChange CHANGE = TableChange.setProperty("noted", "yes");

    private final FaceSession spark = new FaceSession();
    private final String name = "t_" + UUID.randomUUID().toString().replace("-", "");
    private final Identifier table = Identifier.of(new String[] {"sales"}, name);
    private final Identifier branch = Identifier.of(new String[] {"sales", name}, "branch_x");
    private FaceCatalog catalog;

    @BeforeEach
    void a_catalog_that_has_served_once() throws Exception {
        spark.face.create(name, new Schema(Types.NestedField.required(1, "id", Types.LongType.get())));
        catalog = spark.catalog();
        catalog.loadTable(table);
        spark.face.seen.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "STATUS_400, FACE_UNAVAILABLE, 1",
        "STATUS_401, IDENTITY_INVALID, 1",
        "STATUS_403, ACCESS_DENIED, 1",
        "STATUS_404_OF_A_DOOR, FACE_UNAVAILABLE, 1",
        "STATUS_406, FACE_UNAVAILABLE, 1",
        "STATUS_409, FACE_UNAVAILABLE, 1",
        "STATUS_419, IDENTITY_INVALID, 1",
        "STATUS_429, FACE_UNAVAILABLE, 2",
        "STATUS_429_RETRY_LATER, FACE_UNAVAILABLE, 1",
        "STATUS_500, FACE_UNAVAILABLE, 2",
        "STATUS_501, FACE_UNAVAILABLE, 1",
        "STATUS_502, FACE_UNAVAILABLE, 2",
        "STATUS_503, FACE_UNAVAILABLE, 2",
        "STATUS_503_RETRY_LATER, FACE_UNAVAILABLE, 1",
        "STATUS_504, FACE_UNAVAILABLE, 2",
        "HANG, FACE_UNAVAILABLE, 1",
        "DROPPED, FACE_UNAVAILABLE, 2",
        "CUT, FACE_UNAVAILABLE, 1",
        "NONSENSE, FACE_UNAVAILABLE, 1",
        "NOT_MODIFIED, FACE_UNAVAILABLE, 1"
    })
    void T33_every_failure_has_its_class_within_five_seconds(
            TestFace.Fault fault, CarbonCondition condition, int requests) {
        spark.face.fault = fault;
        Instant start = Instant.now();

        SparkRefusal refusal = assertRefused(condition, () -> catalog.loadTable(table));

        assertThat(Duration.between(start, Instant.now())).isLessThan(AT_MOST);
        assertThat(spark.face.seen).hasSize(requests);
        if (condition != CarbonCondition.IDENTITY_INVALID) {
            assertThat(refusal.getMessage()).contains("carbon.sales." + name);
        }
        assertThat(spark.governance.asked).hasSize(1);
    }

    /** What became of it is known, and told: nothing. */
    @ParameterizedTest
    @CsvSource({
        "STATUS_400, FACE_UNAVAILABLE",
        "STATUS_401, IDENTITY_INVALID",
        "STATUS_403, ACCESS_DENIED",
        "STATUS_419, IDENTITY_INVALID"
    })
    void T33_a_change_that_is_refused_is_sent_once(TestFace.Fault fault, CarbonCondition condition) {
        SparkRefusal refusal = change(fault, condition);

        assertThat(refusal.getMessage()).doesNotContain("is not known");
        assertThat(isChanged()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = TestFace.Fault.class,
            names = {
                "STATUS_406",
                "STATUS_429",
                "STATUS_429_RETRY_LATER",
                "STATUS_500",
                "STATUS_502",
                "STATUS_503",
                "STATUS_503_RETRY_LATER",
                "STATUS_504",
                "STATUS_404_OF_A_DOOR",
                "HANG",
                "DROPPED",
                "CUT",
                "NONSENSE",
                "NOT_MODIFIED"
            })
    void T33_a_change_that_may_have_been_made_is_sent_once_and_said_to_be_in_doubt(TestFace.Fault fault) {
        SparkRefusal refusal = change(fault, CarbonCondition.FACE_UNAVAILABLE);

        assertThat(refusal.getMessage()).contains("whether it made the change is not known");
    }

    @ParameterizedTest
    @EnumSource(
            value = TestFace.Fault.class,
            names = {"DONE_AND_503_RETRY_SOON", "DONE_AND_DROPPED"})
    void T33_a_change_that_was_made_is_not_made_again(TestFace.Fault fault) {
        SparkRefusal refusal = change(fault, CarbonCondition.FACE_UNAVAILABLE);

        assertThat(refusal.getMessage()).contains("whether it made the change is not known");
        assertThat(isChanged()).isTrue();
    }

    @Test
    void T33_a_change_that_meets_another_is_tried_anew_a_few_times() {
        spark.face.failing = "POST"::equals;
        spark.face.fault = TestFace.Fault.STATUS_409;
        Instant start = Instant.now();

        assertThatThrownBy(() -> catalog.alterTable(table, CHANGE)).isInstanceOf(CommitFailedException.class);

        assertThat(Duration.between(start, Instant.now())).isLessThan(AT_MOST);
        assertThat(posts()).isBetween(1L, 5L);
        assertThat(isChanged()).isFalse();
    }

    @Test
    void without_a_fault_the_change_is_made() throws Exception {
        catalog.alterTable(table, CHANGE);

        assertThat(posts()).isOne();
        assertThat(isChanged()).isTrue();
    }

    private SparkRefusal change(TestFace.Fault fault, CarbonCondition condition) {
        spark.face.failing = "POST"::equals;
        spark.face.fault = fault;
        Instant start = Instant.now();

        SparkRefusal refusal = assertRefused(condition, () -> catalog.alterTable(table, CHANGE));

        assertThat(Duration.between(start, Instant.now())).isLessThan(AT_MOST);
        assertThat(posts()).isOne();
        assertThat(refusal.getMessage()).doesNotContain("s3://");
        return refusal;
    }

    private long posts() {
        return spark.face.seen.stream()
                .filter(seen -> seen.method().equals("POST"))
                .count();
    }

    private boolean isChanged() {
        return spark.face
                .tables
                .loadTable(TableIdentifier.of("sales", name))
                .properties()
                .containsKey("noted");
    }

    @Test
    void T33_a_drop_is_sent_once() {
        spark.face.failing = "DELETE"::equals;
        spark.face.fault = TestFace.Fault.STATUS_503;
        assertRefused(CarbonCondition.FACE_UNAVAILABLE, () -> catalog.dropTable(table));
        assertThat(spark.face.seen.stream().filter(seen -> seen.method().equals("DELETE")))
                .hasSize(1);
    }

    @Test
    void T33_a_table_that_the_face_says_is_not_there_is_not_there() {
        spark.face.fault = TestFace.Fault.STATUS_404;
        assertThatThrownBy(() -> catalog.loadTable(table)).isInstanceOf(NoSuchTableException.class);
        assertThat(spark.face.seen).hasSize(1);
    }

    @Test
    void T33_a_face_that_nobody_listens_for_is_unavailable_at_once() {
        FaceOptions nowhere = new FaceOptions(
                "carbon", URI.create("http://127.0.0.1:" + closedPort()), "carbon", Map.of(), Optional.empty());
        RESTClient client = new FaceConnection(nowhere, () -> spark.governance).newClient();
        Instant start = Instant.now();

        assertRefused(
                CarbonCondition.FACE_UNAVAILABLE,
                () -> client.get("v1/w/namespaces", ListNamespacesResponse.class, Map.of(), error -> {}));
        assertRefused(
                CarbonCondition.FACE_UNAVAILABLE,
                () -> client.delete("v1/w/namespaces/x", null, Map.of(), error -> {}));

        assertThat(Duration.between(start, Instant.now())).isLessThan(AT_MOST);
    }

    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @ParameterizedTest
    @CsvSource({"STATUS_403, ACCESS_DENIED", "STATUS_500, FACE_UNAVAILABLE", "STATUS_401, IDENTITY_INVALID"})
    void T33_a_failure_is_not_taken_for_absence(TestFace.Fault fault, CarbonCondition condition) {
        spark.face.fault = fault;
        assertRefused(condition, () -> catalog.tableExists(table));
        assertRefused(condition, () -> catalog.loadTable(branch));
        assertRefused(condition, () -> catalog.dropTable(table));
        String[] schema = {"sales"};
        assertRefused(condition, () -> catalog.alterNamespace(schema, NamespaceChange.setProperty("comment", "x")));
        assertRefused(condition, () -> catalog.dropNamespace(schema, true));
    }

    @Test
    void T33_a_face_that_does_not_answer_at_first_use_refuses_and_is_asked_again_later() throws Exception {
        spark.face.fault = TestFace.Fault.STATUS_500;
        Instant start = Instant.now();
        FaceCatalog late = new FaceCatalog();
        assertRefused(
                CarbonCondition.FACE_UNAVAILABLE, () -> late.initialize("carbon", CaseInsensitiveStringMap.empty()));
        assertThat(Duration.between(start, Instant.now())).isLessThan(AT_MOST);

        spark.face.fault = TestFace.Fault.NONE;
        late.initialize("carbon", CaseInsensitiveStringMap.empty());
        assertThat(late.loadTable(table).name()).isEqualTo("carbon.sales." + name);
    }

    @Test
    void T34_a_warehouse_that_the_face_does_not_serve_is_said_to_be_none() {
        spark.face.fault = TestFace.Fault.NO_WAREHOUSE;

        SparkRefusal refusal = assertRefused(CarbonCondition.FACE_UNAVAILABLE, spark::catalog);

        assertThat(refusal.getMessage()).contains("carbon", "no warehouse of this name");
    }

    @Test
    void without_a_token_the_face_is_not_asked() {
        spark.governance.token = "";
        spark.face.seen.clear();
        assertRefused(CarbonCondition.IDENTITY_REQUIRED, () -> catalog.loadTable(table));
        assertThat(spark.face.seen).isEmpty();
    }
}
