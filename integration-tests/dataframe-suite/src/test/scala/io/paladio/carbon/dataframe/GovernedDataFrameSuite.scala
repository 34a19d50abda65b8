package io.paladio.carbon.dataframe

import com.holdenkarau.spark.testing.DataFrameSuiteBase
import org.apache.spark.SparkConf
import org.apache.spark.sql.functions._
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{Column, DataFrame, Row, SparkSession}
import org.scalatest.exceptions.TestFailedException
import org.scalatest.funsuite.AnyFunSuite

/**
 * The theorem, as a DataFrame: what bob's application reads is what anyone would read from a copy that was filtered and masked by
 * hand. The raw copy comes from alice's application, which runs first and which no policy restricts.
 */
final class GovernedDataFrameSuite extends AnyFunSuite with DataFrameSuiteBase {
  private lazy val platform = PlatformProcess.start()
  private val tables = Seq("carbon.hr.t", "carbon.tpch.orders", "carbon.tpch.customer")
  private lazy val raw: Map[String, RawCopy] =
    as("alice")(session => tables.map(table => table -> RawCopy.of(session.table(table))).toMap)

  override def conf: SparkConf = configured("bob")

  // Hive is not on the class path of a governed server, so the library's own session does not start.
  override def sqlBeforeAllTestCases(): Unit = ()

  @transient override lazy val spark: SparkSession = SparkSession.builder().config(sc.getConf).getOrCreate()

  override def beforeAll(): Unit = {
    raw
    super.beforeAll()
  }

  override def afterAll(): Unit =
    try super.afterAll()
    finally platform.close()

  test("S4 a row filter and the masks give what filtering and masking by hand gives") {
    assertDataFrameNoOrderEquals(maskedPeople, loose(spark.table("carbon.hr.t")))
  }

  test("S3 a row whose filter is NULL is hidden") {
    assert(copyOf("carbon.hr.t").where(col("dept").isNull).count() > 0)
    assert(spark.table("carbon.hr.t").where(col("dept").isNull).count() == 0)
  }

  test("S4 the application's own filters, groups and order see masked values") {
    def counted(people: DataFrame) =
      people
        .where(col("ssn").startsWith("nnn").or(col("salary").isNull))
        .groupBy("ssn")
        .agg(count("*").as("people"))
    assertDataFrameNoOrderEquals(counted(maskedPeople), counted(spark.table("carbon.hr.t")))
  }

  test("a join of governed tables is the join of the copies") {
    val byHand = ordersByCustomer(fulfilledOrders, copyOf("carbon.tpch.customer"))
    val governed = ordersByCustomer(spark.table("carbon.tpch.orders"), spark.table("carbon.tpch.customer"))
    assert(governed.count() > 0)
    assertDataFrameNoOrderEquals(byHand, governed)
  }

  test("the comparison itself sees a row that is not hidden and a value that is not masked") {
    intercept[TestFailedException](assertDataFrameNoOrderEquals(copyOf("carbon.hr.t"), loose(spark.table("carbon.hr.t"))))
  }

  private def maskedPeople: DataFrame =
    copyOf("carbon.hr.t")
      .where(col("dept") === "eng")
      .withColumn("name", shape(col("name")))
      .withColumn("salary", lit(null).cast("int"))
      .withColumn("ssn", shapeButLastFour(col("ssn")))
      .withColumn("info", when(col("info").isNotNull, col("info").withField("ssn", shapeButLastFour(col("info.ssn")))))

  private def fulfilledOrders: DataFrame = copyOf("carbon.tpch.orders").where(col("o_orderstatus") === "F")

  private def ordersByCustomer(orders: DataFrame, customers: DataFrame): DataFrame =
    orders
      .join(customers, col("o_custkey") === col("c_custkey"))
      .groupBy("c_mktsegment")
      .agg(count("*").as("orders"), min("o_orderdate").as("first"), max("o_totalprice").as("dearest"))

  /** What the standard calls mask-alphanum, for the letters and digits of the sample. */
  private def shape(column: Column) =
    regexp_replace(regexp_replace(column, "[A-Za-z]", "x"), "[0-9]", "n")

  /** What the standard calls show-last-4. */
  private def shapeButLastFour(column: Column) =
    concat(shape(column.substr(lit(1), length(column) - 4)), right(column, lit(4)))

  private def copyOf(table: String): DataFrame =
    spark.createDataFrame(spark.sparkContext.parallelize(raw(table).rows), asNullable(raw(table).schema))

  /** The same columns with every NULL allowed, since that is what a copy's schema says. */
  private def loose(frame: DataFrame): DataFrame = spark.createDataFrame(frame.rdd, asNullable(frame.schema))

  private def asNullable(schema: StructType): StructType = StructType(schema.fields.map(_.copy(nullable = true)))

  private def as[T](person: String)(use: SparkSession => T): T = {
    val session = SparkSession.builder().config(configured(person)).getOrCreate()
    try use(session)
    finally {
      session.stop()
      SparkSession.clearActiveSession()
      SparkSession.clearDefaultSession()
    }
  }

  private def configured(person: String): SparkConf =
    new SparkConf(false)
      .setMaster("local[2]")
      .setAppName(person)
      .set("spark.ui.enabled", "false")
      .set("spark.sql.shuffle.partitions", "2")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .setAll(platform.configurationOf(person))
}

/** A table as alice's application read it. */
private final case class RawCopy(schema: StructType, rows: Seq[Row])

private object RawCopy {
  def of(table: DataFrame): RawCopy = RawCopy(table.schema, table.collect().toSeq)
}
