package io.paladio.carbon.platform.sample;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** {@code hr.t}: eight people whom every kind of NULL has met. */
final class HrTable {
    private static final Types.StructType INFO = Types.StructType.of(
            Types.NestedField.optional(7, "ssn", Types.StringType.get()),
            Types.NestedField.optional(8, "city", Types.StringType.get()));
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "dept", Types.StringType.get()),
            Types.NestedField.optional(4, "salary", Types.IntegerType.get()),
            Types.NestedField.optional(5, "ssn", Types.StringType.get()),
            Types.NestedField.optional(6, "info", INFO));

    private static final List<Person> PEOPLE = List.of(
            new Person(1, "Ada", "eng", 120, "111-22-3333", new Info("111-22-3333", "Oslo")),
            new Person(2, "Grace-Mae", "eng", 130, "222-33-4444", new Info("222-33-4444", "Paris")),
            new Person(3, "Linus", "ops", 90, "333-44-5555", new Info("333-44-5555", "Turku")),
            new Person(4, "Barbara", "hr", 100, "444-55-6666", new Info("444-55-6666", "Rome")),
            new Person(5, null, "eng", null, null, null),
            new Person(6, "Edsger", null, 110, "666-77-8888", new Info("666-77-8888", "Delft")),
            new Person(7, "Ken", "ops", null, "777-88-9999", new Info(null, "Berne")),
            new Person(8, "Radia", "eng", 140, "888-99-0000", new Info("888-99-0000", null)));

    private HrTable() {}

    private record Info(@Nullable String ssn, @Nullable String city) {}

    private record Person(
            int id,
            @Nullable String name,
            @Nullable String dept,
            @Nullable Integer salary,
            @Nullable String ssn,
            @Nullable Info info) {}

    static void create(Catalog catalog) {
        Table table = catalog.createTable(TableIdentifier.of("hr", "t"), SCHEMA);
        DataFile file = TableWriter.write(table, PEOPLE, HrTable::fill);
        table.newAppend().appendFile(file).commit();
    }

    private static void fill(Person person, GenericRecord row) {
        row.setField("id", person.id());
        row.setField("name", person.name());
        row.setField("dept", person.dept());
        row.setField("salary", person.salary());
        row.setField("ssn", person.ssn());
        row.setField("info", info(person.info()));
    }

    private static @Nullable GenericRecord info(@Nullable Info info) {
        if (info == null) {
            return null;
        }
        GenericRecord struct = GenericRecord.create(INFO);
        struct.setField("ssn", info.ssn());
        struct.setField("city", info.city());
        return struct;
    }
}
