"""What alice, bob and dan see through the PySpark Connect client that notebook users have."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from pyspark.errors.exceptions.connect import SparkException
from pyspark.sql import functions as F

TABLE = "carbon.hr.t"


def rows(spark, sql: str) -> dict[int, dict]:
    return {row["id"]: row.asDict(recursive=True) for row in spark.sql(sql).collect()}


def raw_rows(session_of) -> dict[int, dict]:
    everything = rows(session_of("alice"), f"SELECT * FROM {TABLE}")
    assert len({row["dept"] for row in everything.values()}) > 1, "the sample hides nothing from anyone"
    return everything


def test_alice_is_exempt_and_reads_every_row_and_raw_values(session_of):
    everything = raw_rows(session_of)
    assert any(row["salary"] is not None for row in everything.values())


def test_S4_bob_reads_the_filtered_rows_with_masked_values(session_of):
    everything = raw_rows(session_of)
    seen = rows(session_of("bob"), f"SELECT * FROM {TABLE}")
    assert seen.keys() == {key for key, row in everything.items() if row["dept"] == "eng"}
    for key, row in seen.items():
        raw = everything[key]
        assert row["salary"] is None
        assert row["name"] is None or row["name"] != raw["name"]
        if raw["ssn"] is not None:
            assert row["ssn"] != raw["ssn"]
            assert row["ssn"][-4:] == raw["ssn"][-4:]


def test_the_dataframe_api_shows_bob_what_sql_shows_him(session_of):
    bob = session_of("bob")
    by_sql = bob.sql(f"SELECT dept, count(*) AS n FROM {TABLE} GROUP BY dept").collect()
    by_api = bob.read.table(TABLE).groupBy("dept").agg(F.count("*").alias("n")).collect()
    assert by_api == by_sql
    assert [row["dept"] for row in by_api] == ["eng"]


def test_S4_bob_cannot_search_by_a_raw_value(session_of):
    everything = raw_rows(session_of)
    raw = next(row["ssn"] for row in everything.values() if row["dept"] == "eng" and row["ssn"])
    assert session_of("bob").read.table(TABLE).where(F.col("ssn") == raw).count() == 0
    assert session_of("alice").read.table(TABLE).where(F.col("ssn") == raw).count() >= 1


def test_pandas_over_arrow_shows_bob_masked_values(session_of):
    frame = session_of("bob").sql(f"SELECT id, salary FROM {TABLE}").toPandas()
    assert len(frame) > 0
    assert frame["salary"].isna().all()


def test_dan_without_a_grant_gets_the_named_refusal(session_of):
    with pytest.raises(PySparkException) as refused:
        session_of("dan").sql(f"SELECT * FROM {TABLE}").collect()
    assert_refusal(refused.value, "CARBON_ACCESS_DENIED", "42501")


@pytest.mark.parametrize(
    ("statement", "condition", "state"),
    [
        pytest.param(f"SELECT * FROM {TABLE}.files", "CARBON_METADATA_DENIED", "42501", id="T14_metadata_table"),
        pytest.param("SELECT * FROM text.`/etc/hostname`", "CARBON_PATH_DENIED", "42501", id="T13_path"),
        pytest.param(
            "SET spark.sql.optimizer.excludedRules=x", "CARBON_CONFIG_PROTECTED", "42501", id="T3_excluded_rules"
        ),
        pytest.param("ADD JAR '/x.jar'", "CARBON_CODE_DENIED", "42501", id="T9_add_jar"),
        pytest.param(
            "SELECT reflect('java.lang.System', 'getenv')", "CARBON_CODE_DENIED", "42501", id="T12_reflect"
        ),
        pytest.param(f"DELETE FROM {TABLE} WHERE id = 1", "CARBON_WRITE_DENIED", "42501", id="T27_delete"),
    ],
)
def test_bob_gets_a_named_refusal(session_of, statement, condition, state):
    with pytest.raises(PySparkException) as refused:
        session_of("bob").sql(statement).collect()
    assert_refusal(refused.value, condition, state)


def test_T11_python_code_is_refused(session_of):
    bob = session_of("bob")
    upper = F.udf(lambda value: value, "string")
    with pytest.raises(PySparkException) as refused:
        bob.read.table(TABLE).select(upper("name")).collect()
    assert_refusal(refused.value, "CARBON_CODE_DENIED", "42501")


@pytest.mark.parametrize(
    "token", [pytest.param("expired", id="T37_expired"), pytest.param("foreign-audience", id="T37_foreign_audience")]
)
def test_a_token_that_does_not_hold_is_not_let_in(session_of, token):
    with pytest.raises(Exception) as refused:
        session_of(token).sql("SELECT 1").collect()
    assert "CARBON_IDENTITY_INVALID" in str(refused.value)


def test_no_token_is_not_let_in(platform, session_at):
    with pytest.raises(Exception) as refused:
        session_at(platform.facts["connect"]).sql("SELECT 1").collect()
    assert "CARBON_IDENTITY_REQUIRED" in str(refused.value)


def test_T8_claiming_another_user_id_gives_ones_own_rows(platform, session_at):
    spark = session_at(platform.remote("bob") + ";user_id=alice")
    assert spark.sql("SELECT current_user()").collect()[0][0] == "bob"
    assert {row["dept"] for row in spark.sql(f"SELECT dept FROM {TABLE}").collect()} == {"eng"}


def test_a_delegate_acts_as_the_user_of_its_token(session_of):
    spark = session_of("svc-runquery-as-bob")
    assert spark.sql("SELECT current_principal()").collect()[0][0] == "bob"
    assert {row["dept"] for row in spark.sql(f"SELECT dept FROM {TABLE}").collect()} == {"eng"}


def assert_refusal(error: PySparkException, condition: str, state: str) -> None:
    assert isinstance(error, SparkException), type(error)
    assert error.getCondition() == condition, str(error)[:500]
    assert f"SQLSTATE: {state}" in str(error)
