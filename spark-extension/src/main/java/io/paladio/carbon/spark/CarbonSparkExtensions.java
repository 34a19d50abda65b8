package io.paladio.carbon.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.Function1;
import scala.runtime.BoxedUnit;

/** Every injection into Spark, on one screen, with its reason. Stateless. */
public final class CarbonSparkExtensions implements Function1<SparkSessionExtensions, BoxedUnit> {
    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        return BoxedUnit.UNIT;
    }
}
