package io.paladio.carbon.platform.sample;

import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Nation;
import io.trino.tpch.Order;
import io.trino.tpch.Region;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The schemas of the TPC-H tables, and how a generated entity fills a row. */
final class TpchTable {
    private static final Type LONG = Types.LongType.get();
    private static final Type INT = Types.IntegerType.get();
    private static final Type TEXT = Types.StringType.get();
    private static final Type DAY = Types.DateType.get();
    private static final Type MONEY = Types.DecimalType.of(15, 2);
    private static final int CENTS = 2;

    static final Schema REGION = schema("r_regionkey", LONG, "r_name", TEXT, "r_comment", TEXT);
    static final Schema NATION = schema("n_nationkey", LONG, "n_name", TEXT, "n_regionkey", LONG, "n_comment", TEXT);
    static final Schema CUSTOMER = schema(
            "c_custkey",
            LONG,
            "c_name",
            TEXT,
            "c_address",
            TEXT,
            "c_nationkey",
            LONG,
            "c_phone",
            TEXT,
            "c_acctbal",
            MONEY,
            "c_mktsegment",
            TEXT,
            "c_comment",
            TEXT);
    static final Schema ORDERS = schema(
            "o_orderkey",
            LONG,
            "o_custkey",
            LONG,
            "o_orderstatus",
            TEXT,
            "o_totalprice",
            MONEY,
            "o_orderdate",
            DAY,
            "o_orderpriority",
            TEXT,
            "o_clerk",
            TEXT,
            "o_shippriority",
            INT,
            "o_comment",
            TEXT);
    static final Schema LINEITEM = schema(
            "l_orderkey",
            LONG,
            "l_partkey",
            LONG,
            "l_suppkey",
            LONG,
            "l_linenumber",
            INT,
            "l_quantity",
            MONEY,
            "l_extendedprice",
            MONEY,
            "l_discount",
            MONEY,
            "l_tax",
            MONEY,
            "l_returnflag",
            TEXT,
            "l_linestatus",
            TEXT,
            "l_shipdate",
            DAY,
            "l_commitdate",
            DAY,
            "l_receiptdate",
            DAY,
            "l_shipinstruct",
            TEXT,
            "l_shipmode",
            TEXT,
            "l_comment",
            TEXT);

    private TpchTable() {}

    private static Schema schema(Object... namesAndTypes) {
        Types.NestedField[] fields = new Types.NestedField[namesAndTypes.length / 2];
        for (int i = 0; i < fields.length; i++) {
            fields[i] =
                    Types.NestedField.optional(i + 1, (String) namesAndTypes[2 * i], (Type) namesAndTypes[2 * i + 1]);
        }
        return new Schema(fields);
    }

    static void fill(Region region, GenericRecord row) {
        set(row, region.getRegionKey(), region.getName(), region.getComment());
    }

    static void fill(Nation nation, GenericRecord row) {
        set(row, nation.getNationKey(), nation.getName(), nation.getRegionKey(), nation.getComment());
    }

    static void fill(Customer customer, GenericRecord row) {
        set(
                row,
                customer.getCustomerKey(),
                customer.getName(),
                customer.getAddress(),
                customer.getNationKey(),
                customer.getPhone(),
                money(customer.getAccountBalanceInCents()),
                customer.getMarketSegment(),
                customer.getComment());
    }

    static void fill(Order order, GenericRecord row) {
        set(
                row,
                order.getOrderKey(),
                order.getCustomerKey(),
                String.valueOf(order.getOrderStatus()),
                money(order.getTotalPriceInCents()),
                LocalDate.ofEpochDay(order.getOrderDate()),
                order.getOrderPriority(),
                order.getClerk(),
                order.getShipPriority(),
                order.getComment());
    }

    static void fill(LineItem line, GenericRecord row) {
        set(
                row,
                line.getOrderKey(),
                line.getPartKey(),
                line.getSupplierKey(),
                line.getLineNumber(),
                money(line.getQuantity() * 100),
                money(line.getExtendedPriceInCents()),
                money(line.getDiscountPercent()),
                money(line.getTaxPercent()),
                line.getReturnFlag(),
                line.getStatus(),
                LocalDate.ofEpochDay(line.getShipDate()),
                LocalDate.ofEpochDay(line.getCommitDate()),
                LocalDate.ofEpochDay(line.getReceiptDate()),
                line.getShipInstructions(),
                line.getShipMode(),
                line.getComment());
    }

    private static BigDecimal money(long cents) {
        return BigDecimal.valueOf(cents, CENTS);
    }

    private static void set(GenericRecord row, Object... values) {
        for (int i = 0; i < values.length; i++) {
            row.set(i, values[i]);
        }
    }
}
