"""spark-submit of a real distribution: a job reads as the one person whose token file it was given."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLATFORM = ROOT / "integration-tests" / "platform" / "target"
STATEMENT = "SELECT * FROM carbon.hr.t ORDER BY id"
NOT_IN_A_DISTRIBUTION = ("iceberg-spark-runtime-", "iceberg-aws-bundle-")


@dataclass(frozen=True)
class Outcome:
    exit: int
    rows: list[dict]
    text: str


@dataclass(frozen=True)
class Distribution:
    """The Spark of the PyPI package, with the jars that an operator adds to it."""

    python: Path
    home: Path
    class_path: str
    configuration: dict
    token_files: dict
    work: Path

    def submit(self, person: str, master: str = "local[2]", **changes: str | None) -> Outcome:
        settings = {
            **self.configuration,
            "spark.carbon.identity.token-file": self.token_files[person],
            "spark.ui.enabled": "false",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.sql.shuffle.partitions": "2",
            # A job that ends within seconds gains nothing from code that is compiled well.
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "spark.driver.extraClassPath": self.class_path,
            "spark.executor.extraClassPath": self.class_path,
            **changes,
        }
        command = [str(self.home / "bin" / "spark-submit"), "--master", master]
        for key, value in settings.items():
            if value is not None:
                command += ["--conf", f"{key}={value}"]
        command += [str(HERE / "jobs" / "read_table.py"), STATEMENT]
        environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYSPARK_PYTHON": str(self.python),
            "PYSPARK_DRIVER_PYTHON": str(self.python),
        }
        done = subprocess.run(
            command,
            cwd=self.work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
        )
        rows = [json.loads(line[4:]) for line in done.stdout.splitlines() if line.startswith("ROW ")]
        return Outcome(done.returncode, rows, done.stdout)


@pytest.fixture(scope="module")
def distribution(tmp_path_factory) -> Iterator[Distribution]:
    folder = Path(os.environ.get("CARBON_DISTRIBUTION", ROOT / "target" / "ci" / "distribution"))
    python = folder / "bin" / "python"
    home = next(folder.glob("lib/python3*/site-packages/pyspark"))
    shipped = next((ROOT / "spark-extension" / "target").glob("carbon-spark-*-spark4.1_2.13.jar"))
    server = (ROOT / "integration-tests/connect-server/target/class-path.txt").read_text().strip().split(":")
    added = [jar for jar in server if Path(jar).name.startswith(NOT_IN_A_DISTRIBUTION)]
    work = tmp_path_factory.mktemp("spark-submit")
    process, facts = start_platform(work / "platform")
    try:
        yield Distribution(
            python=python,
            home=home,
            class_path=":".join([str(shipped), *added]),
            configuration=facts["configuration"],
            token_files=facts["token-files"],
            work=work,
        )
    finally:
        process.stdin.close()
        process.wait(timeout=30)


def start_platform(folder: Path) -> tuple[subprocess.Popen, dict]:
    folder.mkdir()
    java = Path(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else Path(shutil.which("java"))
    jar = next(jar for jar in PLATFORM.glob("platform-*.jar") if "sources" not in jar.name and "tests" not in jar.name)
    class_path = f"{jar}:{(PLATFORM / 'class-path.txt').read_text().strip()}"
    log_file = folder / "platform.log"
    with log_file.open("w") as log:
        process = subprocess.Popen(
            [str(java), "-Xmx512m", "-cp", class_path, "io.paladio.carbon.platform.StandalonePlatform", str(folder)],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    deadline = time.monotonic() + 240
    while not (folder / "platform.json").exists():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise RuntimeError(f"no platform:\n{log_file.read_text()[-4000:]}")
        time.sleep(0.1)
    return process, json.loads((folder / "platform.json").read_text())


@pytest.mark.parametrize("master", ["local[2]", "local-cluster[1,1,1024]"])
def test_bobs_job_reads_what_bob_may_see(distribution, master):
    outcome = distribution.submit("bob", master)
    assert outcome.exit == 0, outcome.text[-4000:]
    assert outcome.rows
    assert {row["dept"] for row in outcome.rows} == {"eng"}
    assert {row["salary"] for row in outcome.rows} == {None}


def test_alices_job_reads_everything(distribution):
    outcome = distribution.submit("alice")
    assert outcome.exit == 0, outcome.text[-4000:]
    assert len({row["dept"] for row in outcome.rows}) > 1
    assert any(row["salary"] is not None for row in outcome.rows)


def test_dans_job_is_refused(distribution):
    refused(distribution.submit("dan"), "CARBON_ACCESS_DENIED")


def test_T37_a_job_under_an_expired_token_is_refused(distribution):
    refused(distribution.submit("expired"), "CARBON_IDENTITY_INVALID")


def test_T35_a_job_that_is_not_the_trusted_engine_gets_nothing_from_the_face(distribution):
    outcome = distribution.submit(
        "bob",
        **{"spark.carbon.face.engine-token-file": None, "spark.carbon.face.token-exchange-uri": None},
    )
    refused(outcome, "CARBON_")


def test_T31_without_the_extension_nothing_is_read(distribution):
    refused(distribution.submit("bob", **{"spark.sql.extensions": None}), "CARBON_")


def test_T31_without_the_plugin_nothing_is_read(distribution):
    refused(distribution.submit("bob", **{"spark.plugins": None}), "CARBON_")


def refused(outcome: Outcome, condition: str) -> None:
    assert outcome.exit != 0
    assert outcome.rows == []
    assert condition in outcome.text, outcome.text[-4000:]
