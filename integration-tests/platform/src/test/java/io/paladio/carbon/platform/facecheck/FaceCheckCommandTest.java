package io.paladio.carbon.platform.facecheck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.command.Carbon;
import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import io.paladio.carbon.platform.facecheck.FaultyFace.Call;
import io.paladio.carbon.platform.facecheck.FaultyFace.Fault;
import io.paladio.carbon.platform.facecheck.FaultyFace.Reply;
import io.paladio.carbon.platform.index.SampleIndex;
import io.paladio.carbon.platform.sample.SampleTables;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check on the reference face, where all holds, and on faces that do one thing wrong, where that is found. */
class FaceCheckCommandTest {
    private static final String GOVERNED = "/carbon/namespaces/hr/tables/t";
    private static final String OPEN = "/carbon/namespaces/open/tables/t";
    private static final String KEPT = "/carbon/namespaces/open/tables/kept";
    private static final String DELEGATION = "x-iceberg-access-delegation";
    private static final Pattern SECRET = Pattern.compile("eyJ[A-Za-z0-9_-]{10,}|ASIA[A-Z2-7]{16}|s3://|[A-Z2-7]{40}");

    @TempDir
    static Path folder;

    private static EmbeddedPlatform platform;
    private static String alice = "";
    private static String engine = "";
    private static String owner = "";
    private static String revoked = "";

    @BeforeAll
    static void start() throws Exception {
        Path index = folder.resolve("index");
        SampleIndex.write(index);
        Files.writeString(
                index.resolve("access.json"),
                "{\"acme\":{\"deny\":[\"alice\"]},\"carbon.open.kept\":{\"deny\":[\"alice\"]}}");
        platform = EmbeddedPlatform.start(
                EmbeddedPlatform.Options.of(folder.resolve("platform"), index).withTenants("acme"));
        SampleTables.createHr(platform.face().catalog());
        Schema schema = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
        platform.face().catalog().createNamespace(Namespace.of("open"));
        platform.face().catalog().createTable(TableIdentifier.of("open", "t"), schema);
        platform.face().catalog().createTable(TableIdentifier.of("open", "kept"), schema);
        platform.face().catalog("acme").createNamespace(Namespace.of("open"));
        platform.face().catalog("acme").createTable(TableIdentifier.of("open", "kept"), schema);
        FaceClient clients = new FaceClient(platform);
        alice = clients.asPerson("alice");
        engine = clients.asEngine("alice");
        owner = clients.asEngine("admin");
        revoked = new FaceClient(platform).asPerson("alice");
        platform.issuer().revoke(revoked);
        Files.writeString(folder.resolve("alice"), alice);
        Files.writeString(folder.resolve("engine"), engine);
        Files.writeString(folder.resolve("revoked"), revoked);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private record Ended(int code, String out, String err) {
        JsonNode json() throws Exception {
            return new ObjectMapper().readTree(out);
        }
    }

    private static Ended run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Carbon.run(new PrintWriter(out), new PrintWriter(err), arguments);
        assertThat(out + "" + err).doesNotContainPattern(SECRET).doesNotContain(alice, engine, revoked);
        return new Ended(code, out.toString(), err.toString());
    }

    private static Ended check(URI uri, String... further) {
        List<String> arguments = new ArrayList<>(List.of("face-check", "--uri", uri.toString()));
        arguments.addAll(List.of("--token-file", folder.resolve("alice").toString()));
        arguments.addAll(List.of(further));
        return run(arguments.toArray(String[]::new));
    }

    private static Ended whole(URI uri, String... further) {
        List<String> arguments = new ArrayList<>(List.of(
                "--engine-token-file", folder.resolve("engine").toString(),
                "--revoked-token-file", folder.resolve("revoked").toString(),
                "--table", "carbon.open.t",
                "--policy-table", "carbon.hr.t",
                "--denied-table", "carbon.open.kept"));
        arguments.addAll(List.of(further));
        return check(uri, arguments.toArray(String[]::new));
    }

    @Test
    void all_holds_on_the_reference() throws Exception {
        Ended ended = whole(platform.face().uri());

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains(" holds, 0 does not hold, 0 not tried");
        JsonNode json = whole(platform.face().uri(), "--json").json();
        assertThat(json.path("holds").asBoolean()).isTrue();
        assertThat(json.path("checks").findValuesAsText("outcome")).containsOnly("holds");
        assertThat(json.path("checks").findValuesAsText("check")).doesNotHaveDuplicates();
    }

    @Test
    void another_tenant_s_table_is_a_table_without_a_grant() {
        Ended ended = check(
                platform.face().uri(),
                "--warehouse",
                "carbon",
                "--denied-table",
                "acme.open.kept",
                "--token-exchange-uri",
                platform.issuer().tokenUri().toString(),
                "--engine-token-file",
                platform.engineTokenFile().toString());

        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out()).contains("grant-load-refused: holds: refused, to the engine as well");
    }

    @Test
    void what_is_not_given_is_not_tried_and_said_so() throws Exception {
        Ended ended = check(platform.face().uri(), "--warehouse", "carbon", "--json");

        assertThat(ended.code()).isZero();
        for (JsonNode check : ended.json().path("checks")) {
            boolean about = check.path("check").asText().matches("(policy|grant|table|credentials)-.*");
            assertThat(check.path("outcome").asText()).as("%s", check).matches(about ? "not-tried" : "holds|not-tried");
        }
        assertThat(ended.out()).contains("no --policy-table", "no --table", "no --denied-table");
    }

    @Test
    void what_can_not_be_asked_ends_with_2_and_says_what_to_write() {
        URI face = platform.face().uri();
        record Case(Ended ended, String said) {}
        for (Case each : List.of(
                new Case(check(URI.create("http://127.0.0.1:1/x")), "Nothing answers at --uri"),
                new Case(check(URI.create("ftp://h/x")), "--uri is no address"),
                new Case(check(URI.create("http://u:p@h/x")), "--uri is no address"),
                new Case(check(face, "--warehouse", "nowhere"), "no such warehouse"),
                new Case(check(platform.issuer().uri()), "no Iceberg REST catalog"),
                new Case(check(face, "--table", "t"), "--table is no table"),
                new Case(check(face, "--engine-token-file", "/none"), "--engine-token-file can't be read"),
                new Case(
                        check(
                                face,
                                "--engine-token-file",
                                folder.resolve("alice").toString(),
                                "--token-exchange-uri",
                                platform.issuer().tokenUri().toString()),
                        "The token exchange answers 401"),
                new Case(
                        run(
                                "face-check",
                                "--uri",
                                face.toString(),
                                "--token-file",
                                folder.resolve("revoked").toString()),
                        "does not accept the token"),
                new Case(run("face-check"), "Missing required options"))) {
            assertThat(each.ended().code()).as(each.said()).isEqualTo(2);
            assertThat(each.ended().err()).contains(each.said());
        }
    }

    static Stream<String> faults() {
        return FAULTS.keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void each_fault_is_found_and_nothing_else(String name) throws Exception {
        try (FaultyFace faulty = FaultyFace.before(platform.face().uri(), FAULTS.get(name))) {
            Ended ended = whole(faulty.uri(), "--json");

            assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
            assertThat(new TreeSet<>(ended.json().path("findings").findValuesAsText("path")))
                    .isEqualTo(Set.of(name.replaceAll(":.*", "")));
        }
    }

    @Test
    void every_check_has_a_fault_that_it_finds() throws Exception {
        Set<String> found = new TreeSet<>();
        FAULTS.keySet().forEach(name -> found.add(name.replaceAll(":.*", "")));
        Set<String> all = new TreeSet<>(
                whole(platform.face().uri(), "--json").json().path("checks").findValuesAsText("check"));
        assertThat(found).isEqualTo(all);
    }

    /** What goes wrong, by the check that must find it. */
    private static final Map<String, Fault> FAULTS = faultsByCheck();

    private static Map<String, Fault> faultsByCheck() {
        Map<String, Fault> faults = new LinkedHashMap<>();
        identity(faults);
        config(faults);
        tables(faults);
        policies(faults);
        grants(faults);
        errors(faults);
        return faults;
    }

    private static void identity(Map<String, Fault> faults) {
        faults.put("token-asked-for", by(call -> !call.headers().containsKey("authorization"), () -> alice));
        faults.put("token-verified", by(FaceCheckCommandTest::isForged, () -> alice));
        faults.put("token-revoked", by(call -> call.isBy(revoked), () -> alice));
    }

    private static boolean isForged(Call call) {
        return call.headers().containsKey("authorization")
                && Stream.of(alice, engine, revoked).noneMatch(call::isBy);
    }

    private static void config(Map<String, Fault> faults) {
        Predicate<Call> own = call -> call.is("GET /config?warehouse=carbon");
        faults.put("config-served", saying(own, "\"defaults\"", "\"other\""));
        faults.put("config-without-secrets", saying(own, "\"prefix\"", "\"s3.secret-access-key\":\"x\",\"prefix\""));
        faults.put(
                "unknown-warehouse-refused: in config",
                at("/config\\?warehouse=carbon_face.*", "/config?warehouse=carbon"));
        faults.put("unknown-warehouse-refused: in paths", at("/carbon_face_check_\\w+/", "/carbon/"));
        faults.put("endpoints-told: none", saying(own, "\"endpoints\"", "\"other\""));
        faults.put("endpoints-told: too few", saying(own, "\"GET /v1/\\{prefix\\}/namespaces\",", ""));
        for (String call : List.of(
                "POST /v1/{prefix}/namespaces/{namespace}/tables/{table}/plan",
                "POST /v1/{prefix}/transactions/commit-all",
                "GET /v1/{prefix}/functions")) {
            faults.put("endpoints-true: " + call, saying(own, "\"endpoints\":\\[", "\"endpoints\":[\"" + call + "\","));
        }
    }

    private static void tables(Map<String, Fault> faults) {
        Predicate<Call> load = call -> call.is("GET " + OPEN);
        Predicate<Call> renewal = call -> call.is("GET " + OPEN + "/credentials");
        String late = Long.toString(Instant.now().plusSeconds(2 * 24 * 3600).toEpochMilli());
        faults.put(
                "table-served",
                answering(call -> load.test(call) && call.isBy(alice), 403, error(403, "ForbiddenException", "no")));
        faults.put("credentials-end: never", saying(load, "\"s3\\.session-token\"", "\"other\""));
        faults.put(
                "credentials-end: not told when",
                saying(load, "\"s3.session-token-expires-at-ms\":\"\\d+\"", "\"x\":\"1\""));
        faults.put("credentials-end: late", saying(load, "expires-at-ms\":\"\\d+", "expires-at-ms\":\"" + late));
        faults.put(
                "credentials-for-one-table",
                saying(renewal, "\"prefix\":\"s3://carbon/[^\"]*\"", "\"prefix\":\"s3://carbon\""));
        faults.put("credentials-renewed: none", answering(renewal, 200, "{\"storage-credentials\":[]}"));
        faults.put("credentials-renewed: lasting", saying(renewal, "\"s3\\.session-token\"", "\"other\""));
        faults.put(
                "answers-not-stored: tables",
                (call, face) -> load.test(call) ? face.ask(call).without("cache-control") : face.ask(call));
        faults.put(
                "answers-not-stored: credentials",
                (call, face) -> renewal.test(call)
                        ? face.ask(call).with("cache-control", "private, max-age=60")
                        : face.ask(call));
        faults.put("etag-by-caller", answering(call -> knows(call) && call.isBy(engine), 304, ""));
    }

    private static boolean knows(Call call) {
        return call.headers().containsKey("if-none-match");
    }

    private static void policies(Map<String, Fault> faults) {
        Predicate<Call> load = call -> call.is("GET " + GOVERNED);
        faults.put(
                "policy-engine-served",
                answering(call -> load.test(call) && call.isBy(engine), 403, error(403, "ForbiddenException", "no")));
        faults.put(
                "policy-load-refused: for snapshots",
                by(call -> call.is("GET " + GOVERNED + "?snapshots=all"), () -> engine));
        faults.put("policy-load-refused: by HEAD", by(call -> call.is("HEAD " + GOVERNED), () -> engine));
        faults.put(
                "policy-engine-by-token-alone",
                by(call -> call.headers().containsKey("x-carbon-engine"), () -> engine));
        faults.put("policy-credentials-refused", by(call -> call.is("GET " + GOVERNED + "/credentials"), () -> engine));
        faults.put(
                "policy-sign-refused",
                answering(
                        call -> call.is("POST " + GOVERNED + "/sign"), 200, "{\"uri\":\"https://x\",\"headers\":{}}"));
        String planned = "{\"status\":\"completed\",\"plan-tasks\":[\"x\"]}";
        for (String call : List.of(
                "POST " + GOVERNED + "/plan",
                "GET " + GOVERNED + "/plan/carbon-face-check",
                "POST " + GOVERNED + "/tasks")) {
            faults.put("policy-plan-refused: " + call, answering(asked -> asked.is(call), 200, planned));
        }
        faults.put("policy-commit-refused", by(call -> call.is("POST " + GOVERNED), () -> engine));
        faults.put(
                "policy-view-chain-lifts-nothing",
                by(call -> call.path().startsWith(GOVERNED + "/credentials?referenced-by"), () -> engine));
        faults.put("policy-etag-lifts-nothing", answering(call -> knows(call) && call.isBy(alice), 304, ""));
        for (String spelling : List.of("hr/tables/T", "HR/tables/t", "hr/tables/t%20", "hr/tables/..%2Ft")) {
            faults.put(
                    "policy-spelling-lifts-nothing: " + spelling,
                    (call, face) -> call.path().equals("/carbon/namespaces/" + spelling)
                            ? face.ask(call.at(GOVERNED).by(engine))
                            : face.ask(call));
        }
        faults.put(
                "restrictions-readable",
                saying(
                        call -> load.test(call) && call.isBy(engine),
                        "^\\{",
                        "{\"read-restrictions\":{\"required-column-projections\":"
                                + "[{\"field-id\":1,\"action\":\"nobody-knows\"}]},"));
    }

    private static void grants(Map<String, Fault> faults) {
        faults.put(
                "grant-load-refused: to the person",
                by(call -> call.is("GET " + KEPT) && call.isBy(alice), () -> owner));
        faults.put(
                "grant-load-refused: to the engine",
                by(call -> call.is("GET " + KEPT) && call.isBy(engine), () -> owner));
        faults.put(
                "grant-load-refused: by its credentials",
                by(call -> call.is("GET " + KEPT + "/credentials"), () -> owner));
        faults.put("grant-not-listed", by(call -> call.is("GET /carbon/namespaces/open/tables"), () -> owner));
        faults.put(
                "grant-spelling-lifts-nothing",
                (call, face) -> call.path().equals(KEPT + "%00")
                        ? face.ask(call.at(KEPT).by(owner))
                        : face.ask(call));
    }

    private static void errors(Map<String, Fault> faults) {
        faults.put("missing-is-404", (call, face) -> {
            Reply reply = face.ask(call);
            return reply.status() == 404 && call.path().matches("/carbon/namespaces/carbon_face_check_\\w+")
                    ? Reply.of(403, error(403, "ForbiddenException", "no"))
                    : reply;
        });
        faults.put("errors-tell-nothing", (call, face) -> {
            Reply reply = face.ask(call);
            return reply.status() == 403
                    ? reply.saying(body -> body.replace("under a policy", "at s3://bucket/x"))
                    : reply;
        });
        faults.put("no-5xx", (call, face) -> {
            Reply reply = face.ask(call);
            return reply.status() == 403 ? reply.with("retry-after", "60") : reply;
        });
        faults.put("in-time", (call, face) -> {
            if (call.is("GET " + GOVERNED + "?snapshots=all")
                    && call.isBy(alice)
                    && !call.headers().containsKey(DELEGATION)) {
                await(4200);
            }
            return face.ask(call);
        });
    }

    private static void await(long millis) {
        try {
            assertThat(new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS))
                    .isFalse();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Token {
        String text();
    }

    /** Takes some calls for another's. */
    private static Fault by(Predicate<Call> which, Token other) {
        return (call, face) -> face.ask(which.test(call) ? call.by(other.text()) : call);
    }

    private static Fault at(String path, String other) {
        return (call, face) -> face.ask(call.at(call.path().replaceFirst("^" + path, other)));
    }

    private static Fault saying(Predicate<Call> which, String words, String others) {
        return (call, face) -> which.test(call)
                ? face.ask(call).saying(body -> body.replaceFirst(words, Matcher.quoteReplacement(others)))
                : face.ask(call);
    }

    private static Fault answering(Predicate<Call> which, int status, String body) {
        return (call, face) -> which.test(call) ? Reply.of(status, body) : face.ask(call);
    }

    private static String error(int code, String type, String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type + "\",\"code\":" + code + "}}";
    }
}
