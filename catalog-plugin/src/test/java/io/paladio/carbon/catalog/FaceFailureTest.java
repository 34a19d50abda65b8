package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.CarbonCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaceFailureTest {
    private static final Duration AT_MOST = Duration.ofSeconds(5);

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
        "STATUS_401, IDENTITY_INVALID, 1",
        "STATUS_403, ACCESS_DENIED, 1",
        "STATUS_500, FACE_UNAVAILABLE, 2",
        "STATUS_503_RETRY_LATER, FACE_UNAVAILABLE, 1",
        "HANG, FACE_UNAVAILABLE, 1",
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
    void without_a_token_the_face_is_not_asked() {
        spark.governance.token = "";
        spark.face.seen.clear();
        assertRefused(CarbonCondition.IDENTITY_REQUIRED, () -> catalog.loadTable(table));
        assertThat(spark.face.seen).isEmpty();
    }
}
