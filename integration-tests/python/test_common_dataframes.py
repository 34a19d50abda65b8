"""What users of the DataFrame API do most, as a restricted principal: each works, with the right value where it has one, or
gets the error that is named here. The SQL half is the suite's CommonStatementsTest; both are the table of docs/statements.md."""

from __future__ import annotations

import pandas as pd
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import Row, Window
from pyspark.sql import functions as F
from pyspark.storagelevel import StorageLevel

TABLE = "carbon.hr.t"
NAMES = {1: "xxx", 2: "xxxxx-xxx", 5: None, 8: "xxxxx"}


def ids(frame) -> list[int]:
    return sorted(row["id"] for row in frame.collect())


def seen(spark):
    return spark.read.table(TABLE)


def kept(frame):
    """A value and nothing to compare it with: that it came is all."""
    return frame is not None


READS = {
    "spark.table": lambda s: ids(s.table(TABLE)) == [1, 2, 5, 8],
    "spark.read.table": lambda s: ids(s.read.table(TABLE)) == [1, 2, 5, 8],
    "spark.sql": lambda s: s.sql(f"SELECT count(*) AS n FROM {TABLE}").first()["n"] == 4,
    "spark.sql with arguments": lambda s: ids(s.sql(f"SELECT id FROM {TABLE} WHERE id > :least", args={"least": 2})) == [5, 8],
    "collect": lambda s: {row["id"]: row["name"] for row in seen(s).collect()} == NAMES,
    "toPandas": lambda s: seen(s).toPandas()["salary"].isna().all(),
    "toArrow": lambda s: seen(s).toArrow().num_rows == 4,
    "toLocalIterator": lambda s: len(list(seen(s).toLocalIterator())) == 4,
    "count": lambda s: seen(s).count() == 4,
    "take, head, first, tail": lambda s: len(seen(s).take(2)) == 2 and seen(s).head()["dept"] == "eng" and kept(seen(s).tail(1)),
    "isEmpty": lambda s: not seen(s).isEmpty(),
    "show": lambda s: seen(s).show() is None,
    "show, vertical": lambda s: seen(s).show(1, truncate=False, vertical=True) is None,
    "the table of a notebook": lambda s: s.conf.set("spark.sql.repl.eagerEval.enabled", "true") is None
    and "xxx" in seen(s)._repr_html_(),
    "schema, columns, dtypes": lambda s: seen(s).columns[0] == "id" and seen(s).dtypes[3] == ("salary", "int"),
    "printSchema": lambda s: seen(s).printSchema() is None,
    "explain": lambda s: seen(s).explain("formatted") is None,
    "select, alias, cast": lambda s: seen(s).select(F.col("id").cast("string").alias("x")).orderBy("x").first()["x"] == "1",
    "selectExpr": lambda s: seen(s).selectExpr("max(id) + 1 AS x").first()["x"] == 9,
    "filter, where": lambda s: ids(seen(s).filter("id > 1").where(F.col("name").isNotNull())) == [2, 8],
    "isin, like, between": lambda s: ids(seen(s).where(F.col("id").isin(1, 3, 8) & F.col("ssn").like("%0000"))) == [8],
    "a raw value finds nothing": lambda s: seen(s).where(F.col("ssn") == "111-22-3333").count() == 0,
    "withColumn, when, otherwise": lambda s: ids(seen(s).withColumn("old", F.when(F.col("id") > 4, True).otherwise(False)).where("old"))
    == [5, 8],
    "withColumns, withColumnRenamed, drop": lambda s: seen(s).withColumns({"a": F.lit(1)}).withColumnRenamed("a", "b").drop("info").columns[-1]
    == "b",
    "orderBy, limit, offset": lambda s: [row["id"] for row in seen(s).orderBy(F.desc("id")).offset(1).limit(2).collect()] == [5, 2],
    "distinct, dropDuplicates": lambda s: seen(s).select("dept").distinct().count() == 1 and seen(s).dropDuplicates(["dept"]).count() == 1,
    "groupBy, agg": lambda s: seen(s).groupBy("dept").agg(F.count("*").alias("n"), F.max("ssn").alias("m")).collect()
    == [Row(dept="eng", n=4, m="nnn-nn-4444")],
    "groupBy, pivot": lambda s: seen(s).groupBy().pivot("dept").count().columns == ["eng"],
    "cube, rollup": lambda s: seen(s).cube("dept").count().count() == 2 and seen(s).rollup("dept", "id").count().count() == 6,
    "window functions": lambda s: seen(s).select(F.row_number().over(Window.orderBy(F.desc("id"))).alias("r"), "id").where("r = 1").first()["id"]
    == 8,
    "join": lambda s: seen(s).alias("a").join(seen(s).alias("b"), F.col("a.id") == F.col("b.id") - 1).count() == 1,
    "join, broadcast": lambda s: seen(s).join(F.broadcast(s.range(3)), "id", "left_semi").count() == 2,
    "union, unionByName": lambda s: seen(s).union(seen(s)).count() == 8 and seen(s).unionByName(seen(s)).count() == 8,
    "intersect, subtract, exceptAll": lambda s: seen(s).select("id").subtract(s.range(5).select(F.col("id").cast("int"))).count() == 2,
    "fillna, dropna, replace": lambda s: seen(s).select("id", "name").fillna("?").where("name = '?'").count() == 1
    and seen(s).dropna(subset=["name"]).count() == 3
    and seen(s).select("dept").replace("eng", "engine").first()["dept"] == "engine",
    "explode": lambda s: seen(s).select(F.explode(F.array("id", "id"))).count() == 8,
    "struct fields": lambda s: {row["city"] for row in seen(s).select("info.city").collect()} == {"Oslo", "Paris", None},
    "describe, summary": lambda s: seen(s).describe("id").first()["id"] == "4" and seen(s).summary("count", "max").count() == 2,
    "approxQuantile": lambda s: seen(s).approxQuantile("id", [0.5], 0.0) == [2.0],
    "corr, cov": lambda s: round(seen(s).withColumn("twice", F.col("id") * 2).corr("id", "twice"), 6) == 1.0,
    "crosstab, freqItems": lambda s: seen(s).crosstab("dept", "id").count() == 1 and kept(seen(s).freqItems(["dept"]).first()),
    "sample": lambda s: seen(s).sample(0.5, seed=7).count() <= 4,
    "randomSplit": lambda s: sum(part.count() for part in seen(s).randomSplit([0.5, 0.5], seed=7)) == 4,
    "repartition": lambda s: seen(s).repartition(3).count() == 4 and seen(s).repartition("id").count() == 4,
    "coalesce": lambda s: seen(s).coalesce(1).count() == 4,
    "rand": lambda s: seen(s).withColumn("r", F.rand(7)).where("r >= 0").count() == 4,
    "monotonically_increasing_id": lambda s: seen(s).withColumn("m", F.monotonically_increasing_id()).select("m").distinct().count() == 4,
    "unpivot": lambda s: seen(s).unpivot("id", ["name", "ssn"], "k", "v").count() == 8,
    "transpose": lambda s: kept(seen(s).select("dept", "id").limit(1).transpose().collect()),
    "from_json, to_json": lambda s: seen(s).select(F.from_json(F.to_json("info"), "city STRING").alias("i")).where("i.city = 'Oslo'").count() == 1,
    "to_date, date_format": lambda s: s.range(1).select(F.date_format(F.to_date(F.lit("2024-02-29")), "yyyy").alias("y")).first()["y"]
    == "2024",
    "hint": lambda s: seen(s).hint("broadcast").count() == 4,
    "createDataFrame of rows": lambda s: s.createDataFrame([(1, "a"), (2, "b")], ["id", "x"]).join(seen(s), "id").count() == 2,
    "createDataFrame of pandas": lambda s: s.createDataFrame(pd.DataFrame({"id": [1, 9]})).join(seen(s), "id").count() == 1,
    "range": lambda s: s.range(5).count() == 5,
    "createOrReplaceTempView": lambda s: seen(s).select("id", "ssn").createOrReplaceTempView("mine") is None
    and s.sql("SELECT max(ssn) AS m FROM mine").first()["m"] == "nnn-nn-4444"
    and s.catalog.dropTempView("mine"),
    "a view of views": lambda s: seen(s).createOrReplaceTempView("one") is None
    and s.table("one").where("id > 1").createOrReplaceTempView("two") is None
    and s.table("two").count() == 3,
    "option, conf": lambda s: s.conf.set("spark.sql.shuffle.partitions", "3") is None
    and s.conf.get("spark.sql.shuffle.partitions") == "3"
    and s.conf.set("spark.sql.session.timeZone", "UTC") is None
    and s.conf.unset("spark.sql.shuffle.partitions") is None,
    "spark.version": lambda s: s.version.startswith("4."),
    "catalog: current": lambda s: s.catalog.currentCatalog() == "carbon" and kept(s.catalog.currentDatabase()),
    "catalog: lists": lambda s: "hr" in [each.name for each in s.catalog.listDatabases()]
    and "t" in [each.name for each in s.catalog.listTables("carbon.hr")]
    and [each.name for each in s.catalog.listColumns(TABLE)][0] == "id"
    and kept(s.catalog.listCatalogs()),
    "catalog: functions": lambda s: s.catalog.functionExists("upper") and kept(s.catalog.getFunction("upper")),
    "catalog: tableExists, getTable": lambda s: s.catalog.tableExists(TABLE) and s.catalog.getTable(TABLE).name == "t",
    "catalog: setCurrentDatabase": lambda s: s.catalog.setCurrentDatabase("hr") is None and s.table("t").count() == 4,
    "observed counts": lambda s: seen(s).select(F.count("*").alias("n")).first()["n"] == 4,
    "a scalar sub-query": lambda s: ids(seen(s).where(F.col("id") == seen(s).select(F.max("id")).scalar())) == [8],
}


@pytest.mark.parametrize("what", READS)
def test_common_read(session_of, what):
    assert READS[what](session_of("bob"))


def test_S17_cache_persist_and_the_storage_level(session_of):
    bob = session_of("bob")
    people = seen(bob).select("id", "ssn")
    assert people.storageLevel == StorageLevel.NONE
    assert ids(people.cache()) == [1, 2, 5, 8]
    assert people.is_cached
    assert people.storageLevel.useMemory
    assert people.agg(F.max("ssn")).first()[0] == "nnn-nn-4444"
    people.unpersist()
    assert people.storageLevel == StorageLevel.NONE
    people.persist(StorageLevel.DISK_ONLY)
    assert people.count() == 4
    assert people.storageLevel == StorageLevel.DISK_ONLY


def test_T1_S17_the_cache_of_one_is_of_no_use_to_another(session_of):
    alice, bob, again = session_of("alice"), session_of("bob"), session_of("bob")
    alice.catalog.cacheTable(TABLE)
    assert alice.table(TABLE).cache().count() == 8
    assert bob.table(TABLE).count() == 4
    bob.catalog.cacheTable(TABLE)
    assert bob.table(TABLE).count() == 4
    assert alice.table(TABLE).count() == 8
    assert not again.catalog.isCached(TABLE)
    again.catalog.clearCache()
    again.catalog.uncacheTable(TABLE)
    assert alice.catalog.isCached(TABLE)
    assert bob.catalog.isCached(TABLE)
    bob.catalog.uncacheTable(TABLE)
    assert not bob.catalog.isCached(TABLE)
    assert alice.catalog.isCached(TABLE)


def test_T1_what_one_has_cached_of_data_of_ones_own_nobody_else_sees(session_of):
    alice, bob = session_of("alice"), session_of("bob")
    alice.range(17).cache()
    assert bob.range(17).storageLevel == StorageLevel.NONE
    bob.range(17).unpersist()
    bob.catalog.clearCache()
    assert alice.range(17).storageLevel.useMemory


def test_tables_of_ones_own(session_of):
    bob = session_of("bob")
    bob.sql("CREATE NAMESPACE IF NOT EXISTS carbon.frames")
    people = seen(bob).select("id", "name")
    people.write.mode("overwrite").saveAsTable("carbon.frames.saved")
    people.write.mode("append").saveAsTable("carbon.frames.saved")
    people.write.insertInto("carbon.frames.saved")
    assert bob.table("carbon.frames.saved").count() == 12
    people.writeTo("carbon.frames.written").createOrReplace()
    people.writeTo("carbon.frames.written").append()
    assert bob.table("carbon.frames.written").count() == 8
    people.writeTo("carbon.frames.written").overwrite(F.lit(True))
    written = bob.table("carbon.frames.written").cache()
    assert {row["id"]: row["name"] for row in written.collect()} == NAMES
    assert written.count() == 4
    first = bob.table("carbon.frames.written.snapshots").orderBy("committed_at").first()["snapshot_id"]
    people.writeTo("carbon.frames.written").append()
    assert bob.sql(f"SELECT count(*) FROM carbon.frames.written VERSION AS OF {first}").first()[0] == 4
    assert bob.read.option("versionAsOf", first).table("carbon.frames.written").count() == 4
    assert bob.table("carbon.frames.written").count() == 8
    bob.sql("UPDATE carbon.frames.written SET name = 'y' WHERE id = 2")
    bob.sql("DELETE FROM carbon.frames.written WHERE id = 8")
    assert sorted(bob.table("carbon.frames.written").select("name").distinct().toPandas()["name"].dropna()) == ["xxx", "y"]
    bob.range(1).write.mode("ignore").saveAsTable("carbon.frames.saved")
    for table in ("saved", "written"):
        bob.sql(f"DROP TABLE carbon.frames.{table}")
        assert not bob.catalog.tableExists(f"carbon.frames.{table}")


def test_streams_between_tables(session_of):
    bob = session_of("bob")
    bob.sql("CREATE NAMESPACE IF NOT EXISTS carbon.frames")
    rows = bob.readStream.table(TABLE).where("id > 1").withColumn("old", F.col("id") > 4).select("id", "name", "old")
    assert rows.isStreaming
    query = rows.writeStream.queryName("frames").trigger(availableNow=True).toTable("carbon.frames.streamed")
    query.awaitTermination()
    assert not query.isActive and query.exception() is None
    assert query.lastProgress.numInputRows == 0
    streamed = {row["id"]: row["name"] for row in bob.table("carbon.frames.streamed").collect()}
    assert streamed == {number: name for number, name in NAMES.items() if number > 1}
    running = rows.writeStream.toTable("carbon.frames.streamed")
    assert running.isActive and running.name is None
    running.processAllAvailable()
    running.stop()
    assert not running.isActive
    bob.sql("DROP TABLE carbon.frames.streamed")


REFUSED = {
    "a Python function": (lambda s: seen(s).select(F.udf(str)("id")).collect(), "CARBON_CODE_DENIED"),
    # Spark makes it of a Scala function, which nothing tells from one of the user's.
    "sampleBy": (lambda s: seen(s).sampleBy("dept", {"eng": 1.0}, seed=7).count(), "CARBON_CODE_DENIED"),
    "mapInPandas": (lambda s: seen(s).mapInPandas(lambda parts: parts, "id INT").collect(), "CARBON_CODE_DENIED"),
    "reading a file": (lambda s: s.read.csv("/data/x.csv").collect(), "CARBON_PATH_DENIED"),
    "writing a file": (lambda s: seen(s).write.parquet("/data/x"), "CARBON_PATH_DENIED"),
    "a stream with state": (lambda s: s.readStream.table(TABLE).groupBy("dept").count().isStreaming, "CARBON_NOT_GOVERNABLE"),
    "a stream of files": (lambda s: s.readStream.format("text").load("/data").isStreaming, "CARBON_PATH_DENIED"),
    "a stream into memory": (
        lambda s: s.readStream.table(TABLE).writeStream.format("memory").queryName("m").start(),
        "CARBON_PATH_DENIED",
    ),
    "a stream with a place of its own": (
        lambda s: s.readStream.table(TABLE).writeStream.option("checkpointLocation", "/data").toTable("carbon.frames.s"),
        "CARBON_NOT_GOVERNABLE",
    ),
    "a global temporary view": (lambda s: seen(s).createGlobalTempView("g"), "CARBON_NOT_GOVERNABLE"),
    "a checkpoint": (lambda s: seen(s).checkpoint(), "CARBON_NOT_GOVERNABLE"),
    "inputFiles": (lambda s: seen(s).inputFiles(), "CARBON_METADATA_DENIED"),
    "writing a restricted table": (lambda s: seen(s).writeTo(TABLE).append(), "CARBON_WRITE_DENIED"),
    "a protected setting": (lambda s: s.conf.set("spark.sql.catalog.x", "y"), "CARBON_CONFIG_PROTECTED"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(session_of, what):
    call, condition = REFUSED[what]
    with pytest.raises(PySparkException) as refused:
        call(session_of("bob"))
    assert condition in str(refused.value)
