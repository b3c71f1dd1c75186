"""Several data sets are fetched at once, from a local server; one that fails does not lose the others."""

from __future__ import annotations

import hashlib
import http.server
import json

import pytest

from trueness.data.datasets import download, registry
from trueness.data.datasets.registry import Dataset, DatasetFile
from trueness.errors import UnknownNameError

CONTENT = b"system,input,good\na,1,0.5\n" * 50


def data_set(name):
    url = f"https://example.invalid/{name}.csv"
    file = DatasetFile(f"{name}.csv", url, hashlib.sha256(CONTENT).hexdigest(), len(CONTENT))
    return Dataset(name, "download", name, "Scores", "MIT", ("good",), format="csv", files=(file,))


KNOWN = {name: data_set(name) for name in ("one", "broken", "gone", "two")}


@pytest.fixture(autouse=True)
def four_data_sets(monkeypatch):
    def found(name):
        if name not in KNOWN:
            raise UnknownNameError(f"there is no data set '{name}'.")
        return KNOWN[name]

    monkeypatch.setattr(download, "get_dataset", found)
    monkeypatch.setattr(registry, "get_dataset", found)
    monkeypatch.setenv("NO_PROXY", "*")


class Handler(http.server.BaseHTTPRequestHandler):
    """Has two data sets, and one whose content is another."""

    def do_GET(self):
        self.server.asked.append(self.path)
        name = self.path.strip("/").split("/")[0]
        if name == "gone":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT[::-1] if name == "broken" else CONTENT)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def server(serving):
    return serving(Handler)


def get(run, server, tmp_path, *names):
    return run("data", "get", *names, "--mirror", server.base, "--cache", tmp_path / "kept")


def test_several_names(run, server, tmp_path):
    status, out, err = get(run, server, tmp_path, "one", "two", "one")
    assert status == 0, err
    assert [(tmp_path / "kept" / name / f"{name}.csv").read_bytes() for name in ("one", "two")] == [
        CONTENT
    ] * 2
    assert out.split() == [str(tmp_path / "kept" / name / f"{name}.csv") for name in ("one", "two")]
    assert len(server.asked) == 2


@pytest.mark.parametrize("failing", [("broken",), ("broken", "gone")])
def test_one_that_fails_does_not_lose_the_others(run, server, tmp_path, failing):
    status, out, err = get(run, server, tmp_path, "one", *failing, "two")
    assert status == 6
    assert out.split() == [str(tmp_path / "kept" / name / f"{name}.csv") for name in ("one", "two")]
    assert all(f"{name}.csv" in err for name in failing)
    assert ("2 of 4 data sets failed" in err) == (len(failing) == 2)
    assert not any((tmp_path / "kept" / name / f"{name}.csv").exists() for name in failing)


def test_json_names_what_failed(run, server, tmp_path):
    status, out, _ = get(run, server, tmp_path, "one", "gone", "--json")
    assert status == 6
    one, gone = json.loads(out)
    assert (one["name"], one["error"], len(one["files"])) == ("one", "", 1)
    assert (gone["name"], gone["files"]) == ("gone", [])
    assert "gone.csv" in gone["error"]


def test_an_unknown_name_is_refused_before_anything_is_fetched(run, server, tmp_path):
    status, _, err = get(run, server, tmp_path, "one", "three")
    assert status == 3
    assert "three" in err
    assert server.asked == []
