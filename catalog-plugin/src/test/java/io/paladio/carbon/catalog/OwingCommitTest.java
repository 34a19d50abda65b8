package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.error.CarbonCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** S14: Index is told before a commit, and what it was told is taken back only of rows that are certainly not there. */
class OwingCommitTest {
    private final List<String> happened = new ArrayList<>();
    private final OwingCommit commit = new OwingCommit(new OwedTags() {
        @Override
        public void record() {
            happened.add("recorded");
        }

        @Override
        public void withdraw() {
            happened.add("withdrawn");
        }
    });

    @Test
    void S14_a_commit_comes_after_the_record_of_what_it_owes() {
        commit.run(() -> happened.add("committed"));

        assertThat(happened).containsExactly("recorded", "committed");
    }

    @Test
    void S14_without_the_record_there_is_no_commit() {
        RuntimeException refusal = refusal(CarbonCondition.INDEX_UNAVAILABLE);
        OwingCommit unrecorded = new OwingCommit(new OwedTags() {
            @Override
            public void record() {
                throw refusal;
            }

            @Override
            public void withdraw() {
                happened.add("withdrawn");
            }
        });

        assertThatThrownBy(() -> unrecorded.run(() -> happened.add("committed")))
                .isSameAs(refusal);

        assertThat(happened).isEmpty();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(new CommitFailedException("changed meanwhile"), true),
                arguments(new ValidationException("changed meanwhile"), true),
                arguments(new AlreadyExistsException("there"), true),
                arguments(refusal(CarbonCondition.ACCESS_DENIED), true),
                arguments(refusal(CarbonCondition.FACE_UNAVAILABLE), false),
                arguments(new CommitStateUnknownException(new IllegalStateException("lost")), false),
                arguments(new IllegalStateException("anything"), false));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void S14_doubt_takes_nothing_back(RuntimeException failure, boolean isCertain) {
        assertThatThrownBy(() -> commit.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(happened.contains("withdrawn")).isEqualTo(isCertain);
    }

    private static SparkRefusal refusal(CarbonCondition condition) {
        return SparkRefusal.of(condition.refusal().object("t").reason("so").build());
    }
}
