package io.paladio.carbon.index.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * The bytes of an answer, up to a bound: a longer one is cut off instead of filling the heap. Of one answer; called by the client's
 * threads one after the other.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int limit;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.Subscription subscription = new NotYet();

    /** The answer goes on beyond the bound. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }

    BoundedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.isDone() || buffer.remaining() > limit - bytes.size()) {
                subscription.cancel();
                body.completeExceptionally(new TooLong());
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }

    private static final class NotYet implements Flow.Subscription {
        @Override
        public void request(long count) {
            throw new IllegalStateException("nothing is subscribed to");
        }

        @Override
        public void cancel() {
            throw new IllegalStateException("nothing is subscribed to");
        }
    }
}
