package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;

/**
 * An issuer's public keys in a file, read for every token, so that keys rotate without a restart. A file that can't be read
 * leaves no keys, not the old ones. Thread-safe.
 */
final class FileKeys implements JWKSource<SecurityContext> {
    private record Loaded(String text, JWKSet keys) {}

    private final Path file;
    private volatile Optional<Loaded> loaded = Optional.empty();

    FileKeys(Path file) {
        this.file = file;
    }

    @Override
    public List<JWK> get(JWKSelector selector, SecurityContext context) throws KeySourceException {
        try {
            return selector.select(current());
        } catch (IOException | ParseException unreadable) {
            throw new KeySourceException("the key file can't be read", unreadable);
        }
    }

    private JWKSet current() throws IOException, ParseException {
        String text = Files.readString(file);
        Optional<Loaded> known = loaded.filter(held -> held.text().equals(text));
        if (known.isPresent()) {
            return known.get().keys();
        }
        JWKSet keys = JWKSet.parse(text);
        loaded = Optional.of(new Loaded(text, keys));
        return keys;
    }
}
