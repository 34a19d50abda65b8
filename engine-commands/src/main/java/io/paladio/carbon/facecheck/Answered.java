package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the face answered to one call. Immutable.
 *
 * @param call the method and what was asked, in words that may be shown
 * @param status 0 where no answer came
 */
record Answered(String call, int status, HttpHeaders headers, String body, Duration took) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern TYPE = Pattern.compile("[A-Za-z]{1,60}");

    static Answered none(String call, Duration took) {
        return new Answered(call, 0, HttpHeaders.of(Map.of(), (name, value) -> true), "", took);
    }

    /** The body, where it is JSON. */
    JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException other) {
            return MissingNode.getInstance();
        }
    }

    /** The name of the error, as the protocol writes errors; empty where it does not read so. */
    Optional<String> errorType() {
        return Optional.of(json().path("error").path("type").asText(""))
                .filter(type -> TYPE.matcher(type).matches());
    }

    boolean isOk() {
        return status / 100 == 2;
    }

    boolean isRefused() {
        return status == 401 || status == 403;
    }

    /** The call is not there, for anybody. */
    boolean isNotOffered() {
        return status == 405
                || status == 406
                || status == 501
                || (status == 404
                        && !call.startsWith("HEAD ")
                        && errorType().filter(type -> type.startsWith("NoSuch")).isEmpty())
                || errorType().filter("NoSuchEndpointException"::equals).isPresent();
    }

    Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** What is said of it. */
    String told() {
        return status == 0
                ? "no answer"
                : status + errorType().map(type -> " " + type).orElse("");
    }
}
