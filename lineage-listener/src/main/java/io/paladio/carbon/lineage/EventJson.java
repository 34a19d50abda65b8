package io.paladio.carbon.lineage;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.openlineage.client.OpenLineage;
import java.io.IOException;
import java.time.ZonedDateTime;

/** OpenLineage's model as JSON, by the Jackson that Spark brings; OpenLineage's own mapper needs modules that Spark lacks. */
final class EventJson {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .setSerializationInclusion(JsonInclude.Include.NON_NULL)
            .registerModule(new SimpleModule().addSerializer(new InstantText()));

    private EventJson() {}

    static String of(OpenLineage.RunEvent event) throws JsonProcessingException {
        return MAPPER.writeValueAsString(event);
    }

    /** RFC 3339 in UTC, always with seconds, which {@code ZonedDateTime.toString} leaves out when they are zero. */
    private static final class InstantText extends StdSerializer<ZonedDateTime> {
        private static final long serialVersionUID = 1L;

        private InstantText() {
            super(ZonedDateTime.class);
        }

        @Override
        public void serialize(ZonedDateTime time, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(time.toInstant().toString());
        }
    }
}
