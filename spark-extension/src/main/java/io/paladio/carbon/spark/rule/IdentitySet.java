package io.paladio.carbon.spark.rule;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Objects known by identity for as long as somebody else holds them: equality may be true across statements. Thread-safe. */
final class IdentitySet<T> {
    private final Set<Reference<?>> members = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<T> gone = new ReferenceQueue<>();

    void add(T member) {
        for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
            members.remove(dead);
        }
        members.add(new Identity<>(member, gone));
    }

    boolean contains(T member) {
        return members.contains(new Identity<>(member, null));
    }

    private static final class Identity<T> extends WeakReference<T> {
        private final int hash;

        Identity(T member, @Nullable ReferenceQueue<T> queue) {
            super(member, queue);
            this.hash = System.identityHashCode(member);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            T member = get();
            return member != null && other instanceof Identity<?> that && that.get() == member;
        }
    }
}
