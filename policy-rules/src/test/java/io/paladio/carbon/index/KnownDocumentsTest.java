package io.paladio.carbon.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.lang.ref.Reference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each document is read once, and kept no longer than somebody needs it. */
class KnownDocumentsTest {
    private static final String DOCUMENT = """
            {"format": 1, "id": "pol_%d", "name": "n", "version": 1, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon", "inherit": true}, "to": {"everyone": true},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "current_principal() = 'a'"}}""";

    private final KnownDocuments documents = new KnownDocuments();

    @Test
    void the_same_document_is_read_once_and_another_is_another() {
        PolicyCandidate first = read(1);
        assertThat(first).isInstanceOf(PolicyCandidate.Valid.class);
        assertThat(read(1)).isSameAs(first);
        assertThat(read(2)).isNotEqualTo(first);
    }

    @Test
    void what_no_answer_holds_is_forgotten_and_what_one_holds_is_not() {
        PolicyCandidate held = read(0);
        for (int number = 1; number <= 500; number++) {
            read(number);
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (documents.size() > 1 && System.nanoTime() < deadline) {
            System.gc();
        }
        assertThat(documents.size()).isEqualTo(1);
        assertThat(read(0)).isSameAs(held);
        Reference.reachabilityFence(held);
    }

    /** As a document in a folder is. */
    @Test
    void a_document_that_is_too_long_or_too_deep_is_at_fault() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        String document = DOCUMENT.formatted(1);
        String deep = document.replaceFirst("1,", "[".repeat(40) + "]".repeat(40) + ",");
        String wide = document.replace("\"n\"", "\"" + "n".repeat(2 << 20) + "\"");

        assertThat(documents.read(mapper.readTree(deep))).isInstanceOf(PolicyCandidate.Invalid.class);
        assertThat(documents.read(mapper.readTree(wide))).isInstanceOf(PolicyCandidate.Invalid.class);
    }

    private PolicyCandidate read(int number) {
        try {
            return documents.read(new ObjectMapper().readTree(DOCUMENT.formatted(number)));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
