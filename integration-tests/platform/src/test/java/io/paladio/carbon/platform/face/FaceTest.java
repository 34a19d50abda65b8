package io.paladio.carbon.platform.face;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import io.paladio.carbon.platform.MovableClock;
import io.paladio.carbon.platform.index.SampleIndex;
import io.paladio.carbon.platform.sample.SampleTables;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the face gives, to whom: asked by a real Iceberg client over HTTP, reading from the signed store. */
class FaceTest {
    private static final TableIdentifier GOVERNED = TableIdentifier.of("hr", "t");
    private static final TableIdentifier FREE = TableIdentifier.of("open", "t");
    private static final Schema SCHEMA = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock();
    private EmbeddedPlatform platform;
    private FaceClient clients;

    @BeforeEach
    void start() {
        Path index = folder.resolve("index");
        SampleIndex.write(index);
        platform = EmbeddedPlatform.start(
                EmbeddedPlatform.Options.of(folder.resolve("platform"), index).withClock(clock));
        SampleTables.createHr(platform.face().catalog());
        platform.face().catalog().createNamespace(Namespace.of("open"));
        platform.face().catalog().createTable(FREE, SCHEMA);
        clients = new FaceClient(platform);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private static List<Record> read(Table table) throws IOException {
        List<Record> rows = new ArrayList<>();
        try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
            for (FileScanTask file : files) {
                try (CloseableIterable<Record> records = Parquet.read(
                                table.io().newInputFile(file.file().location()))
                        .project(table.schema())
                        .createReaderFunc(type -> GenericParquetReaders.buildReader(table.schema(), type))
                        .build()) {
                    records.forEach(rows::add);
                }
            }
        }
        return rows;
    }

    @Test
    void the_trusted_engine_reads_a_governed_table_with_the_keys_it_is_given() throws Exception {
        try (RESTCatalog catalog = clients.catalog(clients.asEngine("bob"))) {
            assertThat(read(catalog.loadTable(GOVERNED))).hasSize(8);
        }
    }

    @Test
    void T34_keys_of_one_table_do_not_open_another() throws Exception {
        try (RESTCatalog catalog = clients.catalog(clients.asEngine("admin"))) {
            Table free = catalog.loadTable(FREE);
            String governedFile = catalog.loadTable(GOVERNED)
                    .currentSnapshot()
                    .addedDataFiles(catalog.loadTable(GOVERNED).io())
                    .iterator()
                    .next()
                    .location();
            assertThatThrownBy(() -> free.io().newInputFile(governedFile).getLength())
                    .isInstanceOfSatisfying(
                            S3Exception.class,
                            refused -> assertThat(refused.statusCode()).isEqualTo(403));
        }
    }

    @Test
    void T34_keys_end_with_their_time() throws Exception {
        try (RESTCatalog catalog = clients.catalog(clients.asEngine("admin"))) {
            Table table = catalog.loadTable(GOVERNED);
            clock.advance(Duration.ofMinutes(16));
            assertThatThrownBy(() -> read(table)).hasStackTraceContaining("403");
        }
    }

    @Test
    void T35_a_foreign_engine_gets_no_governed_table_and_no_key_to_it() throws Exception {
        String alice = clients.asPerson("alice");
        try (RESTCatalog catalog = clients.catalog(alice)) {
            assertThatThrownBy(() -> catalog.loadTable(GOVERNED)).isInstanceOf(ForbiddenException.class);
            assertThat(catalog.loadTable(FREE).schema().columns()).hasSize(1);
        }
        for (String call : List.of("credentials", "sign", "plan", "tasks", "metrics")) {
            String method = call.equals("credentials") ? "GET" : "POST";
            HttpResponse<String> answer = clients.send(method, "/v1/carbon/namespaces/hr/tables/t/" + call, alice);
            assertThat(answer.statusCode()).as(call).isEqualTo(403);
            assertThat(answer.body()).doesNotContain("secret").doesNotContain("s3://");
        }
    }

    @Test
    void T35_the_engine_is_known_by_its_token_and_not_by_a_header() throws Exception {
        HttpResponse<String> answer = clients.send(
                "GET",
                "/v1/carbon/namespaces/hr/tables/t",
                clients.asPerson("alice"),
                Map.of("X-Carbon-Engine", "carbon-engine", "act.sub", "carbon-engine"));
        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void T35_a_table_is_withheld_from_the_moment_its_policy_is_written() throws Exception {
        try (RESTCatalog catalog = clients.catalog(clients.asPerson("alice"))) {
            assertThat(catalog.tableExists(FREE)).isTrue();
            Files.writeString(
                    platform.indexFolder().resolve("policies/new.json"),
                    "{\"attach\":{\"securable\":\"carbon.open\",\"inherit\":true}}");
            assertThatThrownBy(() -> catalog.loadTable(FREE)).isInstanceOf(ForbiddenException.class);
        }
    }

    @Test
    void T35_a_policy_that_can_not_be_read_withholds_every_table() throws Exception {
        Files.writeString(platform.indexFolder().resolve("policies/broken.json"), "{ not json");
        try (RESTCatalog catalog = clients.catalog(clients.asPerson("alice"))) {
            assertThatThrownBy(() -> catalog.loadTable(FREE)).isInstanceOf(ForbiddenException.class);
        }
    }

    @Test
    void what_is_denied_is_neither_loaded_nor_listed() throws Exception {
        try (RESTCatalog dan = clients.catalog(clients.asEngine("dan"));
                RESTCatalog bob = clients.catalog(clients.asEngine("bob"))) {
            assertThatThrownBy(() -> dan.loadTable(GOVERNED)).isInstanceOf(ForbiddenException.class);
            assertThat(dan.listTables(Namespace.of("hr"))).isEmpty();
            assertThat(dan.listNamespaces()).containsExactly(Namespace.of("open"));
            assertThat(bob.listTables(Namespace.of("hr"))).containsExactly(GOVERNED);
        }
    }

    @Test
    void a_schema_is_changed_and_dropped_by_who_made_it_and_by_nobody_else() throws Exception {
        Namespace made = Namespace.of("made");
        try (RESTCatalog dan = clients.catalog(clients.asEngine("dan"));
                RESTCatalog bob = clients.catalog(clients.asEngine("bob"))) {
            bob.createNamespace(made, new HashMap<>(Map.of("owner", "dan")));

            for (Namespace schema : List.of(made, Namespace.of("hr"), Namespace.of("open"))) {
                assertThatThrownBy(() -> dan.setProperties(schema, new HashMap<>(Map.of("comment", "x"))))
                        .isInstanceOf(ForbiddenException.class);
                assertThatThrownBy(() -> dan.removeProperties(schema, new HashSet<>(Set.of("comment"))))
                        .isInstanceOf(ForbiddenException.class);
                assertThatThrownBy(() -> dan.dropNamespace(schema)).isInstanceOf(ForbiddenException.class);
            }
            assertThatThrownBy(() -> bob.setProperties(made, new HashMap<>(Map.of("owner", "dan"))))
                    .isInstanceOf(ForbiddenException.class);
            assertThat(bob.setProperties(made, new HashMap<>(Map.of("comment", "x"))))
                    .isTrue();
            assertThat(bob.loadNamespaceMetadata(made))
                    .containsEntry("owner", "bob")
                    .containsEntry("comment", "x");
            assertThat(bob.dropNamespace(made)).isTrue();
        }
    }

    @Test
    void T37_a_token_that_is_not_for_the_face_is_refused() throws Exception {
        Map<String, String> wrong = Map.of(
                "expired",
                clients.tokens().get("expired"),
                "foreign audience",
                clients.tokens().get("foreign-audience"),
                "forged",
                clients.asPerson("alice") + "x",
                "empty",
                "");
        for (Map.Entry<String, String> token : wrong.entrySet()) {
            HttpResponse<String> answer = clients.send("GET", "/v1/carbon/namespaces", token.getValue());
            assertThat(answer.statusCode()).as(token.getKey()).isEqualTo(401);
        }
        assertThatThrownBy(() -> clients.catalog(clients.tokens().get("expired")))
                .isInstanceOf(NotAuthorizedException.class);
    }

    @Test
    void an_unknown_warehouse_is_said_to_be_unknown() throws Exception {
        String token = clients.asPerson("alice");
        assertThat(clients.send("GET", "/v1/config?warehouse=none", token).statusCode())
                .isEqualTo(404);
        assertThat(clients.send("GET", "/v1/none/namespaces", token).statusCode())
                .isEqualTo(404);
        assertThat(clients.send("GET", "/v1/config?warehouse=carbon", token).body())
                .contains("\"prefix\":\"carbon\"");
    }

    @Test
    void T34_the_caller_does_not_choose_where_a_table_lies() throws Exception {
        try (RESTCatalog catalog = clients.catalog(clients.asEngine("bob"))) {
            TableIdentifier mine = TableIdentifier.of("open", "mine");
            String elsewhere = platform.face().catalog().loadTable(GOVERNED).location();
            assertThatThrownBy(() -> catalog.buildTable(mine, SCHEMA)
                            .withLocation(elsewhere)
                            .create())
                    .isInstanceOf(ForbiddenException.class);
            Table table = catalog.createTable(mine, SCHEMA);
            assertThatThrownBy(
                            () -> table.updateLocation().setLocation(elsewhere).commit())
                    .isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> table.updateProperties()
                            .set("write.metadata.path", elsewhere)
                            .commit())
                    .hasMessageContaining("write.metadata.path");
            assertThatThrownBy(() -> catalog.registerTable(TableIdentifier.of("open", "r"), elsewhere + "/x.json"))
                    .isInstanceOfAny(ForbiddenException.class, UnsupportedOperationException.class);
        }
    }

    @Test
    void a_staged_table_is_committed_where_the_face_put_it() throws Exception {
        try (RESTCatalog catalog = clients.catalog(clients.asEngine("bob"))) {
            TableIdentifier staged = TableIdentifier.of("open", "staged");
            catalog.buildTable(staged, SCHEMA).createTransaction().commitTransaction();
            assertThat(catalog.loadTable(staged).location()).startsWith("s3://carbon/open/staged-");
        }
    }

    @Test
    void answers_are_not_to_be_stored_and_calls_are_counted() throws Exception {
        assertThat(clients.counters()).contains("\"load-table\":1");
        HttpResponse<String> answer = clients.send("GET", "/v1/carbon/namespaces/hr/tables/t", clients.asEngine("bob"));
        assertThat(answer.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
        assertThat(clients.counters()).contains("\"load-table\":2");
        assertThat(Files.readString(platform.folder().resolve("face-requests.log")))
                .contains("\"principal\":\"bob\"")
                .doesNotContain("Bearer");
    }
}
