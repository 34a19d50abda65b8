package io.paladio.carbon.command;

/** A number and what it counts. */
public final class Count {
    private Count() {}

    public static String of(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
