package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.Comparator;
import io.paladio.carbon.policy.expression.Expression.Comparison;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.LookupFault;
import io.paladio.carbon.policy.expression.LookupTable;
import io.paladio.carbon.policy.expression.Truth;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.resolve.LookupReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructType;

/** Reads lookup tables whole, as the exempt principal. Remembers what it could not read; not thread-safe. */
final class ReadLookups implements LookupReader {
    private final EngineSession session;
    private Optional<String> failure = Optional.empty();

    ReadLookups(EngineSession session) {
        this.session = session;
    }

    /** Why a lookup could not be read; a decision made without it is none. */
    Optional<String> failure() {
        return failure;
    }

    @Override
    public Opened open(Securable table, int maxRows) throws LookupFault {
        List<Map<String, Optional<Object>>> rows = new ArrayList<>();
        try {
            String name = TableName.sql(table);
            StructType columns = session.read("SELECT * FROM " + name, row -> {
                Map<String, Optional<Object>> values = new HashMap<>();
                for (int i = 0; i < row.size(); i++) {
                    values.put(row.schema().fieldNames()[i], SparkValues.ofPolicy(row.get(i)));
                }
                return rows.add(values) && rows.size() <= EngineSession.MOST_ROWS;
            });
            if (rows.size() <= EngineSession.MOST_ROWS) {
                return new Opened(new Held(types(CopiedColumns.of(columns)), rows, maxRows), Optional.empty());
            }
            failure = Optional.of("the lookup " + table + " has more than " + EngineSession.MOST_ROWS + " rows");
        } catch (EngineFailure refused) {
            failure = Optional.of("the exempt principal can't read the lookup " + table + ": " + refused.condition());
        }
        throw new LookupFault("it can't be read here");
    }

    private static Map<String, ValueType> types(TableSchema schema) {
        return schema.columns().stream()
                .filter(column -> ValueType.of(column.type()).isPresent())
                .collect(Collectors.toMap(
                        column -> column.name(),
                        column -> ValueType.of(column.type()).orElseThrow()));
    }

    /** A lookup table in memory. */
    private record Held(Map<String, ValueType> columns, List<Map<String, Optional<Object>>> rows, int maxRows)
            implements LookupTable {
        @Override
        public List<Literal> values(String column, Map<String, Literal> where) throws LookupFault {
            Set<Optional<Object>> values = new LinkedHashSet<>();
            int matching = 0;
            for (Map<String, Optional<Object>> row : rows) {
                if (matches(row, where)) {
                    matching++;
                    values.add(Optional.ofNullable(row.get(column)).orElseThrow());
                }
            }
            if (matching > maxRows) {
                throw new LookupFault("more rows match than may be read");
            }
            ValueType type = Optional.ofNullable(columns.get(column)).orElseThrow();
            return values.stream().map(value -> new Literal(value, type)).toList();
        }

        private boolean matches(Map<String, Optional<Object>> row, Map<String, Literal> where) {
            return where.entrySet().stream().allMatch(each -> {
                Literal wanted = each.getValue();
                Comparison equal =
                        new Comparison(Comparator.EQUAL, new ColumnReference(0, each.getKey(), wanted.type()), wanted);
                Optional<Object> value =
                        Optional.ofNullable(row.get(each.getKey())).orElseThrow();
                return Interpreter.test(equal, Map.of(0, value)) == Truth.TRUE;
            });
        }
    }
}
