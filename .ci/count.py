"""Adds up the JUnit reports of the whole build and prints one line. Fails where nothing ran or anything failed."""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def main(further: list[str]) -> int:
    reports = [
        *Path(".").glob("**/target/surefire-reports/TEST-*.xml"),
        *Path(".").glob("**/target/failsafe-reports/TEST-*.xml"),
        *(Path(name) for name in further if Path(name).exists()),
    ]
    tests = failures = skipped = 0
    for report in reports:
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            tests += int(suite.get("tests", 0))
            failures += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped += int(suite.get("skipped", 0))
    print(f"{tests - failures - skipped} passed, {failures} failed, {skipped} skipped")
    return 0 if tests > 0 and failures == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
