package io.paladio.carbon.lineage;

import java.sql.Connection;
import java.sql.SQLException;

/** Lends connections to Index, e.g. {@code dataSource::getConnection}; the borrower closes them. Thread-safe. */
@FunctionalInterface
public interface ConnectionSource {
    /** A connection of the borrower's own. */
    Connection open() throws SQLException;
}
