package io.paladio.carbon.suite.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The controls of the load: what its checker must call a violation, and what it must not. */
class LoadCheckerTest {
    private static final Reader READER = Reader.number(1);
    private static final LoadRead ALL = LoadRead.range(0, 1000);
    private static final TableRules NARROW = rules("r1", "mask-alphanum");
    private static final TableRules OTHER = rules("r2", "show-last-4");

    private final LoadModel model = new LoadModel(Map.of(0, NARROW));
    private final LoadChecker checker = new LoadChecker(model);

    @Test
    void what_the_reader_may_see_is_no_violation_in_any_order() {
        List<String> rows = new ArrayList<>(rows(NARROW));
        java.util.Collections.reverse(rows);

        assertThat(rows).hasSizeBetween(2, LoadRow.ROWS - 1);
        assertThat(violations(100, 200, rows)).isZero();
        assertThat(checker.figures().rows()).isEqualTo(rows.size());
    }

    @Test
    void a_row_too_many_a_row_too_few_and_a_raw_value_are_violations() {
        List<String> more = new ArrayList<>(rows(NARROW));
        more.add(rows(TableRules.NONE).stream()
                .filter(row -> row.contains("\"r3\""))
                .findFirst()
                .orElseThrow());
        assertThat(violations(100, 200, more)).isEqualTo(1);

        assertThat(violations(100, 200, rows(NARROW).subList(1, rows(NARROW).size())))
                .isEqualTo(2);

        assertThat(violations(100, 200, rows(new TableRules(NARROW.filter(), Optional.empty(), Set.of()))))
                .isEqualTo(2 + rows(NARROW).size());
    }

    @Test
    void what_was_replaced_before_the_statement_began_is_a_violation_and_what_changed_meanwhile_is_none() {
        model.sends(Map.of(0, OTHER), 150);
        model.confirmed(160);

        assertThat(violations(140, 145, rows(NARROW))).isZero();
        assertThat(violations(155, 158, rows(NARROW))).isZero();
        assertThat(violations(155, 158, rows(OTHER))).isZero();
        assertThat(violations(161, 200, rows(OTHER))).isZero();
        assertThat(violations(161, 200, rows(NARROW))).isEqualTo(rows(NARROW).size() - common());
    }

    @Test
    void a_mixture_of_two_moments_is_a_violation() {
        model.sends(Map.of(0, OTHER), 150);
        model.confirmed(160);
        List<String> mixed = new ArrayList<>(rows(NARROW).subList(0, 1));
        mixed.addAll(rows(OTHER));

        assertThat(violations(140, 200, mixed)).isEqualTo(1);
    }

    @Test
    void a_refusal_needs_its_reason() {
        refuse("CARBON_ACCESS_DENIED", 100, 120);
        refuse("CARBON_NOT_GOVERNABLE", 100, 120);
        refuse("INTERNAL_ERROR", 100, 120);
        assertThat(checker.figures().unexplained()).isEqualTo(3);

        model.sends(Map.of(0, NARROW.withDenied(Set.of(READER.name()))), 150);
        refuse("CARBON_ACCESS_DENIED", 140, 170);
        refuse("CARBON_NOT_GOVERNABLE", 140, 170);
        refuse("CARBON_INDEX_UNAVAILABLE", 100, 120);
        assertThat(checker.figures().unexplained()).isEqualTo(3);
        assertThat(checker.figures().violations()).isZero();
    }

    @Test
    void rows_of_a_table_that_the_reader_has_no_grant_on_are_violations() {
        model.sends(Map.of(0, NARROW.withDenied(Set.of(READER.name()))), 50);
        model.confirmed(60);

        assertThat(violations(100, 200, rows(NARROW))).isEqualTo(rows(NARROW).size());
    }

    private static long common() {
        return rows(NARROW).stream().filter(rows(OTHER)::contains).count();
    }

    private static TableRules rules(String region, String mask) {
        Set<String> regions = Set.of(region);
        return new TableRules(
                Optional.of(List.of(regions, regions, regions, regions)),
                Optional.of(new TableRules.SecretMask(mask, 3)),
                Set.of());
    }

    private static List<String> rows(TableRules rules) {
        return ALL.expected(READER, Map.of(0, rules)).orElseThrow();
    }

    private long violations(long began, long ended, List<String> rows) {
        checker.check(READER, ALL, json("\"rows\": " + rows, began, ended));
        return checker.figures().violations();
    }

    private void refuse(String error, long began, long ended) {
        checker.check(READER, ALL, json("\"error\": \"" + error + "\"", began, ended));
    }

    private static JsonNode json(String what, long began, long ended) {
        try {
            return new ObjectMapper().readTree("{\"began\": " + began + ", \"ended\": " + ended + ", " + what + "}");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
