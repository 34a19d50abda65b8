package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.types.DataType;

/** Whether two types are the same but for what may be NULL within them. Stateless. */
final class SameType {
    private SameType() {}

    static boolean is(DataType one, DataType other) {
        return DataTypeUtils.sameType(one, other);
    }
}
