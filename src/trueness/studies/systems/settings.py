"""Which systems are compared by which scorers, and how."""

from __future__ import annotations

import dataclasses

from trueness.data.scores.patterns import split_patterns
from trueness.errors import UnsupportedMethodError
from trueness.methods.registry import SYSTEM_TESTS, system_test
from trueness.methods.system_tests import SystemTest
from trueness.statistics.systems.signed_rank import ZEROS
from trueness.study.setting import TEST, StudySettings, fixed, setting, words
from trueness.study.setting_groups import InGroups, OfCells, OfConfidence, OfTests


@dataclasses.dataclass(frozen=True)
class SystemSelection(InGroups):
    """Which systems are compared by which scorers.

    Attributes
    ----------
    system_clusters : None
        These systems are compared on other inputs: none is drawn or left out.
    """

    scorers: tuple[str, ...] | None = setting(
        None,
        "Scorers to compare systems by, human or not: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--scorer",
        default_words="all",
    )
    human: str | None = setting(
        None,
        "The scorer whose decisions those of the others are compared with.",
        default_words="the only one among them that the data declare human",
    )
    people: tuple[str, ...] | None = setting(
        None,
        "Systems that are people: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="those that the data mark as references (with --keep all)",
    )
    system_clusters: None = fixed(value=None)


@dataclasses.dataclass(frozen=True)
class SystemSettings(OfCells, OfTests, OfConfidence, StudySettings):
    """How systems are compared; the defaults are the recommended ones.

    Attributes
    ----------
    test : str
        Of `methods.registry.SYSTEM_TESTS`.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a test cannot compare what is asked.
    """

    test: str = setting(
        next(iter(SYSTEM_TESTS)),
        "How two systems are compared. The resampling tests (permutation, bootstrap) compare their scores, the others "
        "their outputs.",
        choices=tuple(SYSTEM_TESTS),
        panel=TEST,
    )
    zeros: str = setting(
        "pratt", "What wilcoxon does with outputs of equal score.", choices=ZEROS, panel=TEST
    )

    @property
    def method(self) -> SystemTest:
        """What is known of the test."""
        return system_test(self.test)

    @property
    def resampled(self) -> bool:
        """Whether the test draws resamples."""
        return self.method.resampled

    def _refuse(self) -> None:
        if self.method.only_means and self.aggregate == "median":
            others = [name for name in SYSTEM_TESTS if system_test(name).paired and name != self.test]
            raise UnsupportedMethodError(
                f"the {self.test} test compares means. For medians use the {', '.join(others[:-1])} or "
                f"{others[-1]} test (--test)."
            )
        super()._refuse()
