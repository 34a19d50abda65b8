package io.paladio.carbon.platform;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The quick start's arguments. Immutable.
 *
 * @param mode one demonstration, or a service until it is stopped
 * @param policies a folder in place of the sample's Index
 * @param script statements to run once as {@code admin}
 * @param settings further Spark configuration
 */
record QuickstartOptions(Mode mode, Optional<Path> policies, Optional<Path> script, Map<String, String> settings) {
    static final String USAGE = "usage: quickstart.sh [--serve] [--policies DIR] [--init FILE.sql] [--conf KEY=VALUE]…";

    /** What the quick start is for. */
    enum Mode {
        DEMONSTRATE,
        SERVE
    }

    /** @throws IllegalArgumentException with what is wrong with the arguments */
    static QuickstartOptions parse(List<String> arguments) {
        Mode mode = Mode.DEMONSTRATE;
        Optional<Path> policies = Optional.empty();
        Optional<Path> script = Optional.empty();
        Map<String, String> settings = new LinkedHashMap<>();
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            switch (argument) {
                case "--serve" -> mode = Mode.SERVE;
                case "--policies" -> policies = Optional.of(Path.of(value(argument, rest)));
                case "--init" -> script = Optional.of(Path.of(value(argument, rest)));
                case "--conf" -> putSetting(settings, value(argument, rest));
                default -> throw new IllegalArgumentException("unknown argument " + argument);
            }
        }
        return new QuickstartOptions(mode, policies, script, Map.copyOf(settings));
    }

    private static String value(String argument, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(argument + " needs a value");
        }
        return rest.next();
    }

    private static void putSetting(Map<String, String> settings, String text) {
        String[] parts = text.split("=", 2);
        if (parts.length != 2 || parts[0].isBlank()) {
            throw new IllegalArgumentException("--conf needs KEY=VALUE");
        }
        settings.put(parts[0].strip(), parts[1]);
    }
}
