package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.issuer.VerifiedToken;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Who asks the face, by a verified token. Immutable.
 *
 * @param principal the token's subject
 * @param engine whether the trusted engine asks on the principal's behalf
 * @param statement the statement that the call belongs to, as the caller says
 * @param token what it says
 */
record FaceCaller(String principal, Engine engine, Optional<String> statement, VerifiedToken token) {
    /** By which kind of engine. */
    enum Engine {
        TRUSTED,
        FOREIGN
    }

    /** Whether the token is good for this call at all: one that came with a table is so for that table's calls alone. */
    boolean mayCall(Optional<TableIdentifier> table) {
        return token.table().isEmpty()
                || table.map(TableIdentifier::toString).equals(token.table());
    }

    boolean isTrusted() {
        return engine == Engine.TRUSTED;
    }
}
