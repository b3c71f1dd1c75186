"""The page of a study: nothing in it becomes markup, everything is reachable, and its manifest is in it."""

from __future__ import annotations

import dataclasses
import html.parser
import itertools
import re
from urllib.parse import unquote

import pytest
from tests.small_comparisons import HOSTILE, HUMAN, hostile_table

from trueness.errors import FormatError
from trueness.reporting import page as page_module
from trueness.reporting.citation import Answer, Cite, Methods
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.manifest import manifest_of, read_manifest
from trueness.reporting.page import (
    FIRST_CAUTIONS,
    MOST_TILES,
    MOST_UNFOLDED,
    Alternatives,
    Chapter,
    Folded,
    Head,
    Page,
    Part,
    Text,
    Tile,
    alternatives,
    counted_facts,
    curled,
    data_address,
    figure_choice,
    led_by,
    page_html,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.packing import unpacked
from trueness.reporting.writing.tables import to_csv, to_markdown
from trueness.result import MOST_WORDS
from trueness.sources.origin import Origin
from trueness.sources.source import Source
from trueness.studies.systems.study import systems
from trueness.studies.systems.view import SystemView
from trueness.study.rows import Caution
from trueness.study.words import sentences

VOID = {"meta", "img", "wbr", "line", "circle", "input", "br"}
EVIL = "<script>alert(1)</script>\u202e & \"'"
SEEN = EVIL.replace("\u202e", "\\u202e")


class Read(html.parser.HTMLParser):
    """Reads a page, checks that every element is closed, and keeps what is in it."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words, self.headings = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs)), f"an attribute twice in {tag}"
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append([int(tag[1]), ""])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] not in (["script"], ["style"]):
            self.words.append(data)
        if self.open and re.fullmatch("h[1-6]", self.open[-1]):
            self.headings[-1][1] += data

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))

    def all(self, tag, name=None):
        found = [attrs for found, attrs in self.tags if found == tag]
        return found if name is None else [attrs[name] for attrs in found if name in attrs]


@pytest.fixture(scope="module")
def result():
    return systems(hostile_table(missing=True), people="<i>s1</i>", rng=3, resamples=99, test="bootstrap")


@pytest.fixture(scope="module")
def manifest(result):
    return manifest_of(result, Origin.of([Source.dataset("pocket", ["<b>bleu"])], {"join": "outer"}))


@pytest.fixture(scope="module")
def whole(result):
    return SystemView().page(result)


@pytest.fixture(scope="module")
def source(result, manifest, whole):
    return page_html(whole, result, manifest)


@pytest.fixture(scope="module")
def read(source):
    return Read(source)


CLOSED = (False,) * 4
"""Of every page: what is to publish, in it LaTeX and BibTeX, and what repeats it."""


def calm(result):
    """Return a result without cautions, and without findings beside the answers, which may be folded."""
    return dataclasses.replace(result, cautions=(), conclusions=result.answers)


def made(result, manifest, *blocks, **more):
    """Return a page of some blocks."""
    page = Page("a question?", EVIL, EVIL, (Chapter("one", "One", blocks),), **more)
    text = page_html(page, result, manifest)
    return text, Read(text)


def test_no_name_becomes_markup(read, source):
    allowed = (
        "html head meta title style body a header p h1 h2 h3 nav ul li main section div strong span code figure img "
        "figcaption details summary table caption thead tbody tr th td wbr button pre dl dt dd footer script blockquote"
    )
    assert {tag for tag, _ in read.tags} <= set(allowed.split())
    assert len(read.all("script")) == 2
    assert not [name for _, attrs in read.tags for name in attrs if name.startswith("on")]
    for name in (*HOSTILE[:2], *HOSTILE[3:], HUMAN, "<i>s1</i>"):
        assert name not in source
    for name in (HUMAN, HOSTILE[0], HOSTILE[2], "<i>s1</i>"):
        assert name in read.text
    # nothing that is shown or read out turns the direction of writing
    assert "\u202e" not in read.text
    assert not [value for _, attrs in read.tags for value in attrs.values() if "\u202e" in (value or "")]


def test_it_loads_nothing(read):
    for name in ("src", "href"):
        for tag in ("a", "img", "script", "link"):
            assert all(address.startswith(("#", "data:")) for address in read.all(tag, name))
    (policy,) = (attrs["content"] for attrs in read.all("meta") if "http-equiv" in attrs)
    assert policy.startswith("default-src 'none'")


def test_everything_is_reachable(read):
    ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [address for address in read.all("a", "href") if address.startswith("#")]
    assert {address[1:] for address in links} <= set(ids)
    sections = read.all("section", "id")
    assert links == ["#verdict", *(f"#{name}" for name in sections)]
    assert sections[:3] == ["verdict", "cautions", "figures"]
    assert sections[-2:] == ["publish", "reproduce"]
    assert {"standing", "agreement", "separation", "normality"} <= set(sections)
    for attrs in read.all("section"):
        assert attrs["aria-labelledby"] in ids


def test_no_level_of_headings_is_left_out(read):
    levels = [level for level, _ in read.headings]
    assert levels[:2] == [1, 2]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert [3, "Pairs of systems"] in read.headings


def test_verdict_and_cautions(read, result):
    for text in itertools.chain.from_iterable(map(sentences, result.conclusions)):
        said = re.sub(r"\s+", " ", text.replace("\u202e", "\\u202e").replace("\u2028", " "))
        assert said in read.text or curled(said) in read.text  # the answer at the head
    warned = [attrs.get("class") for attrs in read.all("li") if "href" not in attrs]
    count = sum(caution.severity == "warning" for caution in result.cautions)
    assert warned.count("warning") == count > 0
    assert read.text.index("Warning ") < read.text.index("Note ")


def test_the_manifest_is_in_it(source, manifest, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(source, encoding="utf-8")
    assert read_manifest(path) == dataclasses.replace(manifest, folder=tmp_path)


def test_how_to_redo_it(read, result):
    assert result.table.fingerprint in read.text
    assert "pocket, scored with <b>bleu" in read.text
    assert "Seed3" in read.text.replace(" ", "")
    for name, value in {**result.settings.to_dict(), "drop_duplicates": False}.items():
        assert f"{name}{value}" in read.text.replace(" ", "")


def test_the_same_result_gives_the_same_bytes(source, result, manifest):
    assert page_html(SystemView().page(result), result, manifest) == source


def test_tables_carry_their_rows(read, result):
    found = {
        attrs["download"]: unquote(attrs["href"].partition(",")[2])
        for attrs in read.all("a")
        if "download" in attrs
    }
    specs = {spec.name: (spec, rows) for spec, rows in SystemView().tables(result)}
    assert set(found) == {
        f"{name}.{end}"
        for name, (_, rows) in specs.items()
        if rows and name != "cautions"
        for end in ("csv", "tex", "md")
    }
    for name, (spec, rows) in specs.items():
        if rows and name != "cautions":
            assert found[f"{name}.csv"] == to_csv(rows, spec).encode(errors="backslashreplace").decode()
            assert found[f"{name}.tex"] == to_latex(rows, spec)
            assert found[f"{name}.md"] == to_markdown(rows, spec)
    assert set(read.all("button", "data-json")) == {name for name, (_, rows) in specs.items() if rows} - {
        "cautions"
    }


def test_long_tables_are_offered_as_data_only(result, monkeypatch):
    spec, rows = SystemView().table(result, "pairs")
    assert [item.label for item in section(spec, rows, ()).downloads] == ["CSV", "LaTeX", "Markdown"]
    monkeypatch.setattr(page_module, "MOST_PRINTED_ROWS", len(rows) - 1)
    assert [item.label for item in section(spec, rows, ()).downloads] == ["CSV"]


def test_parts_are_open_or_closed_as_said(result, manifest):
    spec, rows = SystemView().table(result, "normality")
    parts = [Part(f"part {k} {EVIL}", "a remark <b>", f"<p>{k}</p>") for k in range(3)]
    _, read = made(calm(result), manifest, section(spec, rows, parts, open=2))
    assert ["open" in attrs for attrs in read.all("details")] == [
        *(True, True, False),
        *CLOSED,
    ]
    assert f"part 2 {SEEN} a remark <b>" in read.text
    folded = section(spec, rows, [Part("", "", "<p>whole</p>")], folded="All rows <b>", own=False)
    text, read = made(calm(result), manifest, folded)
    assert ["open" in attrs for attrs in read.all("details")] == [False, *CLOSED]
    assert "All rows <b>" in read.text
    assert not read.all("button", "data-json")
    assert text.index("<summary>") < text.index("<p>whole</p>") < text.index("</details>")


def test_blocks_may_be_folded_within_others(result, manifest):
    inner = Folded(f"inner {EVIL}", (Text(EVIL), Text(html='<p class="legend">markup</p>')))
    text, read = made(calm(result), manifest, Folded("outer", (Text("first"), inner)))
    assert '<p class="legend">markup</p>' in text
    assert f"outer first inner {SEEN} {SEEN} markup" in read.text
    assert len(read.all("details")) == 2 + len(CLOSED)


def test_texts_of_the_page_stay_text(result, manifest):
    _, read = made(
        result,
        manifest,
        Text(EVIL),
        methods=Methods(((EVIL,),), (Answer("Asked", EVIL),)),
        head=Head(glance=(Text(html="<p>at a glance</p>"),)),
    )
    assert len(read.all("script")) == 2
    assert read.headings[0] == [1, SEEN]
    assert "at a glance" in read.text
    assert f"cites what was used. {SEEN}" in read.text
    assert f"Asked{SEEN}" in read.text


def test_a_paragraph_to_paste_can_be_copied(result, manifest):
    methods = Methods((("We did it <b>", Cite(("holm-1979-simple",)), "."),))
    _, read = made(result, manifest, Text("x"), methods=methods)
    copied = set(read.all("button", "data-copy"))
    assert copied == {"methods-text", "methods-latex", "methods-bibtex", "signature"}
    assert "We did it <b> (Holm, 1979)." in read.text
    assert r"\citep{holm-1979-simple}" in read.text
    assert "BibTeX of the 1 work cited" in read.text


def test_chapters_without_blocks_are_left_out(result, manifest):
    page = Page(
        "q", "t", "f", (Chapter("one", "One", ()), Chapter("two", "Two", (Text("x"),), contents="2nd"))
    )
    read = Read(page_html(page, result, manifest))
    assert read.all("section", "id") == ["verdict", "cautions", "two", "publish", "reproduce"]
    assert "2nd" in read.text
    assert "cautions" not in Read(page_html(page, calm(result), manifest)).all("section", "id")


@pytest.mark.parametrize(
    ("n_warnings", "n_notes", "more"),
    [
        (FIRST_CAUTIONS, 0, None),
        (1, 2, "Also: 2 notes"),
        (FIRST_CAUTIONS + 1, 1, "Also: 1 warning and 1 note"),
        (0, 1, "Also: 1 note"),
    ],
)
def test_notes_and_further_warnings_are_folded(result, manifest, n_warnings, n_notes, more):
    kinds = ("note",) * n_notes + ("warning",) * n_warnings
    cautions = tuple(Caution(f"code{k}", kind, f"said {k}") for k, kind in enumerate(kinds))
    told = dataclasses.replace(calm(result), cautions=cautions)
    read = Read(page_html(Page("q", "t", "f", ()), told, manifest))
    order = (*range(n_notes, len(kinds)), *range(n_notes))  # warnings first
    said = [read.text.index(f"said {k} code{k}") for k in order]
    assert said == sorted(said)
    folded = None if more is None else read.text.index(more)
    shown = min(n_warnings, FIRST_CAUTIONS)
    assert folded is None or all((place < folded) == (k < shown) for k, place in enumerate(said))
    assert len(read.all("details")) == len(CLOSED) + (more is not None)


def test_long_parts_are_closed_and_so_is_what_the_first_screen_has(result, manifest):
    spec, rows = SystemView().table(result, "standing")
    parts = [Part("", "", "<p>few</p>", MOST_UNFOLDED), Part("", "", "<p>many</p>", MOST_UNFOLDED + 1)]
    _, read = made(calm(result), manifest, section(spec, rows, parts))
    assert ["open" in attrs for attrs in read.all("details")] == [False, *CLOSED]
    assert f"All {MOST_UNFOLDED + 1} rows" in read.text
    _, read = made(calm(result), manifest, section(spec, rows, parts, open=0))
    assert ["open" in attrs for attrs in read.all("details")] == [False, False, *CLOSED]
    long = [Part("one", "", "<p>1</p>", MOST_UNFOLDED), Part("two", "", "<p>2</p>", MOST_UNFOLDED + 1)]
    _, read = made(calm(result), manifest, section(spec, rows, long, open=2))
    assert ["open" in attrs for attrs in read.all("details")] == [True, False, *CLOSED]


def test_the_first_screen(result, manifest):
    tiles = (
        Tile("label", f"9 {EVIL}", "how to read it", "[8, 10]"),
        *[Tile("more", "8", "of it")] * MOST_TILES,
    )
    choices = ("one", (Text("first way"),)), (f"two {EVIL}", (Text("second way"),))
    head = Head(tiles, (Alternatives("Way", choices),))
    told = dataclasses.replace(
        result, conclusions=(f"do {EVIL}", "and this.", "more " * MOST_WORDS, f"last {EVIL}")
    )
    assert len(told.answers) == 2
    read = Read(page_html(Page("q", "t", "f", (), head=head), told, manifest))
    places = [
        read.text.index(text)
        for text in (
            *(f"do {SEEN}", "and this.", f"9 {SEEN} [8, 10]", "how to read it", "first way"),
            *(f"The same by two {SEEN}", "2 more conclusions", "more more", f"last {SEEN}"),
        )
    ]
    assert read.all("dd", "class").count("value") == MOST_TILES
    assert places == sorted(places)
    assert read.text.index("second way") < read.text.index("Cautions", places[-1])
    assert read.all("p", "class").count("lead") == 2
    assert read.all("div", "data-switch") == ["Way"]


LONG = "so " * MOST_WORDS


@pytest.mark.parametrize(
    ("found", "answers", "below"),
    [
        (["It is. 'a' is best.", "More."], ["It is. ‘a’ is best.", "More."], []),
        (["It is.", LONG, "More."], ["It is."], [LONG, "More."]),
        ([LONG + "so.", "More 'b'."], [LONG + "so."], ["More 'b'."]),
        ([], [], []),
    ],
)
def test_the_answers_stand_first_and_nothing_twice(result, manifest, found, answers, below):
    told = dataclasses.replace(result, conclusions=tuple(found))
    page = page_html(Page("q", "t", "f", ()), told, manifest)
    said = html.unescape(page.partition('id="verdict"')[2].partition("</section>")[0])
    assert re.findall('<p class="lead">(.*?)</p>', said) == answers
    assert re.findall("<p>(.*?)</p>", said) == below
    n = len(below)
    assert re.findall("<summary>(.*?)</summary>", said) == [f"{n} more conclusion{'s' * (n > 1)}"] * bool(n)


def test_a_light_is_marked_in_answers_in_tiles_and_below(result, manifest):
    told = dataclasses.replace(
        result, conclusions=("✓ It may. Or not? ✗ It should not.", LONG, "? We cannot tell.")
    )
    head = Head((Tile("? Rank: cannot tell", "9", "of them"),))
    page = page_html(Page("q", "t", "f", (), head=head), told, manifest)
    verdict = page.partition('id="verdict"')[2].partition("</section>")[0]
    assert re.findall('<span class="light ([a-z_]+)">(.)</span>', verdict) == [
        ("yes", "✓"),
        ("no", "✗"),
        ("cannot_tell", "?"),
        ("cannot_tell", "?"),
    ]
    assert "Or not? <span" in verdict


def test_what_is_to_be_typed_looks_like_it(result, manifest):
    told = dataclasses.replace(result, conclusions=("Judge more (`trueness plan <b>` says how many).",))
    page = page_html(Page("q", "t", "f", ()), told, manifest)
    assert "Judge more (<code>trueness plan &lt;b&gt;</code> says how many)." in page


def _pictures(*names):
    return pictures([Figure.of(name=one, title=one, caption="", data=[], drawing=_empty) for one in names])


def _empty():
    return Drawing(subtitle="", lines=())


def _shown(blocks):
    """Names of figures, and the words of texts, in order; choices and what is folded in lists."""
    found = []
    for block in blocks:
        if isinstance(block, Alternatives):
            found.append([_shown(inner) for _, inner in block.choices])
        elif isinstance(block, Folded):
            found.append([_shown(block.blocks)])
        else:
            found.append(block.text if isinstance(block, Text) else block.figure.name)
    return found


@pytest.mark.parametrize(
    ("name", "taken", "left"),
    [
        (None, ["a"], [["one"], ["two", [["b"], ["c"]], [["d", "e"]], [["f"]]]]),
        ("c", [[["b"], ["c"]]], [["one", "a"], ["two", [["d", "e"]], [["f"]]]]),
        ("e", ["e"], [["one", "a"], ["two", [["b"], ["c"]], [["d"]], [["f"]]]]),
        ("f", ["f"], [["one", "a"], ["two", [["b"], ["c"]], [["d", "e"]]]]),
    ],
)
def test_one_figure_leads_and_is_nowhere_else(name, taken, left):
    a, b, c, d, e, f = _pictures(*"abcdef")
    chapters = (
        Chapter("one", "One", (Text("one"), a)),
        Chapter(
            "two",
            "Two",
            (
                Text("two"),
                Alternatives("Which", (("b", (b,)), ("c", (c,)))),
                Folded("Both", (d, e)),
                Folded("Alone", (f,)),
            ),
        ),
    )
    tiles = (Tile("label", "9", "of them"),)
    head, rest = led_by(Head(tiles), chapters, name)
    assert (head.tiles, _shown(head.glance)) == (tiles, taken)
    assert [_shown(chapter.blocks) for chapter in rest] == left
    kept = Head(glance=(Text("table"),))
    assert led_by(kept, chapters, name) == (kept, chapters)


def test_a_page_without_figures_has_none_on_its_first_screen():
    chapters = [Chapter("one", "One", (Text("one"),))]
    assert led_by(Head(), chapters) == (Head(), tuple(chapters))
    with pytest.raises(LookupError, match="lacks the figure 'a'"):
        led_by(Head(), chapters, "a")


def test_a_single_way_to_show_something_is_no_choice():
    a, b = _pictures("a", "b")
    assert alternatives("Which", ()) == ()
    assert alternatives("Which", [("a", (a,))]) == (a,)
    assert alternatives("Which", [("a", (a,)), ("b", (b,))]) == (
        Alternatives("Which", (("a", (a,)), ("b", (b,)))),
    )


def test_of_several_figures_the_reader_chooses_by_name():
    drawn = [Figure(name, name, "", [], None) for name in ("x", "y")]
    for figure in drawn:
        figure.__dict__["svg"] = "<svg/>"
    assert figure_choice("Which", ["a"], drawn[:1]) == pictures(drawn[:1])
    assert figure_choice("Which", ["a", "b"], drawn) == alternatives(
        "Which", [("a", pictures(drawn[:1])), ("b", pictures(drawn[1:]))]
    )
    with pytest.raises(ValueError, match="longer"):
        figure_choice("Which", ["a"], drawn)


def test_data_are_told_apart_where_there_are_several(result, manifest):
    tables = {name: dict(manifest.tables["scores"], name=f"{name} <b>") for name in ("scores", "second")}
    data = {name: Origin((Source.dataset(name),)) for name in tables}
    text = page_html(Page("q", "t", "f", ()), result, dataclasses.replace(manifest, tables=tables, data=data))
    read = Read(text)
    assert "Data (scores) scores <b>" in read.text.replace("Data (scores)scores", "Data (scores) scores")
    assert "Data set (second)" in read.text


def test_a_part_leaves_out_what_says_nothing(result):
    spec, rows = SystemView().table(result, "normality")
    same = [dataclasses.replace(row, n_undefined=0, pvalue_smallest=float("nan")) for row in rows]
    part = whole_part(spec, same, "summary", "remark")
    assert (part.summary, part.remark) == ("summary", "remark")
    assert "Smallest p" not in part.html
    assert "Undefined: 0" in part.html
    assert "Normality of differences: summary" in part.html


def test_figures_are_images():
    def drawn(svg):
        figure = Figure("a", "A <b>", "caption", [], lambda: None)
        vars(figure)["svg"] = svg  # in place of what is drawn when it is asked for
        return figure

    figure = drawn('<svg width="300pt"><text>&lt;é"</text></svg>')
    (picture,) = pictures([figure])
    assert picture.address.startswith("data:image/svg+xml;charset=utf-8,")
    assert '"' not in picture.address
    assert unquote(picture.address.partition(",")[2]) == figure.svg
    assert picture.least_width == 240
    assert pictures([drawn("<svg/>")])[0].least_width == 0


def test_facts_and_addresses():
    facts = counted_facts((1, "metric"), (16_000, "system"), more=("human scores: x",))
    assert facts == "1 metric · 16\u202f000 systems · human scores: x"
    text = 'a,"b"\n<ü>%&#\ud800'
    address = data_address("text/csv", text)
    assert not set('"<>#& \n').intersection(address) - {" "}
    assert unquote(address.partition(",")[2]) == 'a,"b"\n<ü>%&#\\ud800'


@pytest.mark.usefixtures("outlined")
def test_what_is_large_is_compressed_and_can_be_read_again(result, manifest, monkeypatch, tmp_path):
    monkeypatch.setattr("trueness.reporting.manifest.LARGE", 100)
    monkeypatch.setattr(page_module, "LARGE", 100)
    monkeypatch.setattr(page_module, "MOST_SHOWN_ROWS", 1)
    shown = page_html(SystemView().page(result), result, manifest)
    path = tmp_path / "page.html"
    path.write_text(shown, encoding="utf-8")
    assert read_manifest(path).to_dict() == manifest.to_dict()
    read = Read(shown)
    spec, rows = SystemView().table(result, "pairs")
    (rest,) = [unpacked(attrs["data-rows"], most=10**7) for tag, attrs in read.tags if "data-rows" in attrs][
        :1
    ]
    assert rest.count("<tr>") > 0
    assert Read(f"<table>{rest}</table>").words
    assert EVIL not in rest
    images = [unpacked(attrs["data-image"], most=10**7) for tag, attrs in read.tags if "data-image" in attrs]
    assert images
    assert all(image.startswith("<svg") for image in images)
    assert not [attrs for tag, attrs in read.tags if tag == "img" and "src" in attrs]
    assert rows
    assert any(attrs.get("data-csv") == spec.name for _, attrs in read.tags)


@pytest.mark.parametrize("damage", [lambda text: text[:-40], lambda text: f"A{text}"])
def test_a_damaged_page_is_one_clear_error(result, manifest, whole, monkeypatch, tmp_path, damage):
    monkeypatch.setattr("trueness.reporting.manifest.LARGE", 100)
    shown = page_html(whole, result, manifest)
    before, start, after = shown.partition('<script type="application/gzip" id="manifest">')
    inside, end, rest = after.partition("</script>")
    path = tmp_path / "page.html"
    path.write_text(f"{before}{start}{damage(inside)}{end}{rest}", encoding="utf-8")
    with pytest.raises(FormatError, match="the manifest in the page failed"):
        read_manifest(path)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("'bleu' and 'a b' agree.", "‘bleu’ and ‘a b’ agree."),
        ("By 'people's' the judges' scores", "By ‘people's’ the judges' scores"),
        ("nothing's quoted", "nothing's quoted"),
    ],
)
def test_names_have_the_quotation_marks_of_pages(text, shown):
    assert curled(text) == shown
