"""The sentences of a comparison of systems."""

from __future__ import annotations

from trueness.studies.systems.system_conclusions import system_conclusions
from trueness.studies.systems.system_rows import SystemAgreement, SystemRank
from trueness.studies.systems.system_settings import SystemSettings

SETTINGS = SystemSettings()


def ranks(scorer, top, rest=("z",)):
    return [
        SystemRank(
            scorer, name, person=False, estimate=-k, n_inputs=9, cluster=1, not_outperformed=name in top,
            n_beaten=0, n_beaten_by=0,
        )
        for k, name in enumerate([*top, *rest])
    ]  # fmt: skip


def agreement(metric, same, contradictions=0):
    return SystemAgreement(
        metric, "human", 10, same, 2, 3, 1, contradictions, 0, (same + 2) / 10, 0.5, 0.5, 0.5
    )


def test_the_set_on_top():
    found = system_conclusions(ranks("bleu", ["a", "b"]), [], SETTINGS)
    assert found == (
        "By 'bleu', 2 of 3 systems are not significantly outperformed by any other after correction: 'a', 'b'.",
    )
    plain = SystemSettings(correction="none")
    assert (
        "1 of 2 systems is not significantly outperformed by any other: 'a'."
        in system_conclusions(ranks("bleu", ["a"]), [], plain)[0]
    )


def test_nothing_could_be_tested():
    assert system_conclusions(ranks("bleu", []), [], SETTINGS) == (
        "By 'bleu' no pair of systems could be tested.",
    )


def test_agreement_and_contradictions_with_the_human_first():
    standing = [*ranks("m1", ["a"]), *ranks("m2", ["a"]), *ranks("human", ["b"])]
    found = system_conclusions(standing, [agreement("m1", 4), agreement("m2", 3, 1)], SETTINGS)
    assert found[0].startswith("By 'human'")
    assert found[3] == (
        "'m1' comes to the same decision as 'human' about 60% of 10 pairs of systems, the highest share of the 2 "
        "metrics, and separates 4 of the 7 pairs that 'human' separates."
    )
    assert (
        found[4] == "'m2' contradicts 'human' about 1 pair: each finds the other system significantly better."
    )


def test_many_scorers_are_left_to_the_tables():
    found = system_conclusions([row for k in range(7) for row in ranks(f"m{k}", ["a"])], [], SETTINGS)
    assert len(found) == 5
    assert found[-1] == "3 more scorers: see the tables."
