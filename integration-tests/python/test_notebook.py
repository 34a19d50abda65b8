"""The notebook that docs/ ships runs from its first cell to its last and shows the difference."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebooks" / "governed-table.ipynb"


def test_the_notebook_runs_and_shows_three_answers(platform, tmp_path, monkeypatch):
    connection = tmp_path / "connection.json"
    connection.write_text(json.dumps(platform.facts))
    monkeypatch.setenv("CARBON_CONNECTION", str(connection))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    text = "\n".join(
        output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []) if "text" in output
    )
    assert "alice sees" in text
    assert "bob sees" in text
    assert "CARBON_ACCESS_DENIED" in text


def test_the_notebook_is_shipped_without_results():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
