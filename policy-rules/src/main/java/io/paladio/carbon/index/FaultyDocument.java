package io.paladio.carbon.index;

/**
 * A document of Index that can't be taken as it stands. Tells where it is at fault, and nothing of what it holds.
 *
 * @param document the name of its file, or the policy's id
 * @param fault where the fault is or what it is, in a few words
 */
public record FaultyDocument(String document, String fault, Standing standing) {
    /** What holds in the document's place. */
    public enum Standing {
        /** What it last was when it was whole. */
        EARLIER_STATE("its earlier state is in force"),
        /** Nothing: what it hangs on is refused. */
        REFUSED("what it hangs on is refused");

        private final String words;

        Standing(String words) {
            this.words = words;
        }

        /** As a page for operators says it. */
        public String words() {
            return words;
        }
    }
}
