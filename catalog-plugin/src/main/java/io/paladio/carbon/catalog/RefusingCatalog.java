package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog that refuses everything. It stands where libraries would otherwise put a catalog of their own, such as Iceberg's
 * {@code default_iceberg} and {@code default_rewrite_catalog}, which read by path. Immutable once initialised.
 */
public final class RefusingCatalog implements TableCatalog {
    private String name = "";

    @Override
    public void initialize(String catalogName, CaseInsensitiveStringMap options) {
        this.name = catalogName;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Identifier[] listTables(String[] namespace) {
        throw refusal();
    }

    @Override
    public Table loadTable(Identifier identifier) {
        throw refusal();
    }

    @Override
    public Table loadTable(Identifier identifier, Set<TableWritePrivilege> privileges) {
        throw refusal();
    }

    @Override
    public Table loadTable(Identifier identifier, String version) {
        throw refusal();
    }

    @Override
    public Table loadTable(Identifier identifier, long timestamp) {
        throw refusal();
    }

    @Override
    public boolean tableExists(Identifier identifier) {
        throw refusal();
    }

    @Override
    public Table createTable(Identifier identifier, TableInfo info) {
        throw refusal();
    }

    @Override
    public Table alterTable(Identifier identifier, TableChange... changes) {
        throw refusal();
    }

    @Override
    public boolean dropTable(Identifier identifier) {
        throw refusal();
    }

    @Override
    public void renameTable(Identifier from, Identifier to) {
        throw refusal();
    }

    private SparkRefusal refusal() {
        return SparkRefusal.of(
                CarbonCondition.PATH_DENIED.refusal().object(name).build());
    }
}
