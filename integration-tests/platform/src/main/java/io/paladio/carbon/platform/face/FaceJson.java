package io.paladio.carbon.platform.face;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.rest.RESTSerializers;

/** The JSON of the Iceberg REST protocol. */
final class FaceJson {
    private static final ObjectMapper MAPPER = mapper();

    private FaceJson() {}

    private static ObjectMapper mapper() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
        mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
        RESTSerializers.registerAll(mapper);
        return mapper;
    }

    static String write(Object response) {
        try {
            return MAPPER.writeValueAsString(response);
        } catch (JsonProcessingException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static <T> T read(byte[] body, Class<T> type) throws IOException {
        T value = MAPPER.readValue(body, type);
        if (value == null) {
            throw new IOException("an empty document");
        }
        return value;
    }
}
