from __future__ import annotations

import dataclasses
import html
import html.parser
import itertools
import json
import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from urllib.parse import unquote

import pytest
from tests.small_comparisons import HOSTILE, HUMAN, counted_comparison, hostile_table

from trueness.errors import ArgumentError
from trueness.reporting.manifest import manifest_of, read_manifest
from trueness.reporting.page import curled, data_address
from trueness.reporting.report import result_rows, result_text, write_report
from trueness.reporting.writing.escaping import visible
from trueness.reporting.writing.tables import to_csv
from trueness.sources.origin import Origin
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.study import compare
from trueness.study.rows import as_row

VOID = {"meta", "img", "wbr", "line", "circle", "input", "br"}


class Page(html.parser.HTMLParser):
    """Reads a page, checks that every element is closed, and keeps what is in it."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words, self.scripts = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs)), f"an attribute twice in {tag}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        (self.scripts if self.open[-1:] in (["script"], ["style"]) else self.words).append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(scope="module")
def source(comparison_page):
    return comparison_page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def small():
    """A comparison of few rows and figures."""
    return compare(hostile_table(), rng=1, level="system", coefficient="kendall", tests=False)


@pytest.fixture(scope="module")
def page(source):
    return Page(source)


def test_no_name_becomes_markup(page):
    allowed = {
        *(
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "a",
            "header",
            "p",
            "h1",
            "h2",
            "h3",
            "nav",
            "ul",
            "ol",
            "li",
            "main",
        ),
        *(
            "section",
            "div",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "span",
            "svg",
            "line",
            "circle",
            "wbr",
        ),
        *(
            "details",
            "summary",
            "strong",
            "code",
            "figure",
            "figcaption",
            "img",
            "button",
            "em",
            "blockquote",
            "pre",
            "dl",
        ),
        *("dt", "dd", "footer", "script"),
    }
    assert {tag for tag, _ in page.tags} <= allowed
    assert len(page.all("script")) == 2
    assert not [attrs for _, attrs in page.tags if any(name.startswith("on") for name in attrs)]
    for name in (HUMAN, *HOSTILE[:3]):
        assert name in page.text


def test_nothing_is_loaded(source, page):
    for _, attrs in page.tags:
        for name in ("src", "href", "srcset", "action", "data", "poster", "xlink:href"):
            assert attrs.get(name, "#").startswith(("#", "data:"))
    assert not page.all("link")
    style, *_ = page.scripts
    assert "url(" not in style
    assert "@import" not in style
    policy = next(attrs["content"] for attrs in page.all("meta") if "http-equiv" in attrs)
    allowed = "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:"
    assert policy == f"default-src 'none'; {allowed}"
    code = page.scripts[-1]
    assert not re.search(r"fetch|XMLHttp|innerHTML|eval|https?:", code)
    assert "http" not in re.sub(r"http-equiv|data:[^\"]*\"", "", source.partition('id="manifest">')[0])


def test_the_order_is_verdict_cautions_figures_tables_methods(page):
    sections = [attrs["id"] for attrs in page.all("section")]
    assert sections == [
        *(
            "verdict",
            "cautions",
            "paper",
            "figures",
            "estimates",
            "tests",
            "beside",
            "sensitivity",
            "outputs",
            "normality",
            "decisions",
            "publish",
        ),
        "reproduce",
    ]
    targets = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert {attrs["href"][1:] for attrs in page.all("a") if attrs["href"].startswith("#")} <= targets
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def typed(text):
    """Return a sentence without the marks around what is to be typed; names keep what they have."""
    return re.sub("`(trueness [a-z]+)`", r"\1", text)


def test_conclusions_cautions_and_methods_are_in_it(page, comparison):
    for text in (*comparison.conclusions, *(caution.message for caution in comparison.cautions)):
        said = typed(re.sub(r"\s+", " ", text).replace("\u202e", "\\u202e"))
        assert (curled(said) if text in comparison.answers else said) in page.text
    assert comparison.methods().text in page.text
    for line in comparison.methods().bibtex.splitlines():
        assert re.sub(r"\s+", " ", line).strip() in page.text
    assert comparison.table.fingerprint in page.text


def simulated(column, **wanted):
    """Return the smallest and the largest share, in per cent, of rows of the table on permuting cells."""
    path = Path(__file__).parents[2] / "docs" / "permuting_cells.md"
    lines = path.read_text(encoding="utf-8").partition("<!-- table: start -->")[2].split("<!-- table: end")[0]
    head, _, *rows = (
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in lines.splitlines()
        if line.startswith("|")
    )
    shares = [
        Decimal(row[head.index(column)].split()[0]) * 100
        for row in rows
        if all(row[head.index(key.replace("_", " "))] in values for key, values in wanted.items())
    ]
    low, high = (int(share.quantize(Decimal(1), ROUND_HALF_UP)) for share in (min(shares), max(shares)))
    return f"{low}–{high}%" if low < high else f"{low}%"


def test_the_two_permutation_tests_are_explained_with_the_numbers_of_the_page_on_them(page):
    rates = {
        (level, sd): simulated("cells (level)", level=[level], bias_sd=[sd])
        for level in ("system", "input")
        for sd in ("0.2", "0.5")
    }
    assert (
        f"in {rates['system', '0.2']} or {rates['system', '0.5']} of the data sets at the system level, and in "
        f"{rates['input', '0.2']} or {rates['input', '0.5']} at the input level"
    ) in page.text
    held = simulated("systems (level)", bias_sd=["0.2", "0.5"])
    assert f"permuting systems did so in {held}." in page.text


def test_the_glance_ranks_nothing_that_the_tests_do_not(source):
    assert "Cluster" not in source.partition('id="cautions"')[0].partition('id="verdict"')[2]
    assert "Cluster" in source.partition('id="ranks"')[2]


def test_what_all_rows_share_stands_above_the_table(page, source):
    tables = source.partition('id="estimates"')[2].partition('id="ranks"')[0]
    assert ">Systems</th>" not in tables
    assert "Systems: 9" in tables
    assert len(page.all("caption")) == len(page.all("table"))


def test_lower_is_better_is_marked_and_explained(page, source):
    verdict = re.sub("<[^>]*>", "", source.partition('id="verdict"')[2].partition('id="cautions"')[0])
    assert f"{html.escape(HOSTILE[2], quote=True)} ↓".replace("&#x27;", "&#39;") in verdict
    assert "↓ lower is better: negated before correlating." in verdict


@pytest.mark.usefixtures("outlined")
def test_without_systems_the_report_applies_to_items(systemless, tmp_path):
    path = write_report(systemless, tmp_path / "r.html")
    text = Page(path.read_text(encoding="utf-8")).text
    assert "12 items · human scores" in text
    assert "Behind each estimate: 12 items." in text
    assert "these systems" not in text
    assert "Systems" not in text.partition("Reproduce The signature")[0].partition("Verdict")[2]


def test_it_is_accessible(page):
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == 1
    assert len(page.all("caption")) == len(page.all("table"))
    assert all("scope" in attrs for attrs in page.all("th"))
    assert all(attrs.get("alt") for attrs in page.all("img"))
    assert all(attrs.get("aria-label") for attrs in page.all("div") if attrs.get("role") == "region")
    assert all(attrs.get("aria-hidden") == "true" for attrs in page.all("svg"))


@pytest.mark.usefixtures("outlined")
def test_the_manifest_is_embedded(page, comparison, small, tmp_path):
    embedded = page.scripts[1]
    assert not set(embedded) & set("<>&\u2028\u2029")
    assert json.loads(embedded) == manifest_of(comparison, Origin.of()).to_dict()
    (tmp_path / "x").write_text("")
    path = write_report(small, tmp_path / "r.html", sources=[tmp_path / "x"], reading={"keep": "all"})
    assert read_manifest(path) == dataclasses.replace(
        manifest_of(small, Origin.of([tmp_path / "x"], {"keep": "all"})), folder=tmp_path
    )


def test_tables_can_be_downloaded(page, comparison):
    links = {attrs["download"]: attrs["href"] for attrs in page.all("a") if "download" in attrs}
    for spec, rows in comparison_tables(comparison):
        if spec.name == "cautions":
            continue
        start, _, content = links[f"{spec.name}.csv"].partition(",")
        assert start == "data:text/csv;charset=utf-8"
        assert unquote(content) == to_csv(rows, spec)
        assert {f"{spec.name}.tex", f"{spec.name}.md"} <= links.keys()


def test_figures_are_images_with_their_text(page):
    figures = [unquote(attrs["src"].partition(",")[2]) for attrs in page.all("img")]
    # intervals, tests, ranks at two levels, systems, coverage; intervals twice more; the other test
    assert len(figures) == 9
    assert all(figure.startswith("<svg") for figure in figures)


def test_the_same_comparison_gives_the_same_bytes(comparison, source, tmp_path):
    assert write_report(comparison, tmp_path / "r.html").read_text(encoding="utf-8") == source


def test_the_title_is_escaped(small, tmp_path):
    text = write_report(small, tmp_path / "r.html", title="</title><script>x</script>").read_text()
    assert "<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;</title>" in text
    assert "every scorer has one for every output" in Page(text).text


@pytest.mark.parametrize(
    "settings",
    [
        {"metrics": HOSTILE[0]},
        {"tests": False},
        {"baseline": HOSTILE[1]},
        {"interval": "none"},
        {"test": "williams", "interval": "fisher"},
        {"level": "global"},
        {"alternative": "greater", "clusters": "dom<ain>"},
    ],
)
def test_every_kind_of_comparison_has_a_report(settings, tmp_path):
    given = {"rng": 1, "resamples": 19, "level": "system", "coefficient": "kendall"} | settings
    comparison = compare(hostile_table(), **given)
    page = Page(write_report(comparison, tmp_path / "r.html").read_text(encoding="utf-8"))
    for said in comparison.answers:
        assert curled(typed(re.sub(r"\s+", " ", visible(said)))) in page.text
    for said in comparison.conclusions[len(comparison.answers) :]:
        assert typed(re.sub(r"\s+", " ", visible(said))) in page.text


def test_data_addresses_survive():
    text = "a\"b'<c>&#%d\n=é"
    address = data_address("text/plain", text)
    assert not set(address) & set("\"'<>&#\n")
    assert unquote(address.partition(",")[2]) == text


@pytest.mark.parametrize("aggregate", ["corpus", "median"])
@pytest.mark.usefixtures("outlined")
def test_system_scores_that_are_not_means_are_reported(tmp_path, aggregate):
    found = counted_comparison(aggregate=aggregate, level="system")
    page = write_report(found, tmp_path / "page.html").read_text(encoding="utf-8")
    assert f"<dt><code>aggregate</code></dt><dd>{aggregate}</dd>" in page
    assert ("gamma [median] ↓" in page) == (aggregate == "median")
    assert "The permutation test beside the main one leaves out 'alpha', 'beta'" in html.unescape(page)
    assert read_manifest(tmp_path / "page.html").settings.aggregate == aggregate


@pytest.mark.usefixtures("outlined")
def test_a_result_in_python_is_short_and_can_be_asked_for_more(tmp_path):
    rows = [f"s{s},i{i},{s % 5},{s + i},{(s * i) % 7}" for s, i in itertools.product(range(6), range(5))]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["system,input,people,good,odd", *rows]))
    result = compare(path, human="people", metrics=["good", "odd"], coefficient="pearson")
    first, last = repr(result).split("\n")
    assert first == result.conclusions[0]
    assert last.startswith("<CompareResult: estimates, tests")
    assert f"{result}" == result.summary() == result_text(result, 80)
    assert max(map(len, result.summary(60).splitlines())) <= 60
    assert "The 2 metrics by Pearson's r, system level" in result.summary()
    assert str(result.signature)[:40] in result.summary()
    assert result.plot()._repr_svg_().startswith("<svg")
    assert result.plot("pvalues-pearson-two-way-jackknife").name == "pvalues-pearson-two-way-jackknife"
    with pytest.raises(ArgumentError, match="`name` must be one of 'intervals-pearson'"):
        result.plot("none")
    assert result.plot("pvalues") == result.plot("pvalues-pearson-two-way-jackknife")
    assert result.plot("scatter").name == "system-scatter-pearson"
    assert result.plot("ranks").name == "ranks-pearson-system"  # the first of two levels
    with pytest.raises(ArgumentError, match="'intervals-pearson', 'pvalues-pearson-two-way-jackknife'"):
        result.plot("pearson")
    with pytest.raises(ArgumentError, match="width"):
        result.summary(5)


def test_every_table_that_a_summary_names_is_a_frame(plain_comparison):
    named = re.search(r"^Tables: (.*?)\(", plain_comparison.summary(500), re.MULTILINE | re.DOTALL)[1]
    tables = [name.strip() for name in named.split(",")]
    assert "paper" in tables
    for name in tables:
        assert len(plain_comparison.to_frame(table=name)) > 0
    assert result_rows(plain_comparison, "estimates") == [as_row(one) for one in plain_comparison.estimates]
    with pytest.raises(ArgumentError, match=r"'estimates', .*'paper'; it is 'papers'"):
        plain_comparison.to_frame(table="papers")
