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
import java.nio.file.attribute.FileTime;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;

/**
 * An issuer's public keys in a file, read again when the file changes, so that keys rotate without a restart. A file that can't
 * be read leaves no keys, not the old ones. Thread-safe.
 */
final class FileKeys implements JWKSource<SecurityContext> {
    private record Version(FileTime modified, long size) {}

    private record Loaded(Version version, JWKSet keys) {}

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
        Version version = new Version(Files.getLastModifiedTime(file), Files.size(file));
        Optional<Loaded> known = loaded.filter(held -> held.version().equals(version));
        if (known.isPresent()) {
            return known.get().keys();
        }
        JWKSet keys = JWKSet.parse(Files.readString(file));
        loaded = Optional.of(new Loaded(version, keys));
        return keys;
    }
}
