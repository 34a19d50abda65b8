package io.paladio.carbon.suite.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The controls of freshness: what its watch must call stale, and what it must not. */
class FreshnessWatchTest {
    private static final long COMMIT = 1000;
    private static final Reader READER = Reader.number(1);
    private static final LoadRead WHOLE = LoadRead.whole(0);
    private static final TableRules OLD = filter("r1");
    private static final TableRules NEW = filter("r2");
    private static final TableRules DENIED = NEW.withDenied(Set.of(READER.name()));

    private final FreshnessWatch watch = new FreshnessWatch();

    @Test
    void an_old_answer_to_a_statement_that_started_after_the_commit_is_stale() {
        CountDownLatch seen = watch.committed(change(OLD, NEW));
        rows(COMMIT + 1, COMMIT + 50, OLD);
        assertThat(watch.figures().stale()).isEqualTo(1);
        assertThat(watch.figures().examples()).hasSize(1);
        assertThat(seen.getCount()).isEqualTo(1);

        rows(COMMIT + 60, COMMIT + 90, TableRules.NONE);
        assertThat(watch.figures().stale()).isEqualTo(2);
    }

    @Test
    void an_old_answer_to_a_statement_that_started_before_the_commit_is_none() {
        watch.committed(change(OLD, NEW));
        rows(COMMIT, COMMIT + 50, OLD);
        rows(COMMIT - 9, COMMIT + 50, OLD);
        assertThat(watch.figures().decisive()).isZero();
        assertThat(watch.figures().stale()).isZero();
        assertThat(watch.figures().toFirstAnswer()).isEmpty();
    }

    @Test
    void the_first_statement_that_obeys_is_measured_from_the_commit_to_its_end() {
        CountDownLatch seen = watch.committed(change(OLD, NEW));
        rows(COMMIT + 5, COMMIT + 70, NEW);
        rows(COMMIT + 5, COMMIT + 90, NEW);
        assertThat(seen.getCount()).isZero();
        assertThat(watch.figures().toFirstAnswer()).containsExactly(70L);
        assertThat(watch.figures().decisive()).isEqualTo(2);
        assertThat(watch.figures().stale()).isZero();
    }

    @Test
    void a_statement_whose_answer_the_change_does_not_alter_tells_nothing() {
        watch.committed(change(OLD, OLD));
        rows(COMMIT + 5, COMMIT + 70, OLD);
        assertThat(watch.figures().decisive()).isZero();
    }

    @Test
    void what_the_next_change_may_have_altered_is_not_held_against_the_last_one() {
        watch.committed(change(OLD, NEW));
        watch.close();
        rows(COMMIT + 5, COMMIT + 70, OLD);
        assertThat(watch.figures().stale()).isZero();
    }

    @Test
    void a_grant_that_was_taken_away_is_a_change_like_any_other() {
        watch.committed(change(NEW, DENIED));
        refusal("CARBON_INDEX_UNAVAILABLE");
        assertThat(watch.figures().decisive()).isZero();
        rows(COMMIT + 5, COMMIT + 70, NEW);
        assertThat(watch.figures().stale()).isEqualTo(1);
        refusal("CARBON_ACCESS_DENIED");
        assertThat(watch.figures().stale()).isEqualTo(1);
        assertThat(watch.figures().toFirstAnswer()).hasSize(1);

        watch.committed(change(DENIED, NEW));
        refusal("CARBON_ACCESS_DENIED");
        assertThat(watch.figures().stale()).isEqualTo(2);
    }

    private static LoadModel.Change change(TableRules before, TableRules after) {
        LoadModel model = new LoadModel(Map.of(0, before));
        model.sends(Map.of(0, after), COMMIT - 10);
        model.confirmed(COMMIT);
        return model.lastChange();
    }

    private static TableRules filter(String region) {
        Set<String> regions = Set.of(region);
        return new TableRules(Optional.of(List.of(regions, regions, regions, regions)), Optional.empty(), Set.of());
    }

    private void rows(long began, long ended, TableRules rules) {
        check(
                began,
                ended,
                "\"rows\": " + WHOLE.expected(READER, Map.of(0, rules)).orElseThrow());
    }

    private void refusal(String error) {
        check(COMMIT + 5, COMMIT + 70, "\"error\": \"" + error + "\"");
    }

    private void check(long began, long ended, String what) {
        watch.check(READER, WHOLE, json("{\"began\": " + began + ", \"ended\": " + ended + ", " + what + "}"));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
