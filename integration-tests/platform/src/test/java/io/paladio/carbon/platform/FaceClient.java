package io.paladio.carbon.platform;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import org.apache.iceberg.rest.RESTCatalog;

/** Clients of the face: Iceberg's own, and plain HTTP. Thread-safe. */
public final class FaceClient {
    private final EmbeddedPlatform platform;
    private final Map<String, String> tokens;
    private final HttpClient http = HttpClient.newHttpClient();

    public FaceClient(EmbeddedPlatform platform) {
        this.platform = platform;
        this.tokens = PlatformTokens.all(platform.issuer());
    }

    public Map<String, String> tokens() {
        return tokens;
    }

    /** The token that a person holds. */
    public String asPerson(String principal) {
        return tokens.get(principal);
    }

    /** The token that the engine gets for a person by exchange. */
    public String asEngine(String principal) throws Exception {
        return exchange(tokens.get(principal), Files.readString(platform.engineTokenFile()));
    }

    public String exchange(String subject, String actor) throws Exception {
        HttpResponse<String> answer = exchangeAnswer(subject, actor);
        return new ObjectMapper().readTree(answer.body()).get("access_token").asText();
    }

    public HttpResponse<String> exchangeAnswer(String subject, String actor) throws Exception {
        String form = "grant_type=" + encode("urn:ietf:params:oauth:grant-type:token-exchange") + "&subject_token="
                + encode(subject) + "&actor_token=" + encode(actor);
        HttpRequest request = HttpRequest.newBuilder(platform.issuer().tokenUri())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    public RESTCatalog catalog(String token) {
        return catalog(token, EmbeddedPlatform.CATALOG);
    }

    public RESTCatalog catalog(String token, String warehouse) {
        RESTCatalog catalog = new RESTCatalog();
        catalog.initialize(
                warehouse,
                Map.of(
                        "uri",
                        platform.face().uri().toString(),
                        "warehouse",
                        warehouse,
                        "token",
                        token,
                        "token-refresh-enabled",
                        "false",
                        "rest.auth.type",
                        "oauth2",
                        "oauth2-server-uri",
                        platform.issuer().tokenUri().toString(),
                        "io-impl",
                        "org.apache.iceberg.aws.s3.S3FileIO",
                        "http-client.type",
                        "urlconnection"));
        return catalog;
    }

    public HttpResponse<String> send(String method, String path, String token) throws Exception {
        return send(method, path, token, Map.of());
    }

    public HttpResponse<String> send(String method, String path, String token, Map<String, String> headers)
            throws Exception {
        return send(method, path, token, headers, method.equals("POST") ? "{}" : "");
    }

    public HttpResponse<String> send(String method, String path, String token, Map<String, String> headers, String body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(platform.face().uri() + path))
                .header("Authorization", "Bearer " + token)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    public String counters() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(platform.face().countersUri()).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
