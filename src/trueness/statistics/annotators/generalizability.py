"""How reliable averaged ratings are, and how reliable they would be with more annotators or inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.statistics.annotators.variance_components import VarianceComponents
from trueness.statistics.level_names import LEVELS, check_levels

UNIVERSES = ("annotators", "both")
"""What else might have been drawn: other annotators for these inputs, or other annotators and other inputs."""


class Generalizability(NamedTuple):
    """Reliability of averaged ratings in one design.

    Attributes
    ----------
    level : str
        What is told apart: systems, the outputs of one input, all outputs, or the outputs of one system.
    n_annotators, n_inputs : int
        The design: ratings of each output, inputs of each system.
    over : {'annotators', 'both'}
    g : float
        Coefficient for relative decisions (ranking), E rho², in [0, 1]; NaN if nothing varies.
    phi : float
        Coefficient for absolute decisions (the score itself), Phi, in [0, 1].
    """

    level: str
    n_annotators: int
    n_inputs: int
    over: str
    g: float
    phi: float


def generalizability(
    components: VarianceComponents,
    level: str = "system",
    *,
    n_annotators: int,
    n_inputs: int,
    over: str = "annotators",
) -> Generalizability:
    """Return the coefficients of generalizability (E rho²) and dependability (Phi) of a crossed design.

    The share of the variance of averaged ratings that lies between what is told apart, the rest being error: for
    relative decisions all that may change the order, for absolute ones all that may change the scores (Brennan 2001,
    Generalizability Theory, chapter 4). With ``over='annotators'`` the inputs are taken as they are, so that
    a system's advantage on these inputs is no error: this is what a correlation with a metric's scores of the same
    outputs asks for. At the system level ``over='both'`` counts the choice of inputs as error as well.

    Parameters
    ----------
    components : VarianceComponents
        Those that are part of the residual count with it: as error of a single rating.
    level : {'system', 'input', 'global', 'per_system'}
    n_annotators : int
        Annotators of each output.
    n_inputs : int
        Inputs of each system; matters at the system level only.
    over : {'annotators', 'both'}

    Returns
    -------
    Generalizability

    Raises
    ------
    ArgumentError
        If a level or universe is unknown, a number is not positive, or the ratings have one system only and the level
        is about systems.
    """
    (level,) = check_levels(check_choice("level", level, (*LEVELS, "summary")))
    check_choice("over", over, UNIVERSES)
    a = check_integer("n_annotators", n_annotators, minimum=1)
    m = check_integer("n_inputs", n_inputs, minimum=1)
    if "system" not in components.components and level != "global":
        raise ArgumentError("ratings of one system have one `level`, 'global'.")
    part = components.get
    if level == "system":
        choice = part("system:input") / m
        universe = part("system") + (choice if over == "annotators" else 0.0)
        relative = part("system:annotator") / a + part("residual") / (m * a)
        absolute = part("annotator") / a + part("input:annotator") / (m * a)
        if over == "both":
            relative += choice
            absolute += part("input") / m
    elif level == "input":
        universe = part("system") + part("system:input")
        relative = (part("system:annotator") + part("residual")) / a
        absolute = (part("annotator") + part("input:annotator")) / a
    elif level == "per_system":
        universe = part("input") + part("system:input")
        relative = (part("input:annotator") + part("residual")) / a
        absolute = (part("annotator") + part("system:annotator")) / a
    else:
        universe = part("system") + part("input") + part("system:input")
        relative = (part("system:annotator") + part("input:annotator") + part("residual")) / a
        absolute = part("annotator") / a
    return Generalizability(
        level=level,
        n_annotators=a,
        n_inputs=m,
        over=over,
        g=_share(universe, relative),
        phi=_share(universe, relative + absolute),
    )


def decision_study(
    components: VarianceComponents,
    level: str = "system",
    *,
    n_annotators: Sequence[int],
    n_inputs: Sequence[int],
    over: str = "annotators",
) -> tuple[Generalizability, ...]:
    """Return the coefficients that designs of other sizes would have (a D study).

    Parameters
    ----------
    components, level, over
        As in `generalizability`.
    n_annotators, n_inputs : sequences of int
        Every combination is a design.

    Raises
    ------
    ArgumentError
        As `generalizability`.
    """
    return tuple(
        generalizability(components, level, n_annotators=a, n_inputs=m, over=over)
        for m in n_inputs
        for a in n_annotators
    )


def _share(universe: float, error: float) -> float:
    return universe / (universe + error) if universe + error > 0 else float("nan")
