package io.paladio.carbon.index.http;

import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.IndexUnavailable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a whole answer within the deadline, or says in a word why not; connections are kept and shared. Redirects are not followed
 * and no proxy is asked: the token is for Index alone. Thread-safe.
 */
final class HttpLink {
    private static final Logger LOG = LoggerFactory.getLogger(HttpLink.class);
    private static final int LONGEST = 32 * 1024 * 1024;
    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_OF_SERVER = 500;

    private final Duration timeout;
    private final CircuitBreaker breaker;
    private final HttpClient client;

    HttpLink(Duration timeout, CircuitBreaker breaker) {
        this.timeout = timeout;
        this.breaker = breaker;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }

    /** The bytes of an answer with status 200. */
    byte[] answer(HttpRequest question) {
        long deadline = System.nanoTime() + timeout.toNanos();
        if (!breaker.admits()) {
            throw IndexUnavailable.because("it failed several times in a row and is asked again in a moment");
        }
        HttpResponse<byte[]> response = answered(question, deadline);
        int status = response.statusCode();
        if (status == TOO_MANY_REQUESTS || status >= FIRST_OF_SERVER) {
            breaker.failed();
        } else {
            breaker.answered();
        }
        if (status != OK) {
            throw IndexUnavailable.because("it answered with status " + status);
        }
        return response.body();
    }

    private HttpResponse<byte[]> answered(HttpRequest question, long deadline) {
        try {
            return sent(question, deadline);
        } catch (InterruptedException interrupted) {
            breaker.givenUp();
            Thread.currentThread().interrupt();
            throw IndexUnavailable.because("the question was interrupted");
        } catch (IOException failure) {
            breaker.failed();
            LOG.warn("Index did not answer over HTTP: {}", failure.getClass().getSimpleName());
            throw refusal(failure);
        } catch (RuntimeException unexpected) {
            breaker.givenUp();
            throw unexpected;
        }
    }

    /** A kept connection may have been closed at the other end: that question is asked once more, since asking changes nothing. */
    private HttpResponse<byte[]> sent(HttpRequest question, long deadline) throws IOException, InterruptedException {
        try {
            return once(question, deadline);
        } catch (Broken broken) {
            return once(question, deadline);
        }
    }

    private HttpResponse<byte[]> once(HttpRequest question, long deadline) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(question, head -> new BoundedBody(LONGEST));
        try {
            return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new Late();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException cause && isFinal(cause) ? cause : new Broken();
        } finally {
            answer.cancel(true);
        }
    }

    /** What asking again would not change. */
    private static boolean isFinal(IOException failure) {
        return failure instanceof BoundedBody.TooLong
                || failure instanceof ConnectException
                || failure instanceof HttpConnectTimeoutException
                || failure instanceof SSLException;
    }

    private static Refusal refusal(IOException failure) {
        if (failure instanceof BoundedBody.TooLong) {
            return IndexUnavailable.because("its answer is longer than " + LONGEST + " bytes");
        }
        if (failure instanceof SSLException) {
            return IndexUnavailable.because("there is no trusted connection to it");
        }
        if (failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException) {
            return IndexUnavailable.because("no connection to it within the deadline");
        }
        return IndexUnavailable.because(
                failure instanceof Late ? "no answer within the deadline" : "the connection to it broke");
    }

    /** The deadline is over. */
    private static final class Late extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** The connection ended before the answer did. */
    private static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
