package io.paladio.carbon.platform;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.platform.face.Face;
import io.paladio.carbon.platform.issuer.Issuer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Asks issuer and face once what an engine will ask them, before anybody relies on them: their first answers are slow, and an
 * engine waits for seconds only. Used once.
 */
final class PlatformCheck {
    private final Issuer issuer;
    private final Face face;
    private final HttpClient client = HttpClient.newHttpClient();

    PlatformCheck(Issuer issuer, Face face) {
        this.issuer = issuer;
        this.face = face;
    }

    void run() {
        try {
            String token = exchange();
            require(get("/v1/config?warehouse=" + EmbeddedPlatform.CATALOG, token), 200);
            require(get("/v1/" + EmbeddedPlatform.CATALOG + "/namespaces", token), 200);
            // Forbidden where Index can't be read yet: that is right, and not for us to judge.
            require(get("/v1/" + EmbeddedPlatform.CATALOG + "/namespaces/none/tables/none", token), 404, 403);
        } catch (IOException failure) {
            throw new IllegalStateException("the platform does not answer", failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the platform started", stopped);
        }
    }

    private String exchange() throws IOException, InterruptedException {
        String form = "grant_type=" + encode("urn:ietf:params:oauth:grant-type:token-exchange") + "&subject_token="
                + encode(PlatformTokens.of(issuer, "admin")) + "&actor_token="
                + encode(PlatformTokens.ofEngine(issuer));
        HttpRequest request = HttpRequest.newBuilder(issuer.tokenUri())
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        require(answer, 200);
        return new ObjectMapper()
                .readTree(answer.body())
                .required("access_token")
                .asText();
    }

    private HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(face.uri() + path))
                .header("Authorization", "Bearer " + token)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void require(HttpResponse<String> answer, Integer... right) {
        if (!List.of(right).contains(answer.statusCode())) {
            throw new IllegalStateException("the platform answers " + answer.statusCode());
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
