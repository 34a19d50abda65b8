package io.paladio.carbon.spark;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Typed reading of configuration text; a value that can't be read is refused by its key and never quoted. Immutable. */
final class ConfigValues {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(b|k|m|g)?");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));
    private static final List<String> SIZES = List.of("b", "k", "m", "g");
    private static final int HIGHEST_PORT = 65_535;

    private final Map<String, String> values;

    ConfigValues(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    boolean anyGiven(Collection<CarbonKey> keys) {
        return keys.stream().anyMatch(key -> text(key).isPresent());
    }

    /** The value without surrounding blanks; a blank value counts as not given. */
    Optional<String> text(CarbonKey key) {
        return Optional.ofNullable(values.get(key.key())).map(String::strip).filter(text -> !text.isEmpty());
    }

    String required(CarbonKey key, String why) {
        return text(key).orElseThrow(() -> ConfigReader.invalid(key.key(), "it is missing: " + why));
    }

    Optional<Path> path(CarbonKey key) {
        return text(key).map(text -> pathOf(key, text));
    }

    Path pathOf(CarbonKey key, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException unusable) {
            throw ConfigReader.invalid(key.key(), "it is not a path");
        }
    }

    URI requiredUri(CarbonKey key, String why) {
        return uriOf(key, required(key, why));
    }

    Optional<URI> uri(CarbonKey key) {
        return text(key).map(text -> uriOf(key, text));
    }

    private static URI uriOf(CarbonKey key, String text) {
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null && Set.of("http", "https").contains(String.valueOf(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException unusable) {
            throw ConfigReader.invalid(key.key(), "it is not a URI");
        }
        throw ConfigReader.invalid(key.key(), "it is not an http or https URI with a host");
    }

    Set<String> names(CarbonKey key) {
        return text(key).stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    <E extends Enum<E>> E oneOf(CarbonKey key, E usual) {
        String text = text(key).orElse(usual.name().toLowerCase(Locale.ROOT));
        E[] all = usual.getDeclaringClass().getEnumConstants();
        return Arrays.stream(all)
                .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> ConfigReader.invalid(
                        key.key(),
                        "it is none of "
                                + Arrays.stream(all)
                                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))));
    }

    boolean isTrue(CarbonKey key, String usual) {
        return switch (text(key).orElse(usual)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw ConfigReader.invalid(key.key(), "it is neither true nor false");
        };
    }

    Duration positiveDuration(CarbonKey key, String usual) {
        Duration duration = duration(key, usual);
        if (duration.isZero()) {
            throw ConfigReader.invalid(key.key(), "it must be longer than nothing");
        }
        return duration;
    }

    Duration duration(CarbonKey key, String usual) {
        Matcher found = DURATION.matcher(text(key).orElse(usual));
        if (!found.matches()) {
            throw ConfigReader.invalid(key.key(), "it is not a duration such as 500ms, 2s or 5m");
        }
        return UNITS.getOrDefault(found.group(2), Duration.ZERO).multipliedBy(Long.parseLong(found.group(1)));
    }

    long bytes(CarbonKey key, String usual) {
        Matcher found = SIZE.matcher(text(key).orElse(usual).toLowerCase(Locale.ROOT));
        if (!found.matches()) {
            throw ConfigReader.invalid(key.key(), "it is not a size such as 64k, 256m or 1g");
        }
        String unit = Optional.ofNullable(found.group(2)).orElse("b");
        return Long.parseLong(found.group(1)) << (10 * SIZES.indexOf(unit));
    }

    /** A port; 0 means off. */
    Optional<Integer> port(CarbonKey key) {
        String text = text(key).orElse("0");
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > HIGHEST_PORT) {
            throw ConfigReader.invalid(key.key(), "it is not a port between 0 (off) and 65535");
        }
        return Optional.of(Integer.parseInt(text)).filter(port -> port > 0);
    }
}
