package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches a document within one deadline for the whole of it. The library's own time-outs are for connecting and for each single
 * read: an issuer that trickles would hold the call that asked for its keys. Thread-safe.
 */
final class BoundedRetriever implements ResourceRetriever {
    private static final int MOST_FETCHES = 4;
    private static final ThreadPoolExecutor FETCHES = new ThreadPoolExecutor(
            0, MOST_FETCHES, 20, TimeUnit.SECONDS, new SynchronousQueue<>(), BoundedRetriever::thread);

    private final ResourceRetriever retriever;
    private final Duration limit;

    BoundedRetriever(ResourceRetriever retriever, Duration limit) {
        this.retriever = retriever;
        this.limit = limit;
    }

    @Override
    public Resource retrieveResource(URL url) throws IOException {
        Future<Resource> fetched = start(url);
        try {
            return fetched.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("the document can't be fetched", failed.getCause());
        } catch (TimeoutException late) {
            fetched.cancel(true);
            throw new IOException("the document did not come in time", late);
        } catch (InterruptedException interrupted) {
            fetched.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("the fetch was interrupted", interrupted);
        }
    }

    private Future<Resource> start(URL url) throws IOException {
        try {
            return FETCHES.submit(() -> retriever.retrieveResource(url));
        } catch (RejectedExecutionException tooMany) {
            throw new IOException("too many fetches wait for it", tooMany);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "carbon-issuer", 0, false);
        thread.setDaemon(true);
        return thread;
    }
}
