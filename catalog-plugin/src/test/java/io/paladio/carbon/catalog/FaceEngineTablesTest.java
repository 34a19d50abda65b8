package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S9: what the engine reads for itself comes from the face, asked as the engine. */
class FaceEngineTablesTest {
    private final FaceSession spark = new FaceSession();
    private final String name = "looked_" + UUID.randomUUID().toString().replace("-", "");
    private final Securable table = Securable.table("carbon", "sales", name);

    @TempDir
    private Path folder;

    @BeforeEach
    void a_table() {
        spark.face.create(name, new Schema(Types.NestedField.optional(1, "who", Types.StringType.get())));
    }

    private EngineTables tables() throws Exception {
        Path token = Files.writeString(folder.resolve("engine.token"), "engine-token\n");
        Map<String, String> configuration = new HashMap<>(withoutToken());
        configuration.put("spark.carbon.face.engine-token-file", token.toString());
        configuration.put("spark.carbon.face.token-exchange-uri", "http://127.0.0.1:1/never-asked");
        return new FaceEngineTables(configuration);
    }

    private Map<String, String> withoutToken() {
        return Map.of(
                "spark.sql.catalog.carbon",
                FaceCatalog.class.getName(),
                "spark.sql.catalog.carbon.uri",
                spark.face.uri().toString());
    }

    @Test
    void S9_the_face_is_asked_as_the_engine_and_on_nobodys_behalf() throws Exception {
        EngineTable opened = tables().open(table).orElseThrow();

        assertThat(opened.schema().columns())
                .singleElement()
                .satisfies(column -> assertThat(column.name()).isEqualTo("who"));
        assertThat(opened.snapshotId()).isEmpty();
        assertThat(opened.values("who", Map.of(), 1)).isEqualTo(new ColumnValues.All(Set.of()));
        assertThat(spark.face.seen)
                .isNotEmpty()
                .allSatisfy(seen -> assertThat(seen.authorization()).contains("Bearer engine-token"));
    }

    @Test
    void S9_without_an_identity_a_catalog_or_the_table_there_is_nothing_to_read() throws Exception {
        assertThat(new FaceEngineTables(withoutToken()).open(table)).isEmpty();
        assertThat(spark.face.seen).isEmpty();
        assertThat(tables().open(Securable.table("elsewhere", "sales", name))).isEmpty();
        assertThat(tables().open(Securable.table("carbon", "sales", "nothing"))).isEmpty();
        assertThat(tables().open(table)).isPresent();
    }

    @Test
    void T33_a_face_that_fails_refuses() throws Exception {
        EngineTables tables = tables();
        spark.face.fault = TestFace.Fault.STATUS_500;

        assertThatThrownBy(() -> tables.open(table))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.FACE_UNAVAILABLE));
        spark.face.fault = TestFace.Fault.NONE;
        assertThat(tables.open(table)).isPresent();
    }
}
