from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.reporting.allowed import check_allowed
from trueness.sources.origin import Origin
from trueness.sources.source import Source


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("TRUENESS_MIRROR", raising=False)
    (tmp_path / "own").mkdir()
    for name in ("own/s.csv", "other.csv", "m.jar"):
        (tmp_path / name).write_text("")
    return tmp_path / "own"


def asked(folder, allow=(), *, named=False):
    jar = f"meteor_java:jar={folder.parent / 'm.jar'}"
    sources = (
        Source("file", str(folder / "s.csv")),
        Source("file", "../other.csv"),
        Source("texts", str(folder / "s.csv"), metrics=("rouge1_f", jar)),
        Source.dataset("summeval"),
        Source.dataset("pocket"),
    )
    check_allowed([Origin(sources)], folder, allow, named=named)


def test_all_that_a_manifest_asks_for_beyond_its_folder_is_said_at_once(folder):
    with pytest.raises(ArgumentError) as caught:
        asked(folder)
    said = str(caught.value)
    for part in (
        "other.csv'",
        "m.jar' for the metric",
        "run the program of 'meteor_java",
        "of 'summeval' (",
        "Nothing was done",
        "add --allow-files, --allow-network and --allow-programs",
    ):
        assert part in said
    assert "s.csv" not in said
    assert "pocket" not in said


@pytest.mark.parametrize("kind", ["files", "network", "programs"])
def test_each_is_allowed_by_itself(folder, kind):
    others = {"files", "network", "programs"} - {kind}
    with pytest.raises(ArgumentError) as caught:
        asked(folder, [kind])
    options = str(caught.value).partition(", add ")[2]
    assert f"--allow-{kind}" not in options
    assert all(f"--allow-{one}" in options for one in others)
    with pytest.raises(ArgumentError, match=f"add --allow-{kind};"):
        asked(folder, others)
    asked(folder, [kind, *others])


def test_files_that_the_user_names_are_allowed_and_nothing_else_is(folder):
    with pytest.raises(ArgumentError) as caught:
        asked(folder, ["network", "programs"], named=True)
    assert "other.csv" not in str(caught.value)
    assert "m.jar" in str(caught.value)


def test_what_is_in_the_cache_or_in_a_folder_is_not_fetched(folder, monkeypatch):
    monkeypatch.setenv("TRUENESS_MIRROR", str(folder))
    check_allowed([Origin((Source.dataset("summeval"),))], folder, (), named=False)


def test_a_manifest_of_no_file_is_the_users_own(folder):
    check_allowed([Origin((Source("file", str(folder.parent / "other.csv")),))], None, (), named=False)


def test_what_cannot_be_allowed(folder):
    with pytest.raises(ArgumentError, match="`allow` must be one of"):
        check_allowed([], folder, ["everything"], named=False)
