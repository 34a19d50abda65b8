package io.paladio.carbon.platform;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.platform.index.SampleIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is no Index is refused at once, with one sentence. */
@Timeout(20)
class GivenIndexTest {
    @TempDir
    Path folder;

    private void refused(String reason) {
        assertThatThrownBy(() -> GivenIndex.require(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--policies: ")
                .hasMessageContaining(reason)
                .hasMessageEndingWith(".");
    }

    @Test
    void the_sample_s_own_documents_are_an_index() {
        SampleIndex.write(folder);

        assertThatCode(() -> GivenIndex.require(folder)).doesNotThrowAnyException();
    }

    @Test
    void a_folder_of_policies_alone_is_none() throws IOException {
        Files.createDirectories(folder.resolve("policies"));
        refused("has no principals.json");

        Files.writeString(folder.resolve("principals.json"), "{\"principals\":{}}");
        refused("has no tags.json");
    }

    @Test
    void nor_is_one_with_a_file_that_says_nothing() throws IOException {
        SampleIndex.write(folder);
        Files.writeString(folder.resolve("principals.json"), "{");
        refused("principals.json is malformed");
    }

    @Test
    void nor_is_nothing() throws IOException {
        Files.delete(folder);
        refused("there is no folder");
        Files.createDirectories(folder);
    }
}
