from __future__ import annotations

from pathlib import Path

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.metrics.named_by_file import NamedBy, named_paths, names_of, paths_outside
from trueness.metrics.scoring.registry import get_metric, get_metrics


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "own").mkdir()
    (tmp_path / "v.txt").write_text("cat 1 0\n")
    (tmp_path / "own" / "w.txt").write_text("cat 1 0\n")
    (tmp_path / "own" / "link.txt").symlink_to(tmp_path / "v.txt")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("wmd:vectors=v.txt,refs=best", ["v.txt"]),
        ("cent_e:vectors=own/w.txt,idf=v.txt", ["own/w.txt", "v.txt"]),
        ("learned:own,allow=files", ["own"]),
        ("meteor_java:jar=v.txt", ["v.txt"]),
        ("bertscore_f:model=nobody/nothing", []),
        ("rouge1_f", []),
        ("wmd:vectors=a\0b", []),
    ],
)
def test_the_files_that_a_name_names(name, paths):
    assert named_paths(name) == tuple(map(Path, paths))


def test_links_are_followed_before_a_file_is_taken_for_one_of_the_folder(here):
    inside = "wmd:vectors=own/w.txt"
    assert paths_outside(inside, here / "own") == ()
    assert paths_outside("wmd:vectors=own/link.txt", here / "own") == (Path("own/link.txt"),)
    assert paths_outside(inside, None) == (Path("own/w.txt"),)


def test_a_name_that_a_file_says_reads_what_is_beside_that_file_alone(here):
    with names_of(NamedBy("the card", here / "own")):
        assert get_metric("wmd:vectors=own/w.txt").name
        for name in ("wmd:vectors=v.txt", "wmd:vectors=own/link.txt"):
            with pytest.raises(ArgumentError, match=r"the card names the metric 'wmd.*reads none of yours"):
                get_metrics([name])
    assert get_metric("wmd:vectors=v.txt").name  # the user's own word
    with names_of(NamedBy("the card", here / "own", files=True)):
        assert get_metric("wmd:vectors=v.txt").name


def test_what_is_around_keeps_its_limits(here):
    with (
        names_of(NamedBy("the manifest", here / "own")),
        names_of(NamedBy("the card", here, files=True)),
        pytest.raises(ArgumentError, match="the manifest names"),
    ):
        get_metric("wmd:vectors=v.txt")


@pytest.mark.parametrize(
    "name", ["meteor_java", "comet", "bleurt", "qaeval", "bewte", "alignscore", "metricx"]
)
def test_a_file_runs_no_program(name):
    with (
        names_of(NamedBy("the card", None)),
        pytest.raises(ArgumentError, match=f"names the metric '{name}', which runs a program.*runs none\\."),
    ):
        get_metric(name)
    with names_of(NamedBy("the manifest", None, programs=True)):
        assert get_metric(name).runs_program


def test_a_file_asks_no_service():
    with (
        names_of(NamedBy("the manifest", None, files=True, programs=True)),
        pytest.raises(UnsupportedMethodError, match="asks a service"),
    ):
        get_metric("llm_judge:direct_relevance")
