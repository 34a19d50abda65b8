package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The one source of chance: the same seed makes the same tables, policies and statements. Used by one thread. */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        this(new SplittableRandom(seed));
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    /** The seed that comes after one, where a run goes from world to world: any of them begins a run of its own. */
    static long after(long seed) {
        return new SplittableRandom(seed).nextLong() >>> 1;
    }

    /** A die of its own, so that what is added in one place does not change what comes of another. */
    Dice split() {
        return new Dice(random.split());
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @SafeVarargs
    final <T> T one(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Some of the choices, in their order. */
    <T> List<T> some(List<T> choices, int most) {
        List<T> left = new ArrayList<>(choices);
        int wanted = between(1, Math.min(most, choices.size()));
        while (left.size() > wanted) {
            left.remove(random.nextInt(left.size()));
        }
        return left;
    }
}
