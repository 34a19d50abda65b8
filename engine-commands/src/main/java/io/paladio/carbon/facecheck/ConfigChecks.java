package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.facecheck.Face.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** Whether what {@code /v1/config} says is so, and no more than it should say. Used by one thread. */
final class ConfigChecks {
    private static final List<String> NEEDED = List.of(
            "GET /v1/{prefix}/namespaces",
            "GET /v1/{prefix}/namespaces/{namespace}/tables",
            "GET /v1/{prefix}/namespaces/{namespace}/tables/{table}");

    private final Face face;
    private final Subject subject;
    private final Warehouse warehouse;
    private final String nowhere =
            "carbon_face_check_" + UUID.randomUUID().toString().replace("-", "");

    ConfigChecks(Face face, Subject subject, Warehouse warehouse) {
        this.face = face;
        this.subject = subject;
        this.warehouse = warehouse;
    }

    List<Check> all() {
        return List.of(
                new Check("config-served", this::served),
                new Check("config-without-secrets", this::withoutSecrets),
                new Check("unknown-warehouse-refused", this::unknownWarehouse),
                new Check("endpoints-told", this::told),
                new Check("endpoints-true", this::endpointsAreThere));
    }

    private Verdict served() {
        JsonNode config = warehouse.config().json();
        return warehouse.config().status() == 200
                        && config.path("defaults").isObject()
                        && config.path("overrides").isObject()
                ? Verdict.holds("200, with defaults and overrides")
                : Verdict.broken("/v1/config answers " + warehouse.config().told()
                        + (warehouse.config().isOk() ? " without defaults and overrides" : ""));
    }

    private Verdict withoutSecrets() {
        TreeSet<String> secrets = new TreeSet<>();
        for (String part : List.of("defaults", "overrides")) {
            warehouse.config().json().path(part).properties().stream()
                    .filter(setting -> !setting.getValue().asText("").isEmpty())
                    .map(Map.Entry::getKey)
                    .filter(name -> Credentials.isSecret(name) || name.equals("token") || name.equals("credential"))
                    .forEach(secrets::add);
        }
        return secrets.isEmpty()
                ? Verdict.holds("no key and no token")
                : Verdict.broken("it gives " + String.join(", ", secrets) + " to whoever asks how it is configured");
    }

    private Verdict unknownWarehouse() {
        Answered config = face.get("/v1/config?warehouse=" + nowhere, subject.person());
        if (config.isOk() || config.status() == 0 || config.status() >= 500) {
            return Verdict.broken("for a warehouse that it does not serve /v1/config answers " + config.told());
        }
        if (warehouse.prefix().isEmpty()) {
            return Verdict.holds(config.told() + "; it has no prefixes");
        }
        Answered list = face.get(Warehouse.pathOf(nowhere, "/namespaces"), subject.person());
        return list.status() / 100 == 4
                ? Verdict.holds(config.told() + ", under its prefix " + list.told())
                : Verdict.broken("under a prefix that it does not serve it answers " + list.told());
    }

    private List<String> advertised() {
        List<String> endpoints = new ArrayList<>();
        warehouse.config().json().path("endpoints").forEach(endpoint -> endpoints.add(endpoint.asText()));
        return endpoints;
    }

    private Verdict told() {
        List<String> advertised = advertised();
        if (advertised.isEmpty()) {
            return Verdict.broken("it does not say which calls it has: engines assume an old set");
        }
        List<String> missing =
                NEEDED.stream().filter(needed -> !advertised.contains(needed)).toList();
        return missing.isEmpty()
                ? Verdict.holds(advertised.size() + " calls")
                : Verdict.broken("an engine needs " + String.join(", ", missing));
    }

    /** Each is made on names that don't exist, with an empty body: it can change nothing, and shows whether it is there. */
    private Verdict endpointsAreThere() {
        List<String> advertised = advertised();
        if (advertised.isEmpty()) {
            return Verdict.notTried("none is told");
        }
        List<String> missing = new ArrayList<>();
        for (String endpoint : advertised) {
            Optional<Call> call = call(endpoint);
            if (call.isPresent()) {
                Answered answer = face.ask(call.get());
                if (answer.isNotOffered() || answer.status() == 0 || answer.status() >= 500) {
                    missing.add(endpoint + " (" + answer.told() + ")");
                }
            }
        }
        return missing.isEmpty()
                ? Verdict.holds(advertised.size() + " calls answer")
                : Verdict.broken("it tells of calls that it does not have: " + String.join(", ", missing));
    }

    private Optional<Call> call(String endpoint) {
        String[] parts = endpoint.split(" ", 2);
        if (parts.length != 2 || !List.of("GET", "HEAD", "POST", "DELETE").contains(parts[0])) {
            return Optional.empty();
        }
        String path = parts[1].replace("/{prefix}", warehouse.prefix().isEmpty() ? "" : "/" + warehouse.prefix())
                .replaceAll("\\{[a-z-]+\\}", nowhere);
        boolean plain = path.matches("/v1/[A-Za-z0-9_./%|~-]*");
        return plain
                ? Optional.of(new Call(
                        parts[0],
                        path.replace("|", "%7C"),
                        subject.person(),
                        Map.of(),
                        parts[0].equals("POST") ? "{}" : ""))
                : Optional.empty();
    }
}
