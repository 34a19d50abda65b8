package io.paladio.carbon.differential;

import io.paladio.carbon.differential.TablePolicies.Audience;
import io.paladio.carbon.differential.TablePolicies.Filter;
import io.paladio.carbon.differential.TablePolicies.Mask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** Policies of every kind on a table. Used by one thread. */
final class PolicyGenerator {
    private static final String HMAC = "hmac-sha-256 " + PolicyDocuments.KEY;
    private static final String OTHER_HMAC = "hmac-sha-256 " + PolicyDocuments.OTHER_KEY;
    private static final String EXPRESSION = "expression";

    private final Dice dice;
    private final StoredTable table;
    private final FormulaGenerator formulas;
    private final List<Mask> masks = new ArrayList<>();

    private PolicyGenerator(Dice dice, StoredTable table) {
        this.dice = dice;
        this.table = table;
        this.formulas = new FormulaGenerator(dice, table.schema());
    }

    static TablePolicies generated(Dice dice, StoredTable table) {
        return dice.percent(12) ? TablePolicies.NONE : new PolicyGenerator(dice, table).policies();
    }

    private TablePolicies policies() {
        List<Filter> filters = new ArrayList<>();
        int count = dice.of(List.of(0, 1, 1, 2));
        for (int i = 0; i < count; i++) {
            filters.add(new Filter(telling(), dice.percent(25), audience()));
        }
        for (NestedField column : table.schema().columns()) {
            if (dice.percent(30)) {
                mask(column, column.name(), false);
            }
            if (dice.percent(40)) {
                within(column.type(), column.name());
            }
        }
        return new TablePolicies(filters, masks);
    }

    /** A condition that mostly shows some rows and hides others: what hides all says little. */
    private Formula telling() {
        Formula condition = formulas.condition(3);
        for (int attempt = 0; attempt < 12 && !isTelling(condition); attempt++) {
            condition = formulas.condition(2);
        }
        return condition;
    }

    private boolean isTelling(Formula condition) {
        long shown = table.rows().stream().filter(condition::holds).count();
        int all = table.rows().size();
        return 4 * shown >= all && shown < all || all == 0 || dice.percent(5);
    }

    private Audience audience() {
        return dice.percent(70) ? Audience.EVERYBODY : dice.of(List.of(Audience.values()));
    }

    private void within(Type type, String path) {
        if (type instanceof Types.StructType struct) {
            struct.fields().forEach(field -> maskWithin(field, path + "." + field.name()));
        } else if (type instanceof Types.ListType list) {
            maskWithin(list.fields().get(0), path + ".element");
        } else if (type instanceof Types.MapType map) {
            maskWithin(map.fields().get(1), path + ".value");
        }
    }

    private void maskWithin(NestedField field, String path) {
        if (dice.percent(40)) {
            mask(field, path, true);
        }
        within(field.type(), path);
    }

    private void mask(NestedField column, String path, boolean nested) {
        int count = dice.of(List.of(1, 1, 1, 2, 3));
        for (int i = 0; i < count; i++) {
            String kind = dice.of(kinds(column.type(), nested || path.equals(SchemaGenerator.ID)));
            boolean released = !kind.equals(OracleMeet.DENY) && dice.percent(25);
            masks.add(new Mask(
                    path,
                    kind,
                    kind.equals(EXPRESSION) ? Optional.of(formula(column)) : Optional.empty(),
                    released ? Optional.of(formulas.condition(1)) : Optional.empty(),
                    audience()));
        }
    }

    /** What is required can't be NULL under a mask either. */
    private Formula formula(NestedField column) {
        Formula formula = formulas.mask(column.type());
        return column.isRequired() ? Formula.coalesce(formula, formulas.constant(column.type())) : formula;
    }

    private static List<String> kinds(Type type, boolean kept) {
        List<String> kinds = new ArrayList<>(ofType(type));
        kinds.add(OracleMeet.FIXED);
        kinds.add(OracleMeet.NULL);
        if (!kept) {
            kinds.add(OracleMeet.DENY);
        }
        return kinds;
    }

    private static List<String> ofType(Type type) {
        return switch (type.typeId()) {
            case STRING ->
                List.of("mask-alphanum", "show-first-4", "show-last-4", "sha-256-global", HMAC, OTHER_HMAC, EXPRESSION);
            case INTEGER, LONG -> List.of("sha-256-global", HMAC, OTHER_HMAC, EXPRESSION);
            case BINARY -> List.of("sha-256-global", HMAC);
            case DATE, TIMESTAMP -> List.of("truncate-to-year", "truncate-to-month", EXPRESSION);
            case BOOLEAN, FLOAT, DOUBLE, DECIMAL -> List.of(EXPRESSION);
            default -> List.of();
        };
    }
}
