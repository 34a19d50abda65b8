package io.paladio.carbon.command;

/** A number and what it counts. */
final class Count {
    private Count() {}

    static String of(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
