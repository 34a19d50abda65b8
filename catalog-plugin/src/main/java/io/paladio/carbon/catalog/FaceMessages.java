package io.paladio.carbon.catalog;

import java.io.IOException;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.rest.responses.LoadTableResponseParser;
import org.apache.iceberg.shaded.com.fasterxml.jackson.annotation.JsonAutoDetect;
import org.apache.iceberg.shaded.com.fasterxml.jackson.annotation.PropertyAccessor;
import org.apache.iceberg.shaded.com.fasterxml.jackson.core.JsonParser;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.DeserializationContext;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.JsonDeserializer;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.JsonNode;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.PropertyNamingStrategies;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.module.SimpleModule;

/**
 * How the face's answers are read: as Iceberg reads them, except that a table which comes with {@code read-restrictions} is
 * refused. Iceberg's own parser passes over fields that it does not know, and would hand out the table unrestricted (S23).
 */
final class FaceMessages {
    private FaceMessages() {}

    static ObjectMapper mapper() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
        mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
        RESTSerializers.registerAll(mapper);
        SimpleModule restrictions = new SimpleModule("carbon-read-restrictions");
        restrictions.addDeserializer(LoadTableResponse.class, new RestrictionsNoticed());
        return mapper.registerModule(restrictions);
    }

    private static final class RestrictionsNoticed extends JsonDeserializer<LoadTableResponse> {
        @Override
        public LoadTableResponse deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode answer = parser.getCodec().readTree(parser);
            JsonNode restrictions = answer.path(UnknownRestrictions.FIELD);
            if (!restrictions.isMissingNode() && !restrictions.isNull()) {
                throw new UnknownRestrictions();
            }
            return LoadTableResponseParser.fromJson(answer);
        }
    }
}
