package io.paladio.carbon.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** When two rows are the same, and how many rows two answers share. */
class ComparisonTest {
    private static RowImage row(Object... values) {
        return RowImage.of(RowFactory.create(values));
    }

    private static Object list(Object... elements) {
        return CollectionConverters.asScala(Arrays.asList(elements)).toSeq();
    }

    private static Object map(Map<?, ?> entries) {
        return CollectionConverters.asScala(entries);
    }

    @Test
    void rows_count_as_often_as_they_come_in_any_order() {
        Comparison rows = Comparison.of(List.of(row(1), row(2), row(1), row(3)), List.of(row(3), row(1), row(4)));

        assertThat(rows).isEqualTo(new Comparison(4, 3, 2, 1));
        assertThat(rows.isSame()).isFalse();
        assertThat(Comparison.of(List.of(row(1), row(2)), List.of(row(2), row(1)))
                        .isSame())
                .isTrue();
        assertThat(Comparison.of(List.of(row(1), row(1)), List.of(row(1))).isSame())
                .isFalse();
    }

    @Test
    void values_that_look_alike_are_told_apart() {
        List<RowImage> different = List.of(
                row((Object) null),
                row("null"),
                row("null;"),
                row(""),
                row("a", "b"),
                row("ab", ""),
                row("1:a;"),
                row(list()),
                row(list((Object) null)),
                row(list("a"), "b"),
                row(list("a", "b")),
                row(RowFactory.create("a", "b")),
                row(map(Map.of())),
                row(map(Map.of("a", "b"))),
                row((Object) new byte[] {1}),
                row(1.5),
                row(new BigDecimal("1.50")));

        for (RowImage one : different) {
            assertThat(different.stream().filter(one::isAlike)).hasSize(1);
        }
    }

    @Test
    void values_of_every_type_are_the_same_as_themselves() {
        Row row = RowFactory.create(
                1,
                "a",
                null,
                new byte[] {1, 2},
                list(1, null),
                RowFactory.create(2.5, "x"),
                map(Map.of("k", 1, "l", 2)));

        assertThat(RowImage.of(row)).isEqualTo(RowImage.of(row));
        assertThat(row(map(new TreeMap<>(Map.of("k", 1.0, "l", 2.0)))))
                .isEqualTo(row(map(new TreeMap<>(Map.of("k", 1.0, "l", 2.0)).descendingMap())));
    }

    @Test
    void numbers_of_floating_point_may_differ_by_rounding_alone() {
        assertThat(row(0.1 + 0.2).isAlike(row(0.3))).isTrue();
        assertThat(row(Double.NaN).isAlike(row(Double.NaN))).isTrue();
        assertThat(row(-0.0).isAlike(row(0.0))).isTrue();
        assertThat(row(0.3).isAlike(row(0.3001))).isFalse();
        assertThat(row(1e-300).isAlike(row(2e-300))).isFalse();
        assertThat(row(Double.NaN).isAlike(row(0.0))).isFalse();
        assertThat(row(Double.POSITIVE_INFINITY).isAlike(row(Double.MAX_VALUE))).isFalse();
        assertThat(row(Double.POSITIVE_INFINITY).isAlike(row(Double.NEGATIVE_INFINITY)))
                .isFalse();
    }

    @Test
    void answers_are_paired_by_numbers_that_are_close() {
        List<RowImage> governed = List.of(row("a", 0.1 + 0.2), row("a", 5.0), row("a", Double.NaN), row("a", -0.0));
        List<RowImage> reference = List.of(row("a", 0.0), row("a", Double.NaN), row("a", 0.3), row("a", 6.0));

        assertThat(Comparison.of(governed, reference)).isEqualTo(new Comparison(4, 4, 1, 1));
    }

    @Test
    void an_image_says_nothing_of_its_row() {
        assertThat(row("secret").toString()).isEqualTo("RowImage");
    }
}
