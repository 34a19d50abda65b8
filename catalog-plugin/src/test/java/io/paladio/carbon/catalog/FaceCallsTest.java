package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.rest.Endpoint;
import org.junit.jupiter.api.Test;

/** The engine's Iceberg knows no call of a face that nobody has decided who may make. */
class FaceCallsTest {
    @Test
    void T35_every_call_that_this_iceberg_knows_stands_on_the_page_for_operators() throws Exception {
        String page = Files.readString(Path.of("../docs/face.md"));
        int calls = 0;
        for (Field field : Endpoint.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == Endpoint.class) {
                assertThat(page).contains("| `" + field.get(null) + "` | ");
                calls++;
            }
        }
        assertThat(calls).isGreaterThanOrEqualTo(30);
    }
}
