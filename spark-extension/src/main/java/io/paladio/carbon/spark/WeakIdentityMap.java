package io.paladio.carbon.spark;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers something about objects for as long as others use them, telling objects apart by identity: plans that are equal are
 * still different statements. Values must not lead to their keys. Thread-safe.
 */
final class WeakIdentityMap<V> {
    private final Map<Key, V> values = new HashMap<>();
    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

    synchronized void put(Object object, V value) {
        forgetTheDead();
        values.put(new Key(object, dead), value);
    }

    synchronized Optional<V> get(Object object) {
        forgetTheDead();
        return Optional.ofNullable(values.get(new Key(object, dead)));
    }

    synchronized int size() {
        forgetTheDead();
        return values.size();
    }

    private void forgetTheDead() {
        for (Reference<?> key = dead.poll(); key != null; key = dead.poll()) {
            values.remove(key);
        }
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        private Key(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
            this.hash = System.identityHashCode(object);
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
            Object mine = get();
            return mine != null && other instanceof Key key && key.get() == mine;
        }
    }
}
