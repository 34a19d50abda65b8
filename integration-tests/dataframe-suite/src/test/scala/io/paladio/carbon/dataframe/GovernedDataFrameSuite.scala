package io.paladio.carbon.dataframe

import com.holdenkarau.spark.testing.{DataFrameSuiteBaseLike, SharedSparkContext, TestSuite}
import org.apache.spark.SparkConf
import org.apache.spark.sql.functions._
import org.apache.spark.sql.{Column, DataFrame, SparkSession}
import org.scalatest.exceptions.TestFailedException
import org.scalatest.funsuite.AnyFunSuite

/**
 * The theorem, as a DataFrame: what bob's application answers is what a plain Spark answers over a copy of the tables that was
 * filtered and masked by hand. Three applications run one after the other: alice's, whom no policy restricts, gives the copy; bob's
 * gives the answers; the library's shared one, which knows nothing of us, gives the expected answers and compares.
 */
final class GovernedDataFrameSuite
    extends AnyFunSuite
    with TestSuite
    with SharedSparkContext
    with DataFrameSuiteBaseLike {
  private val tables = Seq("carbon.hr.t", "carbon.tpch.orders", "carbon.tpch.customer")

  private val platform = PlatformProcess.start()
  private lazy val raw: Map[String, Rows] =
    as("alice")(session => tables.map(table => table -> Rows.of(session.table(table))).toMap)
  private lazy val governed: Map[String, Rows] =
    as("bob")(session => Questions.all.map { case (name, ask) => name -> Rows.of(ask(session.table)) })

  override def conf: SparkConf = local("comparison")

  // The library's own session wants Hive, which is not on the class path of a governed server.
  @transient override lazy val spark: SparkSession = SparkSession.builder().config(sc.getConf).getOrCreate()

  override def beforeAll(): Unit = {
    raw
    governed
    super.beforeAll()
  }

  override def afterAll(): Unit =
    try super.afterAll()
    finally platform.close()

  for ((name, ask) <- Questions.all)
    test(s"S4 $name") {
      val byHand = Rows.of(ask(byHandTables)).in(spark)
      assert(byHand.count() > 0, "the question has no answer to compare")
      assertDataFrameNoOrderEquals(byHand, governed(name).in(spark))
    }

  test("S3 a row whose filter is NULL is hidden") {
    assert(copyOf("carbon.hr.t").where(col("dept").isNull).count() > 0)
    assert(governed("a whole table").in(spark).where(col("dept").isNull).count() == 0)
  }

  test("the comparison itself sees a hidden row that comes out") {
    val leaking = byHandTables("carbon.hr.t").unionByName(copyOf("carbon.hr.t").where(col("dept") === "ops").limit(1))
    intercept[TestFailedException](assertDataFrameNoOrderEquals(leaking, governed("a whole table").in(spark)))
  }

  test("the comparison itself sees a raw value that comes out") {
    val leaking = copyOf("carbon.hr.t").where(col("dept") === "eng")
    intercept[TestFailedException](assertDataFrameNoOrderEquals(leaking, governed("a whole table").in(spark)))
  }

  private def byHandTables(table: String): DataFrame = table match {
    case "carbon.hr.t"          => ByHand.people(copyOf(table))
    case "carbon.tpch.orders"   => ByHand.orders(copyOf(table))
    case "carbon.tpch.customer" => ByHand.customers(copyOf(table))
  }

  private def copyOf(table: String): DataFrame = raw(table).in(spark)

  private def as[T](person: String)(use: SparkSession => T): T = {
    val session = SparkSession.builder().config(local(person).setAll(platform.configurationOf(person))).getOrCreate()
    try use(session)
    finally {
      session.stop()
      SparkSession.clearActiveSession()
      SparkSession.clearDefaultSession()
    }
  }

  private def local(name: String): SparkConf =
    new SparkConf(false)
      .setMaster("local[2]")
      .setAppName(name)
      .set("spark.ui.enabled", "false")
      .set("spark.sql.shuffle.partitions", "2")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.driver.bindAddress", "127.0.0.1")
}

/** What is asked, of governed tables and of copies alike. */
private object Questions {
  type Ask = (String => DataFrame) => DataFrame

  val all: Map[String, Ask] = Map(
    "a whole table" -> (_("carbon.hr.t")),
    "a predicate on masked values" -> (_("carbon.hr.t").where(col("ssn").startsWith("nnn").or(col("salary").isNull))),
    "a grouping by masked values" -> (_("carbon.hr.t").groupBy("name").agg(count("*").as("people"))),
    "an order and a limit" -> (_("carbon.tpch.orders").orderBy(col("o_totalprice").desc, col("o_orderkey")).limit(7)),
    "a join of two tables under policies" -> { table =>
      table("carbon.tpch.orders")
        .join(table("carbon.tpch.customer"), col("o_custkey") === col("c_custkey"))
        .groupBy("c_mktsegment", "c_address")
        .agg(count("*").as("orders"), min("o_orderdate").as("first"), max("c_acctbal").as("balance"))
    },
    "an anti-join that would show what is hidden" -> { table =>
      table("carbon.tpch.customer")
        .join(table("carbon.tpch.orders"), col("o_custkey") === col("c_custkey"), "left_anti")
        .agg(count("*").as("customers"))
    },
    "a union with itself" -> (table => table("carbon.hr.t").select("id", "ssn").union(table("carbon.hr.t").select("id", "name")))
  )
}

/** The sample's policies for bob, in plain Spark: nothing here knows how we do it. */
private object ByHand {
  def people(raw: DataFrame): DataFrame =
    raw
      .where(col("dept") === "eng")
      .withColumn("name", shape(col("name")))
      .withColumn("salary", lit(null).cast("int"))
      .withColumn("ssn", lastFour(col("ssn")))
      .withColumn("info", when(col("info").isNotNull, col("info").withField("ssn", lastFour(col("info.ssn")))))

  def orders(raw: DataFrame): DataFrame = raw.where(col("o_orderstatus") === "F")

  def customers(raw: DataFrame): DataFrame =
    raw
      .withColumn("c_address", lit(null).cast("string"))
      .withColumn("c_phone", lastFour(col("c_phone")))
      .withColumn("c_acctbal", lit(0).cast(raw.schema("c_acctbal").dataType))

  /** What the standard calls mask-alphanum, for the letters and digits of the sample. */
  private def shape(column: Column): Column = regexp_replace(regexp_replace(column, "[A-Za-z]", "x"), "[0-9]", "n")

  /** What the standard calls show-last-4. */
  private def lastFour(column: Column): Column =
    concat(shape(column.substr(lit(1), length(column) - 4)), right(column, lit(4)))
}
