package io.paladio.carbon.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.verify.Outcome.Kind;
import io.paladio.carbon.verify.Verdict.Order;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

/** What is said of two answers: counts, columns' number, error classes; never what stands in a row. */
class VerdictTest {
    private static final Answer DENIED = new Answer.Failed("CARBON_ACCESS_DENIED");
    private static final Answer BROKEN = new Answer.Failed("CARBON_SEAL_BROKEN");
    private static final Answer NO_INDEX = new Answer.Failed("CARBON_INDEX_UNAVAILABLE");
    private static final Answer DIVIDES = new Answer.Failed("DIVIDE_BY_ZERO");

    private static Answer rows(Object... values) {
        return new Answer.Rows(
                List.of("secret \"string\""),
                Arrays.stream(values)
                        .map(value -> RowImage.of(RowFactory.create(value)))
                        .toList());
    }

    private static String said(Answer governed, Answer reference, Order order) {
        return Verdict.of(governed, reference, order).toString();
    }

    @Test
    void the_same_rows_are_counted() {
        assertThat(said(rows("a", "b"), rows("b", "a"), Order.ANY)).isEqualTo("same: 2 rows");
        assertThat(said(rows("a"), rows("a"), Order.ASKED_FOR)).isEqualTo("same: 1 row");
    }

    @Test
    void differences_are_told_by_counts_and_shape() {
        assertThat(said(rows("a", "b", "b"), rows("b", "c"), Order.ANY))
                .isEqualTo("different: rows 3 vs 2, 2 only governed, 1 only reference");
        assertThat(said(rows("a", "b"), rows("b", "a"), Order.ASKED_FOR))
                .isEqualTo("different: the same 2 rows in another order");
        Answer other = new Answer.Rows(List.of("secret \"string\" NOT NULL", "more \"int\""), List.of());
        assertThat(said(rows(), other, Order.ANY))
                .isEqualTo("different: 2 columns differ in name, type or nullability, or is there on one side alone");
        assertThat(said(rows("a"), new Answer.TooMany(), Order.ANY)).startsWith("different: more than 200000 rows");
    }

    @Test
    void failures_are_the_same_by_their_class() {
        assertThat(said(DIVIDES, DIVIDES, Order.ANY)).startsWith("same: it fails with DIVIDE_BY_ZERO");
        assertThat(said(DIVIDES, rows("a"), Order.ANY))
                .isEqualTo("different: it fails with DIVIDE_BY_ZERO; over the copy it is answered");
        assertThat(said(rows("a"), DIVIDES, Order.ANY))
                .isEqualTo("different: it is answered; over the copy it fails with DIVIDE_BY_ZERO");
        assertThat(said(rows("a"), new Answer.Failed("TABLE_OR_VIEW_NOT_FOUND"), Order.ANY))
                .startsWith("not compared");
    }

    @Test
    void a_refusal_shows_nothing_and_a_broken_seal_is_a_difference() {
        assertThat(Verdict.ofGoverned(DENIED).orElseThrow().kind()).isEqualTo(Kind.REFUSED);
        assertThat(Verdict.ofGoverned(BROKEN).orElseThrow().kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(Verdict.ofGoverned(NO_INDEX).orElseThrow().kind()).isEqualTo(Kind.NOT_COMPARED);
        assertThat(Verdict.ofGoverned(new Answer.TooMany()).orElseThrow().kind())
                .isEqualTo(Kind.NOT_COMPARED);
        assertThat(Verdict.ofGoverned(DIVIDES)).isEmpty();
        assertThat(Verdict.ofGoverned(rows("a"))).isEmpty();
    }

    @Test
    void where_a_refusal_is_due_an_answer_is_a_difference() {
        CarbonCondition due = CarbonCondition.ACCESS_DENIED;

        assertThat(Verdict.ofRefusal(rows(), due).kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(Verdict.ofRefusal(new Answer.TooMany(), due).kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(Verdict.ofRefusal(DENIED, due).kind()).isEqualTo(Kind.SAME);
        assertThat(Verdict.ofRefusal(NO_INDEX, due).kind()).isEqualTo(Kind.NOT_COMPARED);
        assertThat(Verdict.ofRefusal(DIVIDES, due).kind()).isEqualTo(Kind.NOT_COMPARED);
    }
}
