"""One quick start for the whole run: the platform and a governed server, left up, reached as its people."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

import pytest
from pyspark.sql.connect.session import SparkSession

ROOT = Path(__file__).resolve().parents[2]
CONNECTION = ROOT / "target" / "quickstart" / "connection.json"
DEADLINE_SECONDS = 240

# Every session of the run, stopped or not. The finaliser of a session waits for threads of the client; where the collector
# runs it in one of those very threads, such as the one that takes in answers, the client waits for ever. So none is collected.
KEPT: list[SparkSession] = []


@dataclass(frozen=True)
class Platform:
    """What the quick start says about itself in connection.json."""

    facts: dict

    def token(self, name: str) -> str:
        return self.facts["tokens"][name]

    def remote(self, name: str) -> str:
        return f"{self.facts['connect']}/;token={self.token(name)}"


@pytest.fixture(scope="session")
def platform() -> Iterator[Platform]:
    given = os.environ.get("CARBON_CONNECTION")
    if given:
        yield Platform(json.loads(Path(given).read_text()))
        return
    CONNECTION.unlink(missing_ok=True)
    log_file = ROOT / "integration-tests" / "target" / "python" / "quickstart.log"
    log_file.parent.mkdir(parents=True, exist_ok=True)
    with log_file.open("w") as log:
        process = subprocess.Popen(
            ["./quickstart.sh", "--serve"],
            cwd=ROOT,
            stdin=subprocess.PIPE,  # held open: its end means stop
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield Platform(_await_connection(process, log_file))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def _await_connection(process: subprocess.Popen, log_file: Path) -> dict:
    deadline = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the quick start ended by itself:\n{log_file.read_text()[-4000:]}")
        try:
            return json.loads(CONNECTION.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.2)
    raise RuntimeError(f"the quick start is not up after {DEADLINE_SECONDS} s:\n{log_file.read_text()[-4000:]}")


@pytest.fixture
def session_at() -> Iterator[Callable[[str], SparkSession]]:
    """Opens a session at an address. Each test has its own, and each is stopped: what a client of this version leaves open
    asks the server once more when Python ends, and for minutes if it is gone."""
    opened: list[SparkSession] = []

    def session(address: str) -> SparkSession:
        spark = SparkSession.builder.remote(address).create()
        opened.append(spark)
        KEPT.append(spark)
        return spark

    yield session
    for spark in opened:
        spark.stop()


@pytest.fixture
def session_of(platform: Platform, session_at) -> Callable[[str], SparkSession]:
    """Opens a session as a person of the quick start."""
    return lambda name: session_at(platform.remote(name))
