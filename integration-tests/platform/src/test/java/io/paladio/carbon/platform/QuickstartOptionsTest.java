package io.paladio.carbon.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickstartOptionsTest {
    @Test
    void without_arguments_it_demonstrates() {
        QuickstartOptions options = QuickstartOptions.parse(List.of());
        assertThat(options.mode()).isEqualTo(QuickstartOptions.Mode.DEMONSTRATE);
        assertThat(options.policies()).isEmpty();
        assertThat(options.script()).isEmpty();
        assertThat(options.settings()).isEmpty();
    }

    @Test
    void all_arguments_are_read() {
        QuickstartOptions options = QuickstartOptions.parse(List.of(
                "--serve", "--policies", "/p", "--init", "/i.sql", "--conf", "a=b=c", "--conf", "d="));
        assertThat(options.mode()).isEqualTo(QuickstartOptions.Mode.SERVE);
        assertThat(options.policies()).contains(Path.of("/p"));
        assertThat(options.script()).contains(Path.of("/i.sql"));
        assertThat(options.settings()).containsEntry("a", "b=c").containsEntry("d", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sreve", "--policies", "--init", "--conf", "--conf x", "--conf =x", "serve"})
    void what_it_does_not_understand_is_an_error(String arguments) {
        assertThatThrownBy(() -> QuickstartOptions.parse(List.of(arguments.split(" "))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
