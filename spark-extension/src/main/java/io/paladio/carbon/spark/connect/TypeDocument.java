package io.paladio.carbon.spark.connect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * Recognises a JSON description of a data type that names a class. Spark reads such text wherever a type may be written, and
 * calls the constructor of the class that it names.
 */
final class TypeDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private TypeDocument() {}

    static boolean namesClass(String text) {
        String document = text.strip();
        return (document.startsWith("{") || document.startsWith("[")) && namesUserDefinedType(document);
    }

    private static boolean namesUserDefinedType(String document) {
        try (JsonParser parser = JSON.createParser(document)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING
                        && "type".equals(parser.currentName())
                        && "udt".equals(parser.getText())) {
                    return true;
                }
            }
            return false;
        } catch (IOException notJson) {
            // Spark reads it with the same parser and fails on the same character, before it loads anything.
            return false;
        }
    }
}
