package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The published schemas. */
final class Schemas {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Path.of("..", "docs", "schemas");

    private Schemas() {}

    static void assertHolds(String schema, JsonNode document) throws IOException {
        JsonSchema loaded = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(
                        JSON.readTree(Files.readString(FOLDER.resolve(schema))),
                        SchemaValidatorsConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build());
        assertThat(loaded.validate(document)).as(document.toPrettyString()).isEmpty();
    }
}
