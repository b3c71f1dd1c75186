"""How judges are shown; their page is self-contained and repeatable, every name escaped, every number the result's."""

from __future__ import annotations

import dataclasses
import html
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError
from trueness.reporting.manifest import manifest_of, read_manifest
from trueness.reporting.page import curled
from trueness.reporting.report import report_html, write_report
from trueness.reporting.rerun import differences, rerun
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import as_rows, cell, to_markdown
from trueness.result import jsonable
from trueness.sources.origin import Origin
from trueness.studies.judge import view as judge_view
from trueness.studies.judge.rows import JudgeResult, OrderBias, Prevalence
from trueness.studies.judge.study import judge
from trueness.studies.judge.view import MEASURE_WORDS, JudgeView, judge_tables

HOSTILE = ("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "a_b%c&d#e{f}~^\\$ | `x`\nnew\u202eline--[g]")
HUMAN = "<img src=x onerror=alert(2)>"


def table(names, *, human=HUMAN, labelled=0.5, binary=False):
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(4, 1)) + rng.normal(size=(4, 24))
    scores = np.rint(2 * quality) / 2 if not binary else (quality > 0).astype(float)
    noise = [(k + 1) * rng.normal(size=quality.shape) for k in range(len(names))]
    flips = [rng.random(quality.shape) < 0.1 for _ in names]
    judges = [
        np.where(flip, 1 - scores, scores) if binary else quality + off
        for flip, off in zip(flips, noise, strict=True)
    ]
    length = rng.integers(3, 60, quality.shape).astype(float)
    scores[rng.random(quality.shape) > labelled] = np.nan
    return ScoreTable(
        (Scorer(human, "human"), *(Scorer(name, "metric") for name in names), Scorer("length", "metric")),
        tuple(f"<i>s{k}</i>" for k in range(4)),
        tuple(f"d&{k}" for k in range(24)),
        np.stack([scores, *judges, length]),
        input_groups={"place": tuple(str(k % 5) for k in range(24))},
        name='</title>T<&>"',
    )


def page_of(found):
    return report_html(found, manifest_of(found))


@pytest.fixture(scope="module")
def hostile():
    return judge(table(HOSTILE), rng=1, resamples=40, coefficient="pearson", position="place")


@pytest.fixture(scope="module")
def page(hostile):
    return report_html(hostile, manifest_of(hostile, Origin()), title="A & B")


class Reader(HTMLParser):
    """Collects elements, attributes and ids of a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.ids, self.links, self.handlers = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for key, value in attrs:
            if key == "id":
                self.ids.append(value)
            if key in ("href", "src"):
                self.links.append(value)
            if key.startswith("on"):
                self.handlers.append(key)


def read(page):
    reader = Reader()
    reader.feed(page)
    return reader


def test_the_page_needs_nothing_and_no_name_becomes_markup(page):
    found = read(page)
    assert found.tags.count("script") == 2
    assert found.tags.count("img") == 2
    assert "i" not in found.tags
    assert found.handlers == []
    assert all(link.startswith(("#", "data:")) for link in found.links)
    assert len(set(found.ids)) == len(found.ids)
    assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)
    assert "<script>alert" not in page
    shown, _, inside = page.partition('<script type="application/json"')
    assert "\u202e" not in shown  # JSON keeps names as they are
    assert "\u202e" in inside
    assert not re.search(r"https?://(?!www\.w3\.org)", page)


def test_the_same_validation_gives_the_same_bytes(hostile, page, tmp_path):
    path = write_report(hostile, tmp_path / "page.html", title="A & B")
    assert path.read_text(encoding="utf-8") == page
    assert "<h1>A &amp; B</h1>" in page
    with pytest.raises(DataError):
        write_report(hostile, tmp_path / "x.html", sources=[tmp_path / "nothing.csv"])
    assert not (tmp_path / "x.html").exists()


def test_every_number_is_inside(hostile, page):
    inside = json.loads(page.partition('id="manifest">')[2].partition("</script>")[0])
    for spec, rows in judge_tables(hostile):
        written = inside["results"][spec.name]
        assert [dict(zip(written["columns"], row, strict=True)) for row in written["rows"]] == [
            jsonable(row) for row in as_rows(rows)
        ]
    assert inside["signature"] == str(hostile.signature)
    assert inside["conclusions"] == list(hostile.conclusions)


@pytest.mark.usefixtures("outlined")
def test_conclusions_and_cautions_are_shown():
    found = judge(table(("llm",), human="human"), rng=1, resamples=40, coefficient="pearson")
    text = re.sub(r"<[^>]+>", "", page_of(found))
    for sentence in (*found.conclusions, *(caution.message for caution in found.cautions)):
        said = sentence.split(":")[0].replace("`", "")  # what is typed is marked in another way
        assert any(one.replace("'", "&#39;") in text for one in (said, curled(said)))
    assert len(re.findall('<p class="lead">', page_of(found))) == len(found.answers) >= 2
    for heading in ("What judges reward beside quality", "Calibration", "To publish", "Reproduce"):
        assert heading in text


@pytest.mark.usefixtures("outlined")
def test_parts_that_do_not_apply_are_absent():
    plain = judge(
        table(("llm",), human="human").select(scorers=["human", "llm"]),
        rng=1,
        resamples=40,
        coefficient="pearson",
    )
    ids = read(page_of(plain)).ids
    assert not {"bias", "prevalence", "order", "annotators"} & set(ids)
    assert {"verdict", "agreement", "means", "differences", "calibration", "measures"} <= set(ids)
    binary = judge(table(("llm",), human="human", binary=True), rng=1, resamples=40, coefficient="pearson")
    assert "prevalence" in read(page_of(binary)).ids


@pytest.mark.usefixtures("outlined")
def test_many_judges_are_cut_on_the_page_and_whole_in_the_files(monkeypatch):
    monkeypatch.setattr(judge_view, "MOST_JUDGES", 2)
    found = judge(
        table(("a1", "b2", "c3"), human="human"), rng=1, resamples=10, coefficient="pearson", level="system"
    )
    page = page_of(found)
    first, _, last = found.in_order()
    assert f"<summary>{first}</summary>" in page
    assert f"<summary>{last}</summary>" not in page
    assert "Shown for the 2 judges that agree best; the files hold all" in page
    assert page.count(f"{last},") > 10  # in the files


def test_annotators_have_their_place():
    rng = np.random.default_rng(2)
    quality = rng.normal(size=(4, 24))
    ratings = np.clip(np.rint(3 + quality + rng.normal(size=(3, 4, 24))), 1, 5)
    made = dataclasses.replace(
        table(("llm",), human="human", labelled=2),
        annotations={"human": Annotations(("<b>one</b>", "two", "three"), ratings)},
    )
    values = made.values.copy()
    values[0], values[1] = ratings.mean(axis=0), np.clip(np.rint(3 + quality), 1, 5)
    found = judge(dataclasses.replace(made, values=values), rng=1, resamples=40, coefficient="pearson")
    page = page_of(found)
    ids = read(page).ids
    assert {"annotators", "annotators-agreement", "annotators-ceiling", "annotators-alt_tests"} <= set(ids)
    assert len(set(ids)) == len(ids)
    assert "<b>one" not in page.partition('<script type="application/json"')[0]
    said = found.annotators.conclusions
    (replacement,) = (text for text in said if "alternative annotator test" in text)
    assert set(said) - {replacement} <= set(found.conclusions)
    assert replacement not in found.conclusions


@pytest.fixture(scope="module")
def rated():
    rng = np.random.default_rng(0)
    human = rng.integers(1, 6, (3, 20)).astype(float)
    llm = np.clip(human + rng.integers(-1, 2, human.shape), 1, 5)
    length = rng.integers(1, 50, human.shape)
    return judge(
        ScoreTable(
            (Scorer("human", "human"), Scorer("llm", "metric"), Scorer("length", "metric")),
            tuple("abc"),
            tuple(map(str, range(20))),
            np.stack([human, llm, length]),
        ),
        rng=1,
        resamples=1234,
        coefficient="pearson",
    )


def test_every_table_is_there_and_every_column_is_a_field(rated):
    tables = judge_tables(rated)
    assert sorted(spec.name for spec, _ in tables) == sorted(JudgeResult.TABLES)
    for spec, rows in tables:
        assert spec.caption
        for row in rows[:1]:
            for column in spec.columns:
                # texts are shown where they are given, and not every rule is of a level
                assert cell(dataclasses.asdict(row), column) or column.key in ("output", "level", "names")
        written = html.unescape(to_markdown(rows, spec)).replace("\\", "")
        assert spec.title in written or spec.caption[:20] in written
        assert "tabular" in to_latex(rows, spec)


def test_correlations_are_of_judges(rated):
    spec = next(spec for spec, _ in judge_tables(rated) if spec.name == "agreement")
    assert spec.columns[0].heading == "Judge"
    there = {column.key for column in spec.columns}
    # for Kendall only, and for what is resampled
    there |= {("wrong_pairs_low", "wrong_pairs_high"), "n_undefined_resamples"}
    assert {key for keys in spec.dispensable for key in keys} <= there


def test_every_measure_has_words(rated):
    assert {row.measure for row in rated.measures} == set(MEASURE_WORDS)


def test_captions_say_the_settings(rated):
    captions = {spec.name: spec.caption for spec, _ in judge_tables(rated)}
    assert "1,234 resamples of whole inputs" in captions["reliability"]
    assert "Student's t over systems and inputs left out" in captions["measures"]
    assert "a random 10% of each system's labels" in captions["means"]
    assert "Student's t" in captions["means"]
    changed = dataclasses.replace(
        rated,
        selection=dataclasses.replace(rated.selection, clusters="document"),
        demonstrated=False,
        settings=dataclasses.replace(rated.settings, interval="bootstrap", confidence=0.9),
    )
    specs = {spec.name: spec for spec, _ in judge_tables(changed)}
    assert "90%, percentiles of 1,234 resamples" in specs["means"].caption
    assert "groups by 'document'" in specs["bias"].caption
    assert "estimate_all" not in [column.key for column in specs["means"].columns]


@pytest.fixture(scope="module")
def plain():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(3, 3, 12))
    values[0, :, 6:] = np.nan
    return judge(
        ScoreTable(
            (Scorer("human", "human"), Scorer("llm", "metric"), Scorer("length", "metric")),
            tuple("abc"),
            tuple(map(str, range(12))),
            values,
        ),
        rng=8,
        resamples=30,
        coefficient="pearson",
    )


def test_what_was_done_is_said(plain):
    text = plain.methods().text
    for part in (
        "seed 8",
        "PPI++",
        "Student's t",
        "least-squares regression",
        "up to 10 bins",
        "random sample",
    ):
        assert part in text
    assert "Rogan" not in text
    assert "sign test" not in text


def test_what_was_asked_otherwise_is_said(plain):
    settings = dataclasses.replace(plain.settings, lam=1.0, interval="bootstrap")
    order = OrderBias("llm", 0.1, 0.05, 0.15, 0.8, 0.7, 0.9, 15, 5, 100, 0.04)
    share = Prevalence("llm", "a", 0.5, 0.4, 0.6, 0.7, 0.8, 0.9, 9, 9, 9, "")
    changed = dataclasses.replace(
        plain,
        selection=dataclasses.replace(plain.selection, clusters="document"),
        settings=settings,
        bias=(),
        order=(order,),
        prevalence=(share,),
    )
    text = changed.methods().text
    for part in (
        "λ = 1",
        "30 bootstrap resamples",
        "sign test",
        "(Rogan and Gladen, 1978)",
        "the outputs of a group of inputs by ‘document’ form a cluster",
    ):
        assert part in text
    assert "least-squares regression" not in text


@pytest.mark.usefixtures("outlined")
def test_a_page_with_texts_is_repeated_from_its_files(tmp_path):
    """Scores and texts are both read again; texts that are others are refused."""
    rng = np.random.default_rng(1)
    scores, texts = tmp_path / "scores.csv", tmp_path / "texts.jsonl"
    lines, said = ["system,input,relevance,llm"], []
    for i in range(4):
        for j in range(30):
            human = rng.integers(1, 6)
            lines.append(f"s{i},d{j},{human if j % 2 else ''},{human + rng.integers(-1, 2)}")
            said.append({"system": f"s{i}", "input": f"d{j}", "said": "word " * int(rng.integers(1, 40))})
    scores.write_text("\n".join(lines) + "\n")
    texts.write_text("".join(json.dumps(row) + "\n" for row in said))
    columns = {"output": "said"}
    asked = {"rng": 1, "resamples": 40, "coefficient": "pearson"}
    found = judge(
        read_scores(str(scores)), texts=read_texts(texts, columns=columns), human="relevance", **asked
    )
    origins = {"scores": Origin.of([scores]), "texts": Origin.of([texts], {"columns": columns}, "texts")}
    page = write_report(found, tmp_path / "page.html", data=origins)
    recorded = read_manifest(page)
    again = rerun(recorded)
    assert differences(recorded, again) == []
    assert again.to_dict() == found.to_dict()
    assert [row.covariate for row in again.bias] == ["length"]
    with pytest.raises(DataError, match="leaves open where its"):
        rerun(read_manifest(write_report(found, tmp_path / "page.html", sources=[scores])))
    texts.write_text("".join(json.dumps({**row, "said": "x"}) + "\n" for row in said))
    with pytest.raises(DataError, match=r"from those of the manifest.*Not as recorded.*texts\.jsonl"):
        rerun(recorded)


def test_figures_show_length_where_it_is_known(hostile):
    assert [figure.name for figure in JudgeView().figures(hostile)] == [
        "length-residuals",
        "reliability-diagram",
    ]
    bare = judge(table(("llm",), human="human").select(scorers=["human", "llm"]), rng=1, resamples=20)
    assert [figure.name for figure in JudgeView().figures(bare)] == ["reliability-diagram"]


def test_a_terminal_shows_what_each_judge_may_be_used_for_and_means_where_they_are_named(hostile):
    view = JudgeView()
    ((spec, lines),) = view.first_table(hostile, 80)
    assert spec.name == "uses"
    assert [line["metric"] for line in lines] == list(hostile.in_order())
    assert sorted(line["metric"] for line in lines) == sorted(HOSTILE)
    assert view.printed(hostile, "means", 80)[0][1] == hostile.means


def test_where_people_labelled_all_their_own_means_come_before_what_a_part_would_have_given():
    people = np.random.default_rng(2).integers(0, 2, (2, 2, 40)).astype(float)
    everywhere = ScoreTable(
        (Scorer("human", "human"), Scorer("llm")),
        ("a", "b"),
        tuple(map(str, range(40))),
        people,
    )
    found = judge(everywhere, human="human", rng=1, resamples=20)
    assert found.demonstrated
    (spec,) = (spec for spec, _ in judge_tables(found) if spec.name == "means")
    names = [column.key for column in spec.columns]
    assert names[:3] == ["metric", "system", "estimate_all"]
    assert spec.caption.startswith("Every output is labelled: people's own mean is that of all labels.")
