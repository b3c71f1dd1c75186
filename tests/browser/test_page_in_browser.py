"""The page in a real browser: its script runs, nothing is fetched, everybody can read it."""

from __future__ import annotations

import csv
import dataclasses
import json

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.reporting.manifest import read_manifest
from trueness.studies.certify.certified_scenarios import certified_scenarios

NAMES = [
    "=formula",
    "plain, with a comma",
    'with "quotes"',
    "-minus",
    "'quoted",
    *(f"m{k:02d}" for k in range(20)),
]


@pytest.fixture(scope="module")
def page_path(tmp_path_factory):
    """A page so large that manifest, tables and figures are compressed."""
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(12, 1)) + rng.normal(size=(12, 30))
    names = ["people", *NAMES]
    values = np.stack([quality + (k % 7 + 1) * rng.normal(size=quality.shape) for k in range(len(names))])
    table = ScoreTable(
        values=values,
        scorers=[Scorer(name, "human" if name == "people" else "metric", True) for name in names],
        systems=[f"s{k}" for k in range(12)],
        inputs=[f"i{k}" for k in range(30)],
        name="made",
    )
    path = tmp_path_factory.mktemp("page") / "page.html"
    rows = [
        TextRow(system, name, f"{system} wrote of {name}")
        for system in table.systems
        for name in table.inputs
    ]
    return trueness.write_report(trueness.compare(table, human="people"), path, texts=Texts(tuple(rows)))


@pytest.fixture
def opened(opening, page_path):
    with opening(page_path, accept_downloads=True) as page:
        yield page


def first_table(page):
    return page.locator("#tests table.data").first


def n_rows(page):
    return first_table(page).locator("tbody tr").count()


def test_figures_are_shown(opened):
    opened.wait_for_function("Array.from(document.images).every((image) => image.naturalWidth > 100)")


def test_a_long_table_shows_the_rest_when_asked(opened):
    opened.locator("#tests summary").first.click()
    pairs = len(NAMES) * (len(NAMES) - 1) // 2
    assert n_rows(opened) == 100
    opened.locator("#tests .more button").first.click()
    opened.wait_for_function(
        f"document.querySelector('#tests table.data').tBodies[0].rows.length === {pairs}"
    )
    assert opened.locator("#tests .more").count() == 5


def test_sorting_and_filtering_take_all_rows(opened):
    opened.locator("#tests summary").first.click()
    heading = first_table(opened).get_by_role("button", name="Difference")
    heading.click()
    opened.wait_for_function("document.querySelector('#tests table.data').tBodies[0].rows.length > 100")
    column = [
        text.replace("\N{MINUS SIGN}", "-")
        for text in first_table(opened).locator("td:nth-child(5)").all_inner_texts()
    ]
    assert [*map(float, column)] == sorted(map(float, column))
    opened.locator("#tests input.filter").first.fill("m07")
    shown = first_table(opened).locator("tbody tr:visible")
    assert shown.count() == len(NAMES) - 1


def test_a_table_with_headings_over_several_columns_sorts_by_the_one_below(opened):
    opened.locator("#paper summary").first.click()
    table = opened.locator("#paper table.data")
    table.get_by_role("button", name="τ").last.click()
    opened.wait_for_function("document.querySelector('#paper th[aria-sort=ascending]')")
    last = [
        text.replace("\N{MINUS SIGN}", "-").rstrip("†")
        for text in table.locator("td:last-child").all_inner_texts()
    ]
    values = [float(text) for text in last if text]
    assert len(values) == len(NAMES)
    assert values == sorted(values)


def test_one_coefficient_is_chosen_for_the_whole_page(opened):
    by_coefficient = opened.locator('input[value="Kendall\'s tau-b"]')
    places = opened.locator(".switch").filter(has=by_coefficient)
    assert places.count() == 2  # the table at the head, the figure of intervals; ranks are of decisions
    for name in ("Kendall's tau-b", "Pearson's r"):
        places.first.get_by_role("radio", name=name).check()
        for k in range(2):
            shown = places.nth(k).locator(":scope > [data-choice]:visible")
            assert [one.get_attribute("data-choice") for one in shown.all()] == [name]
            assert places.nth(k).get_by_role("radio", name=name).is_checked()
    opened.emulate_media(media="print")
    assert places.first.locator(":scope > [data-choice]:visible").count() == 1


def test_choices_that_not_all_have_leave_the_others_as_they_are(opening, tmp_path):
    found = FIRST_SCREENS["equivalence"]()
    path = trueness.write_report(found, tmp_path / "page.html")
    with opening(path) as page:
        checked = page.locator(".switch input:checked").evaluate_all("all => all.map((one) => one.value)")
        firsts = page.locator(".switch").evaluate_all(
            "all => all.map((one) => one.querySelector('[data-choice]').dataset.choice)"
        )
        assert checked == firsts
        assert checked[0] == "System level, Pearson's r"


def test_what_matters_is_on_the_first_screen(opened):
    for part in (".lead", ".switch table"):
        assert opened.locator(part).first.bounding_box()["y"] < 900
    assert opened.locator("#cautions li:visible").count() <= 4


def test_on_paper_is_what_is_open_and_every_caution(opened):
    opened.locator("#tests summary").first.click()
    was_open = opened.locator("details[open]").count()
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    folded = opened.locator("details:not([open])")
    assert opened.locator("#cautions details:not([open]), #reproduce details:not([open])").count() == 0
    assert folded.count() > 10
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert opened.locator("details[open]").count() == was_open


def test_downloads_hold_every_number(opened, page_path, tmp_path):
    recorded = read_manifest(page_path).to_dict()
    results = recorded["results"]["tests"]
    with opened.expect_download() as waited:
        opened.locator("[data-csv=tests]").click()
    waited.value.save_as(tmp_path / "tests.csv")
    with (tmp_path / "tests.csv").open(newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    assert header == results["columns"]
    assert len(lines) == len(results["rows"])
    for line, row in zip(lines, results["rows"], strict=True):
        for text, value in zip(line, row, strict=True):
            if isinstance(value, bool) or value is None:
                assert text == {True: "true", False: "false", None: ""}[value]
            elif isinstance(value, str):
                assert text == (f"'{value}" if value in {"=formula", "-minus"} else value)
            else:
                assert float(text) == value
    with opened.expect_download() as waited:
        opened.locator("[data-manifest]").click()
    waited.value.save_as(tmp_path / "manifest.json")
    assert json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8")) == recorded


def test_a_mark_says_its_value_to_keys_and_pointer(opened, page_path):
    card = opened.locator("#figure-intervals-pearson .card")
    opened.wait_for_function("document.querySelector('#figure-intervals-pearson img').naturalWidth > 100")
    results = read_manifest(page_path).results["estimates"]
    by_pearson = [row for row in results if row["coefficient"] == "pearson"]
    best = max((row for row in by_pearson if row["level"] == "system"), key=lambda row: row["estimate"])
    value = f"Pearson's r {best['estimate']:.3f} [{best['low']:.3f}, {best['high']:.3f}]"
    wanted = f"{best['metric']}, system level: {value}; 12 systems, 30 inputs"
    card.focus()
    opened.keyboard.press("Home")
    assert opened.locator(".tip").inner_text() == wanted
    assert opened.locator("main > [role=status]").inner_text() == wanted
    ring = opened.locator(".ring").bounding_box()
    opened.keyboard.press("ArrowDown")
    below = opened.locator(".ring").bounding_box()
    assert below["y"] > ring["y"]
    assert opened.locator(".tip").inner_text() != wanted
    opened.keyboard.press("Escape")
    assert not opened.locator(".tip").is_visible()
    opened.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    assert opened.locator(".tip").inner_text() == wanted
    opened.mouse.move(2, 2)
    assert not opened.locator(".tip").is_visible()


def test_a_mark_leads_to_the_outputs_behind_it(opened):
    opened.emulate_media(
        reduced_motion="reduce"
    )  # a page that still scrolls moves marks away from the pointer
    card = opened.locator("#figure-system-scatter-pearson .card")
    opened.wait_for_function(
        "document.querySelector('#figure-system-scatter-pearson img').naturalWidth > 100"
    )
    card.focus()
    opened.keyboard.press("Home")
    system = opened.locator(".tip").inner_text().partition(":")[0]
    part = opened.locator(f"""[data-about='["system", "{system}"]']""")
    assert not part.locator("ol").is_visible()
    opened.keyboard.press("Enter")
    assert part.locator("ol").is_visible()
    assert opened.evaluate("document.activeElement.textContent").startswith(system)
    card.focus()
    opened.keyboard.press("ArrowDown")
    other = opened.locator(".tip").inner_text().partition(":")[0]
    assert other != system
    ring = opened.locator(".ring").bounding_box()
    opened.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    assert opened.locator(f"""[data-about='["system", "{other}"]'] ol""").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_everybody_can_read_it(opening, accessible, page_path, scheme, width):
    with opening(page_path, width, color_scheme=scheme, bypass_csp=True) as page:
        page.evaluate("document.querySelectorAll('details.behind').forEach((part) => { part.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        accessible(page)


def test_a_name_with_hyphens_in_the_title_stays_on_one_line(opening, tmp_path):
    rng = np.random.default_rng(3)
    names = ["by-three-experts", "one", "two"]
    table = ScoreTable(
        values=rng.normal(size=(3, 6, 9)),
        scorers=[Scorer(name, "metric" if k else "human", True) for k, name in enumerate(names)],
        systems=[f"s{k}" for k in range(6)],
        inputs=[f"i{k}" for k in range(9)],
        name="made",
    )
    path = trueness.write_report(trueness.compare(table, human="by-three-experts"), tmp_path / "page.html")
    with opening(path, 390) as page:
        for width in range(320, 700, 20):
            page.set_viewport_size({"width": width, "height": 900})
            page.reload()
            line = page.locator("h1").evaluate("one => parseFloat(getComputedStyle(one).lineHeight)")
            assert page.locator("h1 .word").bounding_box()["height"] < 1.5 * line
        assert (
            " ".join(page.locator("h1").inner_text().split())
            == "made: which metrics agree with ‘by-three-experts’"
        )


def _of_scores():
    """Scores of ten systems with two human scorers and three metrics, one of which has a long name."""
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(10, 1)) + rng.normal(size=(10, 24))
    people = np.rint(quality + 0.3 * rng.normal(size=(2, 10, 24)))
    metrics = [np.rint(quality + size * rng.normal(size=quality.shape)) for size in (0.5, 1.0, 3.0)]
    names = ["people", "others", "a_metric_with_a_long_name_that_is_hard_to_break", "m1", "m2"]
    return ScoreTable(
        values=np.stack([*people, *metrics]),
        scorers=[Scorer(name, "metric" if k > 1 else "human", True) for k, name in enumerate(names)],
        systems=[f"s{k}" for k in range(10)],
        inputs=[f"i{k}" for k in range(24)],
        name="made",
    )


def _of_conditions():
    """The same scores with noise, as another condition gives them."""
    table = _of_scores()
    noise = 0.5 * np.random.default_rng(4).normal(size=table.values[2:].shape)
    return dataclasses.replace(table, values=np.concatenate([table.values[:2], table.values[2:] + noise]))


def _of_groups():
    return dataclasses.replace(
        _of_scores(), input_groups={"half": tuple("first" if k % 2 else "second" for k in range(24))}
    )


def _of_texts():
    """Five outputs of six inputs with two references each."""
    words = ("a b c d", "a c e g", "b d f h", "a e f h", "c d g h")
    rows = [
        TextRow(f"s{i}", f"i{j}", words[(i * 2 + j) % 5], (words[j % 5], words[(j + 1) % 5]))
        for i in range(5)
        for j in range(6)
    ]
    return Texts(tuple(rows))


def _of_annotators():
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(10, 1)) + rng.normal(size=(10, 12))
    ratings = np.clip(np.round(3 + quality + 0.6 * rng.normal(size=(3, 10, 12))), 1, 5)
    return ScoreTable(
        values=np.stack([ratings.mean(axis=0), quality + 0.3 * rng.normal(size=quality.shape)]),
        scorers=[Scorer("people", "human", True), Scorer("good", "metric", True)],
        systems=[f"s{k}" for k in range(10)],
        inputs=[f"i{k}" for k in range(12)],
        annotations={"people": Annotations(("ann", "bob", "cy"), ratings)},
        name="made",
    )


def _of_batches():
    table = _of_scores()
    later = dataclasses.replace(table, inputs=tuple(f"i{k + 12}" for k in range(24)), name="later")
    return table, later


def _of_judges():
    rng = np.random.default_rng(2)
    good = rng.random(60) < 0.5
    said = [np.where(rng.random(60) < 0.85, good, ~good) for _ in range(4)]
    return ScoreTable(
        values=np.array([good, *said], dtype=float)[:, None, :],
        scorers=[
            Scorer("people", "human", True),
            *(Scorer(name, "metric", True) for name in ("a", "b", "c", "d")),
        ],
        systems=["s"],
        inputs=[f"i{k}" for k in range(60)],
        name="made",
    )


QUICK = {"human": "people", "rng": 1}

FIRST_SCREENS = {
    "disagreements": lambda: trueness.disagreements(_of_scores(), human="people"),
    "learn": lambda: trueness.learn(_of_scores(), human="people", repeats=1, brief=True, rng=1),
    "systems": lambda: trueness.systems(_of_scores(), human="people", resamples=99, rng=1),
    "facets": lambda: trueness.facets(_of_scores(), human=["people", "others"], rng=1),
    "judge": lambda: trueness.judge(_of_scores(), human="people", rng=1, resamples=40),
    "preferences": lambda: trueness.preferences(
        trueness.preferences_from_scores(_of_scores(), human="people", judges=["m1"]), rng=1
    ),
    "annotators": lambda: trueness.annotators(_of_annotators(), **QUICK, resamples=40, minimum_units=10),
    "certify": lambda: trueness.simulation.certify(
        certified_scenarios("quick")[:2], tests=("williams",), intervals=(), runs=20, resamples=39, rng=1
    ),
    "conditions": lambda: trueness.conditions(
        _of_scores(), against={"other": _of_conditions()}, **QUICK, level="input", resamples=99
    ),
    "drift": lambda: trueness.drift(*_of_batches()),
    "equivalence": lambda: trueness.equivalence(
        _of_scores(), against={"other": _of_conditions()}, **QUICK, margin=0.1, resamples=99
    ),
    "groups": lambda: trueness.facets(_of_groups(), **QUICK, by="half"),
    "multiverse": lambda: trueness.multiverse(_of_scores(), **QUICK, level="system"),
    "panel": lambda: trueness.panel(_of_judges(), human="people"),
    "plan": lambda: trueness.plan_from_pilot(
        _of_scores(), **QUICK, metrics=["m1", "m2"], systems=[10, 20], inputs=[20], width=1.0, runs=20
    ),
    "pool": lambda: trueness.pool({"one": _of_scores(), "two": _of_conditions()}, **QUICK),
    "ranges": lambda: trueness.ranges(_of_scores(), **QUICK, permutations=20, resamples=20),
    "references": lambda: trueness.references(
        _of_scores().select(scorers=["people"]),
        texts=_of_texts(),
        metrics=["rouge1_f", "rouge2_f"],
        resamples=19,
        over="inputs",
        **QUICK,
    ),
    "variants": lambda: trueness.variants(_of_scores(), **QUICK, splits=10, resamples=10),
    "worth": lambda: trueness.worth(_of_scores(), **QUICK, metrics="m1", resamples=40),
}
"""Pages by their study, each small; what stands first is looked at in a wide light and a narrow dark window."""


@pytest.mark.parametrize("study", FIRST_SCREENS)
def test_every_page_says_the_answer_and_its_numbers_first(opening, accessible, study, tmp_path):
    path = trueness.write_report(FIRST_SCREENS[study](), tmp_path / "page.html")
    assert path.stat().st_size < 3_000_000
    for width, scheme in ((1280, "light"), (390, "dark")):
        with opening(path, width, 800, color_scheme=scheme, bypass_csp=True) as page:
            assert page.locator(".lead").first.bounding_box()["y"] < 500
            tiles = page.locator(".tiles > div")
            assert 2 <= tiles.count() <= 4
            first = page.locator("#verdict table:visible").first
            assert first.bounding_box()["y"] < (760 if width == 1280 else 900)
            assert first.bounding_box()["y"] < tiles.first.bounding_box()["y"]
            for one in tiles.all():
                assert one.evaluate("tile => tile.scrollWidth <= tile.clientWidth")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            drawn = page.locator("figure").evaluate_all("all => all.map((one) => one.id)")
            assert len(set(drawn)) == len(drawn)
            assert page.locator("#verdict figure:visible").count() == (study != "judge")
            accessible(page)
