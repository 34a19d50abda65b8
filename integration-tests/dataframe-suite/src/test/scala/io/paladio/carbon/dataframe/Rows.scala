package io.paladio.carbon.dataframe

import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import scala.jdk.CollectionConverters._

/** An answer as data of the test: it outlives the application that gave it. Every column may be NULL, as in any copy. */
private final case class Rows(schema: StructType, rows: Seq[Row]) {
  def in(session: SparkSession): DataFrame = session.createDataFrame(rows.asJava, schema)
}

private object Rows {
  def of(frame: DataFrame): Rows =
    Rows(StructType(frame.schema.fields.map(_.copy(nullable = true))), frame.collect().toSeq)
}
