"""A job as its author would write it: reads a table, prints what it got. Run by spark-submit."""

import json
import sys

from pyspark.sql import SparkSession


def main(statement: str) -> None:
    spark = SparkSession.builder.appName("read-table").getOrCreate()
    for row in spark.sql(statement).collect():
        print("ROW " + json.dumps(row.asDict(recursive=True), default=str), flush=True)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1])
