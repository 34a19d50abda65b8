package io.paladio.carbon.index.http;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.AnswerReader;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.KnownAnswers;
import io.paladio.carbon.index.KnownDocuments;
import io.paladio.carbon.index.ObservedFaults;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.QuestionWriter;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Securable;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Index behind HTTP: one {@code POST <uri>/v1/resolve} a question, for all its tables, with the question and the answer that
 * Postgres has too.
 *
 * <p>Does not need Index to be up when it is made. The deadline counts from the question to the last byte of the answer. After
 * five failures in a row Index is asked once a second until it answers again. Thread-safe.
 */
public final class HttpPolicySource implements PolicySource {
    private static final int KNOWN_TABLES = 4096;
    private static final int FAILURES = 5;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final URI resolve;
    private final Optional<Supplier<String>> token;
    private final HttpLink link;
    private final KnownAnswers known = new KnownAnswers(KNOWN_TABLES);
    private final KnownDocuments documents = new KnownDocuments();
    private final ObservedFaults observed = new ObservedFaults();

    /**
     * Asks the Index at this address.
     *
     * @param token the bearer token that Index wants to see, if it wants one
     * @throws Refusal CONFIG_INVALID where that is no address
     */
    public HttpPolicySource(URI uri, Optional<Supplier<String>> token, Duration timeout) {
        this.resolve = resolve(uri);
        this.token = token;
        this.link = new HttpLink(timeout, new CircuitBreaker(FAILURES, PAUSE, System::nanoTime));
    }

    @Override
    public ResolveAnswer resolve(ResolveRequest request) {
        Map<Securable, TableAnswer> sent = known.about(request);
        byte[] json = link.answer(question(QuestionWriter.write(request, sent)));
        ResolveAnswer answer = AnswerReader.read(text(json), request, sent, documents);
        known.remember(answer);
        observed.observe(answer);
        return answer;
    }

    @Override
    public List<FaultyDocument> faults() {
        return observed.faults();
    }

    @Override
    public void close() {
        // The client's connections and threads end with it.
    }

    private HttpRequest question(String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(resolve)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret.get()));
        return request.build();
    }

    private static String text(byte[] json) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
        } catch (CharacterCodingException fault) {
            throw IndexUnavailable.nonsense("it is no UTF-8");
        }
    }

    private static URI resolve(URI uri) {
        boolean isAddress =
                ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        if (!isAddress || uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw CarbonCondition.CONFIG_INVALID
                    .refusal()
                    .object("spark.carbon.index.http.uri")
                    .reason("it is no http or https address without user, query and fragment")
                    .build();
        }
        return URI.create(uri.toString().replaceAll("/+$", "") + "/v1/resolve");
    }
}
