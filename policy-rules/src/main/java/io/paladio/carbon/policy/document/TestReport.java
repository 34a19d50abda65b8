package io.paladio.carbon.policy.document;

import java.util.List;

/**
 * How the tests of one document went.
 *
 * @param tests how many were run
 * @param faults the tests that failed, or the one fault that kept them from being run
 */
public record TestReport(int tests, List<PolicyCandidate.Invalid> faults) {
    public TestReport {
        faults = List.copyOf(faults);
    }
}
