package io.paladio.carbon.suite.load;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What holds on one table at one time, and what it means, said once more by other code than the product's. Immutable.
 *
 * @param filter the regions that each group sees; empty: no filter. Everybody sees what is their own
 * @param mask on the secret; empty: none
 * @param denied who has no grant
 */
record TableRules(Optional<List<Set<String>>> filter, Optional<SecretMask> mask, Set<String> denied) {
    static final TableRules NONE = new TableRules(Optional.empty(), Optional.empty(), Set.of());

    /** A mask and the one group that it does not bind. */
    record SecretMask(String kind, int except) {
        static final List<String> KINDS =
                List.of("replace-with-null", "mask-alphanum", "show-last-4", "sha-256-global");
    }

    boolean admits(Reader reader) {
        return !denied.contains(reader.name());
    }

    boolean shows(Reader reader, LoadRow row) {
        return filter.map(regions -> row.owner().equals(reader.name())
                        || row.region()
                                .filter(regions.get(reader.group())::contains)
                                .isPresent())
                .orElse(true);
    }

    /** The secret as the reader sees it; empty is NULL. */
    Optional<String> secret(Reader reader, LoadRow row) {
        if (mask.isEmpty() || mask.get().except() == reader.group()) {
            return Optional.of(row.secret());
        }
        String secret = row.secret();
        return switch (mask.get().kind()) {
            case "replace-with-null" -> Optional.empty();
            case "mask-alphanum" -> Optional.of(shape(secret));
            case "show-last-4" ->
                Optional.of(shape(secret.substring(0, secret.length() - 4)) + secret.substring(secret.length() - 4));
            case "sha-256-global" -> Optional.of(hash(secret));
            default -> throw new IllegalStateException(mask.get().kind());
        };
    }

    TableRules withNextFilter(Random random) {
        boolean none = random.nextInt(8) == 0;
        return new TableRules(none ? Optional.empty() : Optional.of(regions(random)), mask, denied);
    }

    TableRules withNextMask(Random random) {
        boolean none = random.nextInt(6) == 0;
        SecretMask next = new SecretMask(
                SecretMask.KINDS.get(random.nextInt(SecretMask.KINDS.size())), random.nextInt(Reader.GROUPS));
        return new TableRules(filter, none ? Optional.empty() : Optional.of(next), denied);
    }

    TableRules withDenied(Set<String> principals) {
        return new TableRules(filter, mask, principals);
    }

    /** The filter in the language of policies. */
    static String sql(List<Set<String>> regions) {
        return IntStream.range(0, regions.size())
                .filter(group -> !regions.get(group).isEmpty())
                .mapToObj(group -> "(is_member('%s') AND region IN (%s))"
                        .formatted(
                                Reader.groupName(group),
                                regions.get(group).stream()
                                        .sorted()
                                        .map(region -> "'" + region + "'")
                                        .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(" OR ", "", " OR owner = current_principal()"));
    }

    private static List<Set<String>> regions(Random random) {
        return IntStream.range(0, Reader.GROUPS)
                .mapToObj(group -> IntStream.range(0, LoadRow.REGIONS)
                        .filter(region -> group == 0 && region == 0 || random.nextInt(3) == 0)
                        .mapToObj(LoadRow::region)
                        .collect(Collectors.toUnmodifiableSet()))
                .toList();
    }

    private static String shape(String text) {
        return text.replaceAll("[a-z]", "x").replaceAll("[0-9]", "n");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
