package io.paladio.carbon.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * T39: mutants of valid documents are read or refused, and nothing else; one that is read says the same however it is written.
 * {@code -Dcarbon.messages=N} tries more of them, {@code -Dcarbon.seed=N} others.
 */
class PolicyMutantProperties {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = Long.getLong("carbon.seed", 20261129L);
    private static final int MUTANTS = Math.max(20_000, Integer.getInteger("carbon.messages", 0));
    private static final List<String> PIECES = List.of(
            "",
            " ",
            "(",
            ")",
            "'",
            "\"",
            "`",
            "\\",
            "--",
            "/*",
            ";",
            "OR",
            "AND NOT",
            "value",
            "TRUE",
            "NULL",
            "IN (",
            "1e999",
            "is_member('x')",
            "\u0000",
            "\u202e",
            "\ud800",
            "\ufeff",
            "((((((((((",
            "NOT ".repeat(300),
            "x".repeat(5000));

    @Test
    void every_mutant_is_read_or_refused_and_what_is_read_says_the_same_in_other_words() {
        int valid = 0;
        for (int number = 0; number < MUTANTS; number++) {
            String mutant = mutant(new Random(SEED * 1_000_003 + number));
            try {
                valid += isReadTheSame(mutant) ? 1 : 0;
            } catch (RuntimeException | Error fault) {
                throw new AssertionError("seed " + SEED + ", mutant " + number + ", kept in " + kept(mutant), fault);
            }
        }
        assertThat(valid).isBetween(MUTANTS / 50, MUTANTS * 9 / 10);
    }

    /** Whether it is read at all. */
    private static boolean isReadTheSame(String mutant) {
        PolicyCandidate read = PolicyDocumentReader.read(mutant);
        if (read instanceof PolicyCandidate.Invalid invalid) {
            assertThat(invalid.path()).startsWith("$");
            assertThat(invalid.problem()).isNotBlank();
            return false;
        }
        assertThat(PolicyDocumentReader.read(sorted(parsed(mutant)).toString())).isEqualTo(read);
        assertThat(PolicyDocumentReader.read(parsed(mutant).toPrettyString())).isEqualTo(read);
        return true;
    }

    private static String mutant(Random random) {
        ObjectNode document = Documents.sample(random.nextBoolean() ? "mask" : "filter");
        for (int left = random.nextInt(3); left > 0; left--) {
            change(document, random);
        }
        String text = document.toString();
        return random.nextInt(3) == 0 ? changed(text, random) : text;
    }

    private static void change(ObjectNode document, Random random) {
        List<JsonNode> holders = new ArrayList<>();
        collect(document, holders);
        JsonNode holder = holders.get(random.nextInt(holders.size()));
        JsonNode other = holders.get(random.nextInt(holders.size())).deepCopy();
        if (holder instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            switch (random.nextInt(4)) {
                case 0 -> array.remove(at);
                case 1 -> array.add(array.get(at).deepCopy());
                case 2 -> array.set(at, other);
                default -> array.set(at, something(random));
            }
        } else if (holder instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(6)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name + PIECES.get(random.nextInt(PIECES.size())), object.get(name));
                case 2 -> object.set(name, other);
                case 3, 4 -> spoil(object, name, random);
                default -> object.set(name, something(random));
            }
        }
    }

    /** A text with something put into it stays a text: expressions are reached this way. */
    private static void spoil(ObjectNode object, String name, Random random) {
        if (object.get(name).isTextual()) {
            object.put(name, changed(object.get(name).textValue(), random));
        }
    }

    private static String changed(String text, Random random) {
        int at = random.nextInt(text.length() + 1);
        String piece = PIECES.get(random.nextInt(PIECES.size()));
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + piece + text.substring(at);
            case 2 -> text.substring(0, at) + piece + text.substring(Math.min(text.length(), at + random.nextInt(6)));
            default ->
                text.substring(0, at) + (char) random.nextInt(0x250) + text.substring(Math.min(text.length(), at + 1));
        };
    }

    private static JsonNode something(Random random) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (random.nextInt(8)) {
            case 0 -> make.nullNode();
            case 1 -> make.numberNode(random.nextLong());
            case 2 -> make.numberNode(random.nextDouble());
            case 3 -> make.booleanNode(random.nextBoolean());
            case 4 -> make.arrayNode();
            case 5 -> make.objectNode();
            case 6 -> deep(random.nextInt(60));
            default -> make.textNode(PIECES.get(random.nextInt(PIECES.size())));
        };
    }

    private static JsonNode deep(int levels) {
        JsonNode node = JsonNodeFactory.instance.textNode("x");
        for (int level = 0; level < levels; level++) {
            node = JsonNodeFactory.instance.arrayNode().add(node);
        }
        return node;
    }

    private static void collect(JsonNode node, List<JsonNode> holders) {
        if (node.isContainerNode()) {
            holders.add(node);
            node.forEach(child -> collect(child, holders));
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode same = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> same.add(sorted(element)));
            return same;
        }
        if (node instanceof ObjectNode object) {
            TreeMap<String, JsonNode> fields = new TreeMap<>();
            object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
            ObjectNode same = JsonNodeFactory.instance.objectNode();
            fields.forEach(same::set);
            return same;
        }
        return node;
    }

    private static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Path kept(String mutant) {
        try {
            Path file = Files.createDirectories(Path.of("target", "fuzz")).resolve("policy.json");
            return Files.writeString(file, mutant);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
