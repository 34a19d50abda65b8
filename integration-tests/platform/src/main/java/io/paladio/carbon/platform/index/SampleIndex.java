package io.paladio.carbon.platform.index;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The Index of the demonstration: who the people are, how the tables are tagged, and what holds for them. It lies beside the
 * classes as the documents that an operator would write.
 */
public final class SampleIndex {
    private static final String SOURCE = "/sample-index/";
    private static final List<String> DOCUMENTS = List.of(
            "principals.json",
            "tags.json",
            "access.json",
            "policies/hr-engineering-only.json",
            "policies/hr-names-shaped.json",
            "policies/hr-salaries-hidden.json",
            "policies/ssn-last-four.json",
            "policies/customer-addresses-hidden.json",
            "policies/customer-balances-hidden.json",
            "policies/customer-phones-last-four.json",
            "policies/orders-fulfilled-only.json");

    private SampleIndex() {}

    /** Writes the documents into the folder. */
    public static void write(Path folder) {
        try {
            Files.createDirectories(folder.resolve("policies"));
            for (String document : DOCUMENTS) {
                copy(document, folder.resolve(document));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void copy(String document, Path target) throws IOException {
        try (InputStream source = SampleIndex.class.getResourceAsStream(SOURCE + document)) {
            if (source == null) {
                throw new IOException("the sample has no document " + document);
            }
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
