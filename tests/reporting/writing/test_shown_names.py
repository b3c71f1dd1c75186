"""Paths in names are shown by their ends, and told apart; what repeats a study has them whole."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from urllib.parse import unquote

import numpy as np
import pytest

from trueness import compare, result_figure, result_text, write_report
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import read_manifest
from trueness.reporting.writing.shown_names import showing, shown, shown_paths

ONE, OTHER = "/data/models/team-a/small-encoder", "/data/models/team-b/small-encoder"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["rouge1_f", "chrf:order=2", "m:model=roberta-large", "m:model=team/model"], {}),
        ([f"m:model={ONE},layer=5", f"n:idf=texts,model={ONE}"], {ONE: "…/small-encoder"}),
        (
            [f"m:model={ONE}", f"m:model={OTHER}"],
            {ONE: "…/team-a/small-encoder", OTHER: "…/team-b/small-encoder"},
        ),
        # what ends as another does is told by what comes before
        (
            ["m:model=/x/y/long-name", "m:model=/w/x/y/long-name", "m:model=/v/y/long-name"],
            {"/w/x/y/long-name": "…/w/x/y/long-name", "/v/y/long-name": "…/v/y/long-name"},
        ),
        (["m:model=/opt/my_encoder/model"], {"/opt/my_encoder/model": "…/my_encoder/model"}),
        (
            ["m:model=/h/hub/models--a--b/snapshots/0123456789abcdef"],
            {"/h/hub/models--a--b/snapshots/0123456789abcdef": "…/snapshots/0123456789abcdef"},
        ),
        (["m:model=/model"], {}),
        (
            ["m:baseline=./files/baselines.tsv,model=~/models/encoder-2"],
            {"./files/baselines.tsv": "…/baselines.tsv", "~/models/encoder-2": "…/encoder-2"},
        ),
    ],
)
def test_the_end_of_a_path_is_shown_as_far_as_it_tells_it_apart(names, expected):
    found = shown_paths(names)
    # a path is left whole where nothing shorter tells it from others
    assert found == {path: end for path, end in expected.items() if len(end) < len(path)}
    assert len(set(found.values())) == len(found)


def test_only_paths_in_names_are_changed():
    with showing(shown_paths([f"m:model={ONE},layer=5", "m:model=/data/models"])):
        assert shown(f"'m:model={ONE},layer=5' is first.") == "'m:model=…/small-encoder,layer=5' is first."
        assert shown(f"It is m:model={ONE}.") == "It is m:model=…/small-encoder."
        for whole in (ONE, f"m:model={ONE}-2", f"m:model={ONE}/deeper", f"m:model={ONE}.old", "a = b"):
            assert shown(whole) == whole
    assert shown(f"m:model={ONE}") == f"m:model={ONE}"


@pytest.fixture(scope="module")
def result():
    draws = np.random.default_rng(5)
    quality = draws.normal(size=(6, 20)) + np.arange(6)[:, None] / 3
    names = [f"m:model={ONE},layer=5", f"m:model={OTHER},layer=5", "rouge1_f"]
    table = ScoreTable(
        scorers=(Scorer("quality", "human", True), *(Scorer(name, "metric", True) for name in names)),
        systems=tuple(f"s{k}" for k in range(6)),
        inputs=tuple(f"i{k}" for k in range(20)),
        values=np.stack([quality, *(quality + draws.normal(size=quality.shape) for _ in names)]),
        name="drawn",
        notes=(f"{names[0]}: model:small-encoder@0123456789abcdef|float32|torch 2",),
    )
    return compare(table, human="quality", resamples=50, rng=1)


class Read(HTMLParser):
    """The text of a page that a reader sees, and what its pictures say."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.pictures: list[str] = []
        self._skipped = False

    def handle_starttag(self, tag, attrs):
        self._skipped = tag in ("script", "style")
        address = dict(attrs).get("src") or ""
        if tag == "img":
            self.pictures.append(unquote(address))

    def handle_endtag(self, tag):
        self._skipped = False

    def handle_data(self, data):
        if not self._skipped:
            self.seen.append(data)


def said(svg: str) -> str:
    """Return a drawing without the keys by which a page finds what its marks are about."""
    return re.sub(r'data-about="[^"]*"', "", svg)


def test_a_page_shows_ends_and_once_what_they_stand_for(result, tmp_path):
    page = write_report(result, tmp_path / "page.html").read_text(encoding="utf-8")
    reader = Read()
    reader.feed(page)
    answer, _, reproduce = "".join(reader.seen).partition("The signature says in one line")
    assert ONE not in answer
    assert OTHER not in answer
    assert answer.count("m:model=…/team-a/small-encoder,layer=5") > 5
    pictures = "".join(map(said, reader.pictures))
    assert "…/team-a/small-encoder" in pictures
    assert ONE not in pictures
    assert f"…/team-a/small-encoder{ONE}, hash of its files 0123456789abcdef\n" in reproduce
    assert f"…/team-b/small-encoder{OTHER}\n" in reproduce
    assert f"metrics{f'm:model={ONE},layer=5, m:model={OTHER},layer=5, rouge1_f'}" in reproduce


def test_figures_show_ends_also_when_they_are_drawn_later(result):
    figure = result_figure(result)
    assert "…/team-a/small-encoder" in said(figure.svg)
    assert ONE not in said(figure.svg)
    assert f"m:model={ONE},layer=5" in {row["metric"] for row in figure.rows()}


def test_a_terminal_shows_ends(result):
    text = result_text(result, 120)
    assert "m:model=…/team-a/small-encoder,layer=5" in text
    assert ONE not in text.partition("trueness|")[0].rpartition("\n\n")[0]


@pytest.mark.usefixtures("outlined")
def test_what_repeats_a_study_has_whole_names(result, tmp_path):
    path = write_report(result, tmp_path / "page.html")
    manifest = read_manifest(path)
    assert {row["metric"] for row in manifest.results["estimates"]} == {
        f"m:model={ONE},layer=5",
        f"m:model={OTHER},layer=5",
        "rouge1_f",
    }
    assert "…" not in json.dumps(manifest.to_dict(), ensure_ascii=False)
    assert "…" not in str(result.signature)
