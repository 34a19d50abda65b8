package io.paladio.carbon.platform.store;

/** An access key with its secret, as handed to whoever may use it. The text form never shows the secret. */
public record StoreKey(String accessKey, String secret, String sessionToken, StoreGrant grant) {
    @Override
    public String toString() {
        return "StoreKey[" + accessKey + "]";
    }
}
