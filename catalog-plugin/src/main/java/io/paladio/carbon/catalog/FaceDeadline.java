package io.paladio.carbon.catalog;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds one request to the face as a whole: connecting, reading, the one retry and whatever pause the face asks for in between.
 * Iceberg's client has time-outs for the parts alone, and waits as long as a {@code Retry-After} says. Thread-safe.
 */
final class FaceDeadline {
    private static final int MOST_REQUESTS = 256;
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final ThreadPoolExecutor REQUESTS = new ThreadPoolExecutor(
            0, MOST_REQUESTS, 20, TimeUnit.SECONDS, new SynchronousQueue<>(), FaceDeadline::thread);

    private final Duration limit;

    FaceDeadline(Duration limit) {
        this.limit = limit;
    }

    /** The request's result, its failure as translated, or the refusal for being late. */
    <T> T ask(FaceErrors errors, String path, Callable<T> request) {
        Future<T> answer = start(errors, path, request);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw errors.translate(path, Optional.ofNullable(failed.getCause()).orElse(failed));
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw errors.unanswered(path, "it did not answer in time");
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw errors.unanswered(path, "the request was interrupted");
        }
    }

    private static <T> Future<T> start(FaceErrors errors, String path, Callable<T> request) {
        try {
            return REQUESTS.submit(request);
        } catch (RejectedExecutionException tooMany) {
            throw errors.unavailable(path, "too many requests wait for it");
        }
    }

    private static Thread thread(Runnable work) {
        // Without inherited thread-locals: a pool's thread must not hold on to the session that happened to start it.
        Thread thread = new Thread(null, work, "carbon-face-" + NUMBER.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(FaceDeadline.class.getClassLoader());
        return thread;
    }
}
