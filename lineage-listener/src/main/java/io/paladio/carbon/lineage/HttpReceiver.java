package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.spool.SpoolRecord;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Posts OpenLineage events, one a request and several at a time, and believes nothing but a status of 2xx that comes within the deadline.
 *
 * <p>Java's own client, not OpenLineage's: that one takes events as objects where the spool holds bytes, gives up after one attempt,
 * and would bring an HTTP client, two Jackson modules and Micrometer into the shipped jar. Redirects are not followed and no proxy is
 * asked: the token is for the receiver alone. Used by one thread.
 */
final class HttpReceiver implements Carrier {
    /** About the event itself. Any other status may be mended at the receiver, or by another token. */
    private static final Set<Integer> NEVER = Set.of(400, 406, 409, 411, 413, 414, 415, 416, 417, 422, 428, 431);

    private static final int AT_ONCE = 16;
    private static final int FIRST_OK = 200;
    private static final int FIRST_NOT_OK = 300;

    private final ReceiverAddress address;
    private final Optional<BearerFile> token;
    private final Duration deadline;
    private final HttpClient client;

    HttpReceiver(ReceiverAddress address, Optional<BearerFile> token, Duration deadline) {
        this.address = address;
        this.token = token;
        this.deadline = deadline;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(deadline)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }

    @Override
    public int most() {
        return AT_ONCE;
    }

    /** Those of different keys at the same time; of one key the next when the one before has arrived. */
    @Override
    public List<Fate> carry(List<SpoolRecord> events) throws InterruptedException {
        List<Fate> fates = new ArrayList<>(Collections.nCopies(events.size(), Fate.failed("the one before failed")));
        Set<Long> failed = new HashSet<>();
        for (List<Integer> wave : waves(events)) {
            List<Integer> due = wave.stream()
                    .filter(place -> !failed.contains(events.get(place).key()))
                    .toList();
            post(due, events, fates);
            due.stream()
                    .filter(place -> fates.get(place).kind() == Kind.FAILED)
                    .forEach(place -> failed.add(events.get(place).key()));
        }
        return fates;
    }

    /** The places of the first of each key, then those of the second, and so on. */
    private static List<List<Integer>> waves(List<SpoolRecord> events) {
        List<List<Integer>> waves = new ArrayList<>();
        Map<Long, Integer> seen = new HashMap<>();
        for (int place = 0; place < events.size(); place++) {
            int wave = seen.merge(events.get(place).key(), 1, Integer::sum) - 1;
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(wave).add(place);
        }
        return waves;
    }

    private void post(List<Integer> places, List<SpoolRecord> events, List<Fate> fates) throws InterruptedException {
        Map<Integer, CompletableFuture<HttpResponse<Void>>> answers = new LinkedHashMap<>();
        try {
            for (int place : places) {
                answers.put(place, posted(events.get(place)));
            }
            long end = System.nanoTime() + deadline.toNanos();
            for (Map.Entry<Integer, CompletableFuture<HttpResponse<Void>>> answer : answers.entrySet()) {
                fates.set(answer.getKey(), fate(answer.getValue(), end));
            }
        } catch (Undelivered withoutToken) {
            places.forEach(place -> fates.set(place, Fate.failed(Undelivered.reason(withoutToken))));
        } finally {
            answers.values().forEach(answer -> answer.cancel(true));
        }
    }

    private CompletableFuture<HttpResponse<Void>> posted(SpoolRecord event) throws Undelivered {
        HttpRequest.Builder request = HttpRequest.newBuilder(address.uri())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(event.text()));
        if (token.isPresent()) {
            request.header("Authorization", token.get().header());
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
    }

    private static Fate fate(CompletableFuture<HttpResponse<Void>> answer, long end) throws InterruptedException {
        try {
            int status = answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)
                    .statusCode();
            if (status >= FIRST_OK && status < FIRST_NOT_OK) {
                return Fate.TAKEN;
            }
            return NEVER.contains(status) ? Fate.refused("status " + status) : Fate.failed("status " + status);
        } catch (TimeoutException late) {
            return Fate.failed("no answer within the deadline");
        } catch (ExecutionException failed) {
            return Fate.failed(words(failed.getCause()));
        }
    }

    private static String words(@Nullable Throwable failure) {
        if (failure instanceof SSLException) {
            return "no trusted connection";
        }
        return failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException
                ? "no connection"
                : "the connection broke, or what came is no HTTP";
    }
}
