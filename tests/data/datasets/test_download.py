"""Downloads against a local server and mirrors: right files arrive, wrong ones leave nothing behind."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import os
import time
from pathlib import Path

import pytest

from trueness.data.datasets import download
from trueness.data.datasets.download import cached_files, fetch
from trueness.data.datasets.registry import Dataset, DatasetFile
from trueness.data.files.kept_file import cache_folder
from trueness.errors import ArgumentError, DownloadError, UnknownNameError

CONTENT = b"system,input,good\na,1,0.5\n" * 500
URL = f"https://example.invalid/{'0' * 40}/scores.csv"
FILE = DatasetFile("scores.csv", URL, hashlib.sha256(CONTENT).hexdigest(), len(CONTENT))
MINE = Dataset("mine", "download", "Mine", "Scores", "MIT", ("good",), format="csv", files=(FILE,))


@pytest.fixture(autouse=True)
def one_data_set(monkeypatch):
    """A registry with one small data set, and no settings from outside."""
    monkeypatch.setattr(download, "get_dataset", lambda name: {"mine": MINE}[name])
    for variable in ("TRUENESS_CACHE", "TRUENESS_MIRROR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NO_PROXY", "*")


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers by the first part of the path."""

    def do_GET(self):
        kind, *rest = self.path.strip("/").split("/")
        if kind == "missing" or rest != ["mine", "scores.csv"]:
            self.send_error(404)
            return
        body = {
            "ok": CONTENT,
            "wrong": CONTENT[::-1],
            "truncated": CONTENT[:1000],
            "short": CONTENT[:1000],
            "longer": CONTENT + b"x",
            "slow": CONTENT,
        }[kind]
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT) if kind == "truncated" else len(body)))
        self.end_headers()
        if kind == "slow":
            time.sleep(1)
        with contextlib.suppress(OSError):  # who asked may be gone
            self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def server(serving):
    return serving(Handler)


@pytest.fixture
def mirror(tmp_path):
    """A folder laid out as a mirror."""
    folder = tmp_path / "a mirror"
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "scores.csv").write_bytes(CONTENT)
    return folder


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_file_is_fetched_once(server, tmp_path):
    calls = []
    arguments = {
        "mirror": f"{server.base}/ok",
        "cache": tmp_path,
        "progress": lambda *call: calls.append(call),
    }
    (path,) = fetch("mine", **arguments)
    assert path == tmp_path / "mine" / "scores.csv"
    assert path.read_bytes() == CONTENT
    assert files_below(tmp_path) == [path]
    done = [call[1] for call in calls]
    assert done == sorted(done)
    assert calls[-1] == ("scores.csv", len(CONTENT), len(CONTENT))
    assert len(calls) > 3
    assert fetch("mine", **arguments) == (path,)
    assert len(server.asked) == 1


def test_a_trailing_slash_of_a_mirror_makes_no_difference(server, tmp_path):
    assert fetch("mine", mirror=f"{server.base}/ok/", cache=tmp_path)[0].read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("missing", "failed .HTTP status 404"),
        (
            "wrong",
            f"from the recorded file.*{FILE.sha256}.*it has sha256 [0-9a-f]{{64}} and {len(CONTENT)} bytes",
        ),
        ("truncated", "failed"),
        ("short", f"differs from the recorded file.*{len(CONTENT)} bytes were expected.*and 1000 bytes"),
    ],
)
def test_what_goes_wrong_is_told_and_leaves_nothing(server, tmp_path, kind, message):
    with pytest.raises(DownloadError, match=message) as caught:
        fetch("mine", mirror=f"{server.base}/{kind}", cache=tmp_path)
    text = str(caught.value)
    assert f"{server.base}/{kind}/mine/scores.csv" in text
    assert FILE.sha256 in text
    assert "mirror" in text
    assert str(tmp_path / "mine" / "scores.csv") in text
    assert files_below(tmp_path) == []


def test_no_network_is_told(tmp_path, monkeypatch):
    def unreachable(self, url, output_file, pooch, **_):
        assert url == URL  # no mirror: the recorded url
        raise ConnectionError("no route to host")

    monkeypatch.setattr("pooch.HTTPDownloader.__call__", unreachable)
    with pytest.raises(DownloadError, match=r"no route to host.*--mirror"):
        fetch("mine", cache=tmp_path)
    assert files_below(tmp_path) == []


def test_a_refused_connection_is_told(tmp_path, server):
    base = server.base
    server.shutdown()
    server.server_close()
    with pytest.raises(DownloadError, match="failed"):
        fetch("mine", mirror=f"{base}/ok", cache=tmp_path)
    assert files_below(tmp_path) == []


def test_an_interrupted_download_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(self, url, output_file, pooch, **_):
        output_file.write(CONTENT[:1000])
        raise KeyboardInterrupt

    monkeypatch.setattr("pooch.HTTPDownloader.__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch("mine", cache=tmp_path)
    assert files_below(tmp_path) == []


@pytest.mark.parametrize("spell", [Path, str, Path.as_uri], ids=["path", "text", "file url"])
def test_a_folder_is_a_mirror(mirror, tmp_path, spell):
    (path,) = fetch("mine", mirror=spell(mirror), cache=tmp_path / "cache")
    assert path.read_bytes() == CONTENT


def test_a_file_missing_from_a_folder_is_told(mirror, tmp_path):
    (mirror / "mine" / "scores.csv").unlink()
    with pytest.raises(DownloadError, match="No such file"):
        fetch("mine", mirror=mirror, cache=tmp_path / "cache")


def test_a_wrong_file_in_a_folder_is_told(mirror, tmp_path):
    for content, message in (
        (CONTENT[::-1], "from the recorded file"),
        (CONTENT + b"x", r"it has more than the 13,000 bytes of the file.*Expected: 'scores.csv'"),
    ):
        (mirror / "mine" / "scores.csv").write_bytes(content)
        with pytest.raises(DownloadError, match=message):
            fetch("mine", mirror=mirror, cache=tmp_path / "cache")
        assert files_below(tmp_path / "cache") == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of POSIX")
def test_a_pipe_in_a_folder_is_told_and_not_waited_for(mirror, tmp_path):
    (mirror / "mine" / "scores.csv").unlink()
    os.mkfifo(mirror / "mine" / "scores.csv")
    with pytest.raises(DownloadError, match="this must be an ordinary file"):
        fetch("mine", mirror=mirror, cache=tmp_path / "cache")


def test_more_than_is_recorded_is_not_taken(server, tmp_path):
    with pytest.raises(DownloadError, match=r"more than the 13,000 bytes of the file come.*--mirror"):
        fetch("mine", mirror=f"{server.base}/longer", cache=tmp_path)
    assert files_below(tmp_path) == []


def test_a_server_that_is_too_slow_is_told(server, tmp_path, monkeypatch):
    monkeypatch.setattr("trueness.data.datasets.transfer.GRACE_SECONDS", 0.2)
    monkeypatch.setattr("trueness.data.datasets.transfer.SLOWEST", 1e6)
    with pytest.raises(DownloadError, match=r"of 13,000 bytes had been read after 0 seconds.*--mirror"):
        fetch("mine", mirror=f"{server.base}/slow", cache=tmp_path)
    assert files_below(tmp_path) == []


@pytest.mark.parametrize("mirror", ["http://[::1", "http://[x]/y"])
def test_a_mirror_that_is_no_url_is_refused(tmp_path, mirror):
    with pytest.raises((ArgumentError, DownloadError), match=r"mirror"):
        fetch("mine", mirror=mirror, cache=tmp_path)


def test_other_kinds_of_mirror_are_refused(tmp_path):
    with pytest.raises(ArgumentError, match=r"ftp://example.org"):
        fetch("mine", mirror="ftp://example.org", cache=tmp_path)


def test_variables_say_where(mirror, tmp_path, monkeypatch):
    monkeypatch.setenv("TRUENESS_MIRROR", str(mirror))
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "from variable"))
    assert fetch("mine") == (tmp_path / "from variable" / "mine" / "scores.csv",)
    assert fetch("mine", cache=tmp_path / "given") == (tmp_path / "given" / "mine" / "scores.csv",)


def test_without_a_word_the_users_cache_is_used(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda project: str(tmp_path / project))
    assert cache_folder() == tmp_path / "trueness"


def test_a_damaged_file_in_the_cache_is_fetched_again(mirror, tmp_path):
    target = tmp_path / "cache" / "mine" / "scores.csv"
    target.parent.mkdir(parents=True)
    target.write_bytes(b"damaged")
    assert fetch("mine", mirror=mirror, cache=tmp_path / "cache") == (target,)
    assert target.read_bytes() == CONTENT


def test_cached_files_are_those_that_are_there(mirror, tmp_path):
    assert cached_files("mine", cache=tmp_path / "cache") == ()
    paths = fetch("mine", mirror=mirror, cache=tmp_path / "cache")
    assert cached_files("mine", cache=tmp_path / "cache") == paths


class TestRealRegistry:
    """With the package's own registry."""

    @pytest.fixture(autouse=True)
    def real_registry(self, one_data_set, monkeypatch):
        from trueness.data.datasets.registry import get_dataset

        monkeypatch.setattr(download, "get_dataset", get_dataset)

    def test_a_bundled_data_set_needs_no_download(self, tmp_path):
        assert fetch("pocket", cache=tmp_path) == ()
        assert files_below(tmp_path) == []

    def test_a_licensed_data_set_says_where_to_apply(self, tmp_path):
        with pytest.raises(
            DownloadError, match=r"'tac' is licensed.*https://tac.nist.gov/data/.*format 'tac'"
        ):
            fetch("tac", cache=tmp_path)

    def test_an_unknown_name_is_told(self, tmp_path):
        with pytest.raises(UnknownNameError, match="Did you mean 'realsumm'"):
            fetch("realsum", cache=tmp_path)
