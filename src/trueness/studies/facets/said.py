"""What a comparison by facets says in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.decided_words import is_withheld
from trueness.studies.compare.lead_words import lead_words
from trueness.studies.facets.rows import FacetsResult, HighestRow
from trueness.study.number_words import bracketed, counted, decimal
from trueness.study.rows import Caution
from trueness.study.words import sentences, undefined_words

SENTENCES = 2
"""How much of the first finding in a facet is said: which metric is ahead, and whether that is shown."""


def facets_conclusions(found: FacetsResult) -> tuple[str, ...]:
    """Return which metrics may be the best in all facets at the first level, what was found in each, then other levels.

    Of facets that are parts of something all together are answered in sentences, and each in a line; others are
    questions of their own, and each is answered in sentences.
    """
    whole = found.whole
    answered = found.comparisons if whole is None else {"All together": whole}
    said = [
        f"{name if one is whole else f'{found.kind.inside.capitalize()} ‘{name}’'}: "
        f"{' '.join(sentences(one.conclusions[0])[:SENTENCES])}"
        for name, one in answered.items()
        if one.conclusions
    ]
    of_parts = [] if whole is None else [_of_part(name, found) for name in found.parts]
    first, *others = (in_all(found, level) for level in found.settings.computed_levels)
    return tuple(filter(None, (*lead_words(found.contrasted), first, *said, *others, *of_parts)))


def in_all(found: FacetsResult, level: str) -> str:
    """Return which metrics may be the best in all facets at a level, and which is the highest in how many.

    Without tests, or with a baseline, nobody may be the best. Nothing is said of one facet, or where a facet says why
    no metric is recommended.
    """
    parts = found.parts
    coefficient = found.settings.coefficients_at(level)[0]
    if len(parts) < 2:
        return ""
    where = f"({level.replace('_', '-')} level, {coefficient_facts(coefficient).words})"
    inside = found.kind.inside
    facets = f"{inside} {_of(len(parts), len(parts))} {found.kind.named}"
    names, often = _highest(found, level)
    decided = [one.decided("may_be_best", level, coefficient) for one in parts.values()]
    decisions = [one for one in decided if one is not None]
    if any(is_withheld(one) for one in decisions):
        return ""
    if len(decisions) < len(parts):
        first = f"'{names[0]}' has" if len(names) == 1 else f"{listing(names, 4)} each have"
        return f"{first} {often} {found.kind.named} {where}." if names else ""
    always = [metric for metric in found.metrics if all(metric in one.names for one in decisions)]
    unknown = [metric for metric in found.metrics if any(metric in one.undefined for one in decisions)]
    rest = len(found.metrics) - len(always) - len(set(unknown).difference(always))
    if always and rest:
        others = "The other one is" if rest == 1 else f"The other {rest} are"
        said = f"{listing(always, 4)} may be the best {facets} {where}. {others} ruled out {inside} at least one."
    elif len(always) > 1:
        said = f"We cannot tell which of {listing(always, 4)} is the best {facets} {where}."
    elif always:
        said = f"{listing(always)} may be the best {facets} {where}."
    elif unknown:
        said = f"We cannot tell whether any metric is the best {facets} {where}."
    else:
        said = f"No metric may be the best {facets} {where}: each is ruled out {inside} at least one."
        said += f" Choose one for each {found.kind.one}." if found.kind.together else ""
    leads = f"'{names[0]}' has {often}." if len(names) == 1 else ""
    return " ".join(filter(None, (said, undefined_words(unknown, "agreement by some"), leads)))


def _highest(found: FacetsResult, level: str) -> tuple[list[str], str]:
    """Return which metrics have the highest agreement in most facets, none where none is known, and in how many."""
    rows = [row for row in found.highest if row.level == level and row.facet in found.parts]
    names = Counter(row.metric for row in rows if row.metric)
    most = max(names.values(), default=0)
    often = f"the highest agreement {found.kind.inside} {_of(most, len(rows))}"
    return [name for name in names if names[name] == most], often


def _of(count: int, n: int) -> str:
    """Return a number of facets: ``all 4``, ``both``, ``3 of 4``."""
    if count < n:
        return f"{count} of {n}"
    return "both" if n == 2 else f"all {n}"


def _of_part(name: str, found: FacetsResult) -> str:
    rows = [row for row in found.highest if row.facet == name]
    size = rows[0].n_inputs if found.facets.units == "inputs" else rows[0].n_systems
    said = "; ".join(_at_level(row, found) for row in rows)
    return f"{name} ({counted(size, found.facets.units.removesuffix('s'))}): {said}."


def _at_level(row: HighestRow, found: FacetsResult) -> str:
    where = f" ({row.level.replace('_', '-')} level)" if len(found.settings.computed_levels) > 1 else ""
    if not row.metric:
        return f"no metric has a defined correlation{where}"
    said = f"'{row.metric}' {decimal(row.estimate)}{bracketed(row.low, row.high)}{where}"
    if not row.n_tests:
        return said
    return f"{said}, better than {row.n_beaten} of {len(found.metrics) - 1} others"


def facets_cautions(found: FacetsResult) -> tuple[Caution, ...]:
    """Return what a reader has to know, each thing once: what differs between facets in the first's words."""
    kind = found.kind
    cautions = _shared(found)
    cautions += found.contrasted.cautions
    cautions += kind.left_out(found.facets.small, found.selection.smallest_group, found.facets.units)
    for one in found.facets.clustered:
        cautions += kind.left_out(one.small, one.fewest, f"clusters by ‘{one.column}’")
    if found.selection.tests and len(found.parts) > 1:
        cautions.append(Caution("corrected_over_facets", "note", " ".join(_corrected(found))))
    return tuple(sorted(cautions, key=lambda caution: caution.severity != "warning"))


def _corrected(found: FacetsResult) -> Iterator[str]:
    """Yield how often anything false is found over all facets."""
    n, alpha = len(found.parts), f"{found.settings.alpha:g}"
    if found.corrected:
        yield (
            f"Tests {found.kind.inside} each of {n} {found.kind.several} are at level {alpha} / {n}, so the chance of "
            f"any false finding is {alpha} at most."
        )
        if found.whole is not None:
            yield f"Those of all together are at {alpha}."
        yield f"Intervals are for each {found.kind.one} by itself."
        return
    within = "corrected within each of" if found.settings.correction != "none" else "not corrected for"
    across = ", not across them" if found.settings.correction != "none" else ""
    yield (
        f"Tests are {within} the {n} {found.kind.several}{across}. Each {found.kind.one} that is searched adds its own "
        "chance of a false finding."
    )


def _shared(found: FacetsResult) -> list[Caution]:
    """Return the cautions of all facets, each thing once: what differs between them in the first's words."""
    inside, parts = found.kind.inside, found.parts
    by_code: dict[str, dict[Caution, list[str]]] = {}
    for name, one in found.comparisons.items():
        place = f"‘{name}’" if name in parts else "all together"
        for caution in one.cautions:
            by_code.setdefault(caution.code, {}).setdefault(caution, []).append(place)
    shared = []
    for same in by_code.values():
        (first, names), *others = sorted(same.items(), key=lambda item: item[0].severity != "warning")
        message = first.message
        if len(names) < len(found.comparisons):
            message = f"{inside.capitalize()} {', '.join(names)}: {message}"
        if rest := list(dict.fromkeys(name for _, more in others for name in more if name not in names)):
            message += f" The same holds, with other numbers, {inside} {', '.join(rest)}."
        shared.append(Caution(first.code, first.severity, message))
    return shared
