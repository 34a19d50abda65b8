package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.policy.Securable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/** T19, T27: what a restricted principal hears of a commit that another went before. */
class WriteConflictsTest {
    private static final Securable TABLE = Securable.parse("carbon.hr.t");
    private static final String TEXT =
            "Found conflicting files that can contain records matching ref(dept) == eng: [s3://b/f]";

    @Test
    void T19_T27_a_conflict_keeps_its_kind_and_loses_its_text() {
        assertThatThrownBy(() -> WriteConflicts.telling(TABLE, () -> {
                    throw new ValidationException(TEXT);
                }))
                .isExactlyInstanceOf(ValidationException.class)
                .hasMessageContaining("carbon.hr.t was changed meanwhile")
                .hasMessageNotContainingAny("dept", "eng", "s3:")
                .hasNoCause();
        assertThatThrownBy(() -> WriteConflicts.telling(TABLE, () -> {
                    throw new CommitFailedException(TEXT);
                }))
                .isExactlyInstanceOf(CommitFailedException.class)
                .hasMessageContaining("carbon.hr.t was changed meanwhile")
                .hasNoCause();
    }

    @Test
    void T33_a_commit_of_which_nothing_is_known_is_not_called_undone() {
        CommitStateUnknownException unknown = new CommitStateUnknownException(new IllegalStateException("no answer"));

        assertThatThrownBy(() -> WriteConflicts.telling(TABLE, () -> {
                    throw unknown;
                }))
                .isSameAs(unknown);
    }

    @Test
    void control_a_commit_without_a_conflict_is_made() {
        AtomicBoolean made = new AtomicBoolean();

        WriteConflicts.telling(TABLE, () -> made.set(true));

        assertThat(made).isTrue();
    }
}
