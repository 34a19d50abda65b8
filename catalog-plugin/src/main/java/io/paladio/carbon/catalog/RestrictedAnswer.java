package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Labels;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.rest.RemoteSigningConfig;
import org.apache.iceberg.rest.credentials.Credential;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/**
 * The face's answer about a table with what Iceberg's own form of it has no room for: the restrictions that came along (S23). To
 * Iceberg it is the answer without them, so that no version of Iceberg applies them a second time. Immutable.
 */
final class RestrictedAnswer extends LoadTableResponse {
    private final LoadTableResponse table;
    private final ReadRestrictions restrictions;

    RestrictedAnswer(LoadTableResponse table, ReadRestrictions restrictions) {
        this.table = table;
        this.restrictions = restrictions;
    }

    ReadRestrictions restrictions() {
        return restrictions;
    }

    @Override
    public void validate() {
        table.validate();
    }

    @Override
    public String metadataLocation() {
        return table.metadataLocation();
    }

    @Override
    public TableMetadata tableMetadata() {
        return table.tableMetadata();
    }

    @Override
    public Map<String, String> config() {
        return table.config();
    }

    @Override
    public List<Credential> credentials() {
        return table.credentials();
    }

    @Override
    public RemoteSigningConfig remoteSigningConfig() {
        return table.remoteSigningConfig();
    }

    @Override
    public Labels labels() {
        return table.labels();
    }

    /** Iceberg's form would write out the table's configuration, keys and all. */
    @Override
    public String toString() {
        return "a table, " + restrictions;
    }
}
