package io.paladio.carbon.policy;

/**
 * One immutable version of one policy.
 *
 * @param etag hash of the document's canonical JSON, {@code sha256:<hex>}
 */
public record PolicyReference(String id, int version, String etag) {
    /** As evidence names it: {@code id@version}. */
    @Override
    public String toString() {
        return id + "@" + version;
    }
}
