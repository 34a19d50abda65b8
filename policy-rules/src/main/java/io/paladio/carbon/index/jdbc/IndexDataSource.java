package io.paladio.carbon.index.jdbc;

import io.paladio.carbon.error.CarbonCondition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens connections to Index with the password as it is at that moment, so that it can be rotated. Thread-safe. */
final class IndexDataSource extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;

    private final String principal;
    private final transient Supplier<String> password;

    IndexDataSource(String url, String principal, Supplier<String> password, Duration timeout) {
        this.principal = principal;
        this.password = password;
        configure(url, (int) Math.max(1, timeout.plusMillis(999).toSeconds()));
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(principal, password.get());
    }

    private void configure(String url, int seconds) {
        if (url.contains("password=")) {
            throw invalid("a password does not belong into it");
        }
        try {
            setUrl(url);
        } catch (IllegalArgumentException fault) {
            throw invalid("it is no URL of PostgreSQL");
        }
        setConnectTimeout(seconds);
        setSocketTimeout(seconds);
        setCancelSignalTimeout(1);
        setTcpKeepAlive(true);
        setApplicationName("carbon-spark");
    }

    private static RuntimeException invalid(String reason) {
        return CarbonCondition.CONFIG_INVALID
                .refusal()
                .object("spark.carbon.index.jdbc.url")
                .reason(reason)
                .build();
    }
}
