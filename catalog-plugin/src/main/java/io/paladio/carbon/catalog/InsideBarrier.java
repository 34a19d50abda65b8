package io.paladio.carbon.catalog;

import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * The identifier of the relation within a barrier: the same name as the relation outside has, and another kind.
 *
 * <p>Spark loads every table once more between analysis and planning, by its identifier. This kind makes {@link FaceCatalog}
 * answer with the raw table, that stays shut until it is sealed. No text that a session writes turns into this class.
 * Immutable.
 */
public final class InsideBarrier implements Identifier {
    private final Identifier table;

    private InsideBarrier(Identifier table) {
        this.table = table;
    }

    /** The identifier for the relation within the barrier of the table with this identifier. */
    public static InsideBarrier of(Identifier table) {
        return table instanceof InsideBarrier inside ? inside : new InsideBarrier(table);
    }

    /** The table's own identifier. */
    public Identifier table() {
        return table;
    }

    @Override
    public String[] namespace() {
        return table.namespace();
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InsideBarrier that
                && Arrays.equals(namespace(), that.namespace())
                && name().equals(that.name());
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(namespace()), name(), InsideBarrier.class);
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
