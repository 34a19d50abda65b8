package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.restriction.ReadRestrictions;
import io.paladio.carbon.policy.restriction.RestrictionFault;
import java.io.IOException;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.rest.responses.LoadTableResponseParser;
import org.apache.iceberg.rest.responses.LoadViewResponse;
import org.apache.iceberg.rest.responses.LoadViewResponseParser;
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
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How the face's answers are read: as Iceberg reads them, and the {@code read-restrictions} of a table as well (S23). Iceberg's
 * own parser passes over fields that it does not know, and would hand out the table unrestricted.
 */
final class FaceMessages {
    private FaceMessages() {}

    static ObjectMapper mapper() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
        mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
        // Of a field that stands twice the last would count, and the restriction in the first be lost.
        mapper.configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true);
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
        RESTSerializers.registerAll(mapper);
        SimpleModule restrictions = new SimpleModule("carbon-read-restrictions");
        restrictions.addDeserializer(LoadTableResponse.class, new OfTable());
        restrictions.addDeserializer(LoadViewResponse.class, new OfView());
        return mapper.registerModule(restrictions);
    }

    private static final class OfTable extends JsonDeserializer<LoadTableResponse> {
        @Override
        public LoadTableResponse deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode answer = parser.getCodec().readTree(parser);
            ReadRestrictions restrictions = taken(answer);
            return new RestrictedAnswer(LoadTableResponseParser.fromJson(answer), restrictions);
        }

        /** Takes the restrictions out: Iceberg must not apply what is applied here. */
        private static ReadRestrictions taken(JsonNode answer) {
            JsonNode sent = answer.path(ReadRestrictions.FIELD);
            if (sent.isMissingNode() || !(answer instanceof ObjectNode object)) {
                return ReadRestrictions.NONE;
            }
            object.remove(ReadRestrictions.FIELD);
            try {
                return ReadRestrictions.of(sent.toString());
            } catch (RestrictionFault fault) {
                throw new UnknownRestrictions(fault.reason());
            }
        }
    }

    /** The standard restricts tables. Whoever restricts a view means something that nobody here would apply. */
    private static final class OfView extends JsonDeserializer<LoadViewResponse> {
        @Override
        public LoadViewResponse deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode answer = parser.getCodec().readTree(parser);
            JsonNode sent = answer.path(ReadRestrictions.FIELD);
            if (!sent.isMissingNode() && !sent.isNull()) {
                throw new UnknownRestrictions("the standard has none for views");
            }
            return LoadViewResponseParser.fromJson(answer);
        }
    }
}
