package io.paladio.carbon.index.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a file at fault hangs: all that it could mean is refused, and no more. */
class AttachedPolicyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "{'id': 'p', 'name': 'a', 'name': 'b', 'attach': {'securable': 'carbon.hr.t'}} | carbon.hr.t",
                "{'attach': {'securable': 'carbon.hr.t'}, 'nonsense': {'attach': {'securable': 'carbon.x'}}} | carbon.hr.t",
                "{'attach': {'securable': 'carbon.hr.t', 'securable': 'carbon.hr.t'}} | carbon.hr.t",
                "{'attach': {'securable': 'carbon.hr.t'}, 'attach': {'securable': 'carbon.sales'}} | everywhere",
                "{'attach': {'securable': 'carbon.hr.t', 'securable': 'carbon.sales'}} | everywhere",
                "{'attach': {'securable': 'carbon.hr.t'} | everywhere",
                "{'attach': {'securable': 7}} | everywhere",
                "{'attach': 'carbon.hr.t'} | everywhere",
                "[] | everywhere"
            })
    void a_file_at_fault_hangs_where_it_legibly_says(String text, String where) {
        AttachedPolicy policy = AttachedPolicy.of("p", Optional.of(text.replace('\'', '"')));

        assertThat(policy.candidate()).isInstanceOf(PolicyCandidate.Invalid.class);
        assertThat(policy.securable().map(Securable::toString).orElse("everywhere"))
                .isEqualTo(where);
    }
}
