package io.paladio.carbon.policy.document;

/** Where and why a document is not valid. Stays within the package: readers are told by {@link PolicyCandidate.Invalid}. */
final class DocumentFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String problem;

    DocumentFault(String path, String problem) {
        super(problem);
        this.path = path;
        this.problem = problem;
    }

    String path() {
        return path;
    }

    String problem() {
        return problem;
    }
}
