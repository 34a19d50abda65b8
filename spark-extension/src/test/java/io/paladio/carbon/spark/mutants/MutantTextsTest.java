package io.paladio.carbon.spark.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** That the tables of mutants speak of the sources and tests as they are: a mutant that is left behind proves nothing. */
class MutantTextsTest {
    private static final String TABLE = """
            mutant m
            what wrong
            in spark.catalyst.PolicyWrap
            by spark.OracleTest
            - a  b
            + c
            """;

    @Test
    void each_text_stands_once_in_its_source_and_each_test_is_there() {
        for (Mutant mutant : MutantTables.all()) {
            assertThatCode(() -> MutantSources.mutated(mutant))
                    .as(mutant.name())
                    .doesNotThrowAnyException();
            assertThat(mutant.killers())
                    .as(mutant.name())
                    .allSatisfy(test -> assertThat(TestSelection.of(test)).isNotEmpty());
        }
    }

    @Test
    void there_are_sixty_and_each_has_a_name_of_its_own() {
        List<String> names = MutantTables.all().stream().map(Mutant::name).toList();

        assertThat(names).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
        assertThat(MutantTables.all().stream().filter(Mutant::theorem)).hasSizeGreaterThanOrEqualTo(20);
    }

    @Test
    void a_text_is_found_however_it_is_spaced_and_only_where_it_stands_once() {
        Mutant mutant = MutantTables.read(TABLE).get(0);

        assertThat(MutantSources.mutated(mutant, "x a\n   b y")).isEqualTo("x c y");
        assertThatThrownBy(() -> MutantSources.mutated(mutant, "x ab y")).hasMessageContaining("0 times");
        assertThatThrownBy(() -> MutantSources.mutated(mutant, "a b a b")).hasMessageContaining("2 times");
    }

    @Test
    void what_lacks_a_part_or_names_no_test_is_no_mutant() {
        assertThatThrownBy(() -> MutantTables.read(TABLE.replace("in spark.catalyst.PolicyWrap\n", "")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TestSelection.of("spark.OracleTest#none"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TestSelection.of("spark.NoneTest")).isInstanceOf(IllegalArgumentException.class);
    }
}
