package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * Begins a statement's table: staged where the catalog can do that, else created empty, marked as this statement's, and filled
 * by one commit. Used by one thread.
 */
final class CreationBuilder implements Catalog.TableBuilder {
    private final Catalog.TableBuilder builder;
    private final NamedTable named;
    private final String statement;
    private final Consumer<TableCreation> begun;
    private final UUID commit = UUID.randomUUID();

    CreationBuilder(Catalog.TableBuilder builder, NamedTable named, String statement, Consumer<TableCreation> begun) {
        this.builder = builder;
        this.named = named;
        this.statement = statement;
        this.begun = begun;
    }

    @Override
    public Catalog.TableBuilder withPartitionSpec(PartitionSpec spec) {
        builder.withPartitionSpec(spec);
        return this;
    }

    @Override
    public Catalog.TableBuilder withSortOrder(SortOrder order) {
        builder.withSortOrder(order);
        return this;
    }

    @Override
    public Catalog.TableBuilder withLocation(String location) {
        builder.withLocation(location);
        return this;
    }

    @Override
    public Catalog.TableBuilder withProperties(Map<String, String> properties) {
        builder.withProperties(properties);
        return this;
    }

    @Override
    public Catalog.TableBuilder withProperty(String key, String value) {
        builder.withProperty(key, value);
        return this;
    }

    @Override
    public Table create() {
        return builder.create();
    }

    @Override
    public Transaction createTransaction() {
        return staged().map(this::checked).orElseGet(() -> filling(created()));
    }

    @Override
    public Transaction replaceTransaction() {
        return begin(builder.replaceTransaction(), Optional.empty());
    }

    @Override
    public Transaction createOrReplaceTransaction() {
        try {
            return replaceTransaction();
        } catch (NoSuchTableException absent) {
            return createTransaction();
        }
    }

    private Optional<Transaction> staged() {
        try {
            return Optional.of(builder.createTransaction());
        } catch (StagingTurnedDown unable) {
            return Optional.empty();
        }
    }

    /** A catalog may pass over the word "stage" and create the table at once: then it is filled as one that was asked for. */
    private Transaction checked(Transaction staged) {
        TableMetadata metadata =
                ((HasTableOperations) staged.table()).operations().current();
        Optional<Table> there = metadata.metadataFileLocation() == null
                ? Optional.empty()
                : named.find().filter(table -> table.currentSnapshot() == null && isOf(table, metadata));
        return there.map(this::filling).orElseGet(() -> begin(staged, Optional.empty()));
    }

    private static boolean isOf(Table table, TableMetadata metadata) {
        return table.uuid().toString().equals(metadata.uuid());
    }

    private Transaction filling(Table empty) {
        Transaction filling = empty.newTransaction();
        filling.updateProperties()
                .remove(TableCreation.STATEMENT)
                .remove(TableCreation.COMMIT)
                .remove(TableCreation.STATE)
                .commit();
        return begin(filling, Optional.of(empty.uuid()));
    }

    private Transaction begin(Transaction transaction, Optional<UUID> made) {
        begun.accept(new TableCreation(named, statement, commit, transaction, made));
        return transaction;
    }

    private Table created() {
        builder.withProperty(TableCreation.STATEMENT, statement)
                .withProperty(TableCreation.COMMIT, commit.toString())
                .withProperty(TableCreation.STATE, TableCreation.PENDING);
        try {
            return builder.create();
        } catch (RuntimeException failure) {
            if (mayHaveCreated(failure)) {
                return named.find().filter(this::isOurs).orElseThrow(() -> failure);
            }
            throw failure;
        }
    }

    /** A conflict may be the answer to the second of two requests of which the first one's answer was lost. */
    static boolean mayHaveCreated(RuntimeException failure) {
        return failure instanceof AlreadyExistsException
                || failure instanceof CommitFailedException
                || isUnanswered(failure);
    }

    /** Whether the catalog may have done what it was asked to. */
    static boolean isUnanswered(RuntimeException failure) {
        return failure instanceof SparkRefusal refusal && refusal.carbonCondition() == CarbonCondition.FACE_UNAVAILABLE;
    }

    private boolean isOurs(Table table) {
        return commit.toString().equals(table.properties().get(TableCreation.COMMIT))
                && TableCreation.PENDING.equals(table.properties().get(TableCreation.STATE))
                && table.currentSnapshot() == null;
    }
}
