"""Coefficients of short columns without each unit, and without each two units, as products of small matrices.

Nothing is compiled: for up to some hundred entries NumPy is as fast as the walks of `left_out_columns`, which take over
for longer ones. A unit is an entry, or a group of entries that are left out together.

With S the signs of the differences of a column's entries, 0 where either is missing, T those of the human's, and E the
units' memberships, the sums behind Kendall's tau without some units are sums of E (S * T) E', E (S * S) E' and
E (T * T) E' over the units kept. Those behind Spearman's rho follow from midranks a = S 1 and from A = S E', what each
unit adds to the midranks of the others; those behind Pearson's r are sums over units.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, Floats, IntArray
from trueness.statistics.engine.column_pieces import in_pieces
from trueness.statistics.engine.left_out_columns import left_out_columns
from trueness.statistics.engine.left_out_pearson import CANCELLED, LEAST_LEFT, left_out_pearson
from trueness.statistics.ties import RELATIVE_TOLERANCE

EXACT = 2**24
"""Below this whole numbers are exact in single precision."""

BLOCK = 500_000
"""Numbers held at a time by one step: they stay in the processor's caches."""

COMPILED_FROM = 400_000
"""Pairs of entries of all columns, from which on compiled walks repay the wait for their compilation."""


class LeftOut(NamedTuple):
    """Coefficients of K metrics in C columns.

    Attributes
    ----------
    whole : array of shape (K, C)
    one : array of shape (K, C, U)
        Without each unit.
    two : array of shape (K, U, U)
        Without each two units, the mean over the columns where it is defined; the diagonal has no meaning. Of size 0
        where it was not asked for.
    """

    whole: FloatArray
    one: FloatArray
    two: FloatArray


def left_out_matrices(
    x: FloatArray,
    z: FloatArray,
    present: BoolArray,
    units: IntArray,
    n_units: int,
    coefficients: Collection[str],
    *,
    two: bool = False,
) -> dict[str, LeftOut]:
    """Return the coefficients of every column as they are, without each unit, and without each two.

    O(K C N^2) time, for Spearman's rho without two units O(K C N^3) in products of matrices.

    Parameters
    ----------
    x : array of shape (K, N, C)
    z : array of shape (N, C)
    present : array of shape (N, C)
        Which entries a column has; others are not read.
    units : array of shape (N,)
        The unit of every entry, 0 to U - 1.
    n_units : int
        U.
    coefficients : collection of str
        Of ``pearson``, ``spearman`` and ``kendall``.
    two : bool
        Whether two units are left out as well.

    Returns
    -------
    dict of str to LeftOut
        NaN where fewer than three entries or no two different values are left.
    """
    return {
        name: part.mean()
        for name, part in _summed(x, z, present, units, n_units, coefficients, two=two).items()
    }


class _Summed(NamedTuple):
    """As `LeftOut`, but without two units the sum over the columns, and the number of those where it is defined."""

    whole: FloatArray
    one: FloatArray
    two: FloatArray
    defined: FloatArray

    def mean(self) -> LeftOut:
        """Return the means over the columns."""
        mean = np.full(self.two.shape, np.nan)
        np.divide(self.two, self.defined, out=mean, where=self.defined > 0)
        return LeftOut(self.whole, self.one, mean)

    def room_for(self, n_columns: int) -> _Summed:
        """Return what holds so many columns like these, and nothing yet."""
        (n_metrics, _, n_units), two = self.one.shape, np.zeros(self.two.shape)
        return _Summed(
            np.empty((n_metrics, n_columns)), np.empty((n_metrics, n_columns, n_units)), two, two.copy()
        )

    def take(self, here: slice, part: _Summed) -> None:
        """Put a piece of the columns in its place."""
        self.whole[:, here], self.one[:, here] = part.whole, part.one
        np.add(self.two, part.two, out=self.two)
        np.add(self.defined, part.defined, out=self.defined)


def _summed(
    x: FloatArray,
    z: FloatArray,
    present: BoolArray,
    units: IntArray,
    n_units: int,
    coefficients: Collection[str],
    *,
    two: bool,
) -> dict[str, _Summed]:
    n_metrics, n_entries, n_columns = x.shape
    pairs = n_units if two else 0
    result = {
        name: _Summed(
            np.full((n_metrics, n_columns), np.nan),
            np.full((n_metrics, n_columns, n_units), np.nan),
            np.zeros((n_metrics, pairs, pairs)),
            np.zeros((n_metrics, pairs, pairs)),
        )
        for name in coefficients
    }
    ranked = tuple(name for name in coefficients if name != "pearson")
    if "pearson" in result:
        found = left_out_pearson(x, z, present, units, n_units)
        result["pearson"] = result["pearson"]._replace(whole=found.whole, one=found.one.transpose(0, 2, 1))
    if not ranked and not two:
        return result
    member = np.zeros((n_units, n_entries))
    member[units, np.arange(n_entries)] = 1.0
    size = max(n_entries, 1) * max(n_entries, n_units, 1) * (6 if two else 3)
    step = max(1, BLOCK // size)
    for start in range(0, n_columns, step):
        here = slice(start, start + step)
        block = _Block.of(z[:, here], present[:, here], member, ranks=bool(ranked), two=two)
        for k in range(n_metrics):
            columns = np.where(block.present, x[k, :, here].T, 0.0)
            for name, parts in block.ranked(columns, ranked, two=two).items():
                result[name].whole[k, here] = parts[0]
                result[name].one[k, here] = parts[1]
                if two:
                    result[name].two[k] += parts[2]
                    result[name].defined[k] += parts[3]
            if two and "pearson" in result:
                total, count = block.pearson_without_two(columns)
                result["pearson"].two[k] += total
                result["pearson"].defined[k] += count
    return result


def left_out_coefficients(
    x: FloatArray,
    z: FloatArray,
    present: BoolArray,
    units: IntArray,
    n_units: int,
    coefficients: Collection[str],
    *,
    two: Collection[str] = (),
) -> dict[str, LeftOut]:
    """Return what `left_out_matrices` does, by compiled walks where columns are many or long.

    Parameters
    ----------
    x, z, present, units, n_units, coefficients
        As there.
    two : collection of str
        The coefficients for which two units are left out as well.
    """
    # Pearson's r takes no walks, and two units are left out by matrices, which leave out one on their way
    walked = z.shape[1] * len(z) ** 2 >= COMPILED_FROM
    paired = tuple(name for name in coefficients if name in two)
    walks = tuple(name for name in coefficients if walked and name != "pearson" and name not in two)
    plain = tuple(name for name in coefficients if name not in (*paired, *walks))

    def of_piece(x: FloatArray, z: FloatArray, present: BoolArray) -> dict[str, _Summed]:
        found: dict[str, _Summed] = {}
        for names, pairs in ((plain, False), (paired, True)):
            if names:
                found |= _summed(x, z, present, units, n_units, names, two=pairs)
        if walks:
            # without a unit that has no entries, columns are as they are
            none = np.empty((len(x), 0, 0))
            for name, values in left_out_columns(x, z, present, units, n_units + 1, walks).items():
                found[name] = _Summed(values[:, :, -1], values[:, :, :-1], none, none)
        return found

    pieces = in_pieces(of_piece, x, z, present)
    begin, found = next(pieces)
    if begin.stop < z.shape[1]:
        first, found = found, {name: part.room_for(z.shape[1]) for name, part in found.items()}
        for here, parts in itertools.chain([(begin, first)], pieces):
            for name, part in parts.items():
                found[name].take(here, part)
    return {name: found[name].mean() for name in coefficients}


class _Block:
    """Some columns of the human, ready for any metric's."""

    def __init__(
        self,
        z: FloatArray,
        present: BoolArray,
        member: FloatArray,
        signs: Floats,
        counts: FloatArray,
        *,
        two: bool,
    ) -> None:
        self.z = z  # (C, N)
        self.present = present  # (C, N)
        self.member = member  # (U, N)
        self.outside = 1.0 - member
        self.signs = signs  # (C, N, N)
        self.counts = counts  # (C, U): entries of each unit
        self.single = len(member) == member.shape[1] and bool(np.all(np.diag(member) == 1))
        self.midranks: _MidRanks | None = None
        there = self.present.sum(axis=1)
        self.gaps = there + self.present.shape[1] ** 2 - there * there  # zeros among signs without a tie
        self.left = [_less(counts, depth) for depth in range(3 if two else 2)]
        self.pairs = [n * (n - 1) / 2 for n in self.left]
        self.human: dict[str, list[Floats]] = {}  # sums of the human alone, by coefficient
        self.scales: dict[str, tuple[FloatArray, IntArray]] = {}

    @classmethod
    def of(cls, z: FloatArray, present: BoolArray, member: FloatArray, *, ranks: bool, two: bool) -> _Block:
        """Prepare columns of shape (N, C)."""
        there = np.ascontiguousarray(present.T)
        columns = np.where(there, z.T, 0.0)
        return cls(
            columns,
            there,
            member,
            _signs(columns, there) if ranks else np.empty((0, 0, 0)),
            there @ member.T,
            two=two,
        )

    def ranked(
        self, columns: FloatArray, names: Collection[str], *, two: bool
    ) -> dict[str, list[FloatArray]]:
        """Return rank coefficients of a metric's columns (C, N): as they are, without each unit, without each two.

        The last are summed over the columns in which they are defined, and come with how many these are.
        """
        found = {}
        if names:
            signs = _signs(columns, self.present)
            if "kendall" in names:
                found["kendall"] = self._kendall(signs, two=two)
            if "spearman" in names:
                found["spearman"] = self._spearman(signs, two=two)
        return found

    def _by_unit(self, pairs: Floats) -> Floats:
        """Sum (C, N, N) over the entries of two units: (C, U, U)."""
        return pairs if self.single else self.member @ pairs.astype(np.float64) @ self.member.T

    def _kendall(self, signs: Floats, *, two: bool) -> list[FloatArray]:
        if "kendall" not in self.human:
            self.human["kendall"] = _kept(self._by_unit(np.abs(self.signs)), two=two)
        agreed = _kept(self._by_unit(signs * self.signs), two=two)
        own: list[Floats] | None = None
        if self._is_untied(signs):
            own = [2 * count for count in self.pairs]
        return self._quotients(
            "kendall", agreed, own or _kept(self._by_unit(np.abs(signs)), two=two), untied=own is not None
        )

    def _spearman(self, signs: Floats, *, two: bool) -> list[FloatArray]:
        if self.midranks is None:
            self.midranks = self._midranks(self.signs)
            self.human["spearman"] = self.midranks.products(self.midranks, two=two)
        ranks = self._midranks(signs)
        both = ranks.products(self.midranks, two=two)
        # ranks 1 to n, centred and doubled, have squares that sum to n (n^2 - 1) / 3
        own: list[Floats] | None = None
        if self._is_untied(signs):
            own = [n * (n * n - 1) / 3 for n in self.left]
        return self._quotients(
            "spearman", both, own or ranks.products(ranks, two=two), untied=own is not None
        )

    def _midranks(self, signs: Floats) -> _MidRanks:
        shares = signs if self.single else signs @ self.member.T.astype(signs.dtype)
        return _MidRanks(signs.sum(axis=2), shares, self.outside.T.astype(signs.dtype))

    def _is_untied(self, signs: Floats) -> bool:
        """Return whether no two entries present tie in any column."""
        return not np.any((signs == 0).sum(axis=(1, 2)) - self.gaps)

    def _quotients(
        self, name: str, products: list[Floats], own: list[Floats], *, untied: bool
    ) -> list[FloatArray]:
        """Divide sums of products by the roots of those of the metric alone and of the human alone."""
        human = self.human[name]
        depths = len(products)
        if depths == 3 and untied and name not in self.scales:
            # the same for every metric without ties
            # a unit of more than half of the entries, left out twice, leaves less than none
            scale = np.sqrt(np.maximum(own[2].astype(np.float64), 0.0) * np.maximum(human[2], 0.0))
            known = (scale > 0) & (self.left[2] >= LEAST_LEFT)
            self.scales[name] = (
                np.divide(1.0, scale, out=np.zeros(scale.shape), where=known),
                known.sum(axis=0),
            )
        if depths == 3 and untied:
            inverse, count = self.scales[name]
            last = [np.einsum("cuv,cuv->uv", products[2], inverse), count]
            return [
                *self._defined(
                    [_quotient(*parts) for parts in zip(products[:2], own[:2], human[:2], strict=True)]
                ),
                *last,
            ]
        return self._defined([_quotient(*parts) for parts in zip(products, own, human, strict=True)])

    def pearson_without_two(self, columns: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return Pearson's r without each two units, summed over columns in which it is defined, and their number."""
        x, z = (_standardised(one, self.present) for one in (columns, self.z))
        sums = [one @ self.member.T for one in (x, z, x * x, z * z, x * z)]
        sx, sz, sxx, szz, sxz = (_less(one, 2) for one in sums)
        left = self.left[2]
        count = np.maximum(left, 1.0)
        xx, zz, xz = sxx - sx * sx / count, szz - sz * sz / count, sxz - sx * sz / count
        lost = (xx < CANCELLED * sxx) | (zz < CANCELLED * szz) | (xx < CANCELLED) | (zz < CANCELLED)
        places = np.nonzero(lost & (left >= LEAST_LEFT))
        if len(places[0]):
            xx[places], zz[places], xz[places] = self._anew(x, z, places)
        found = _quotient(xz, xx, zz)
        known = ~np.isnan(found) & (left >= LEAST_LEFT)
        return np.where(known, found, 0.0).sum(axis=0), known.sum(axis=0)

    def _anew(
        self, x: FloatArray, z: FloatArray, places: tuple[IntArray, ...]
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Sum squares and products about their means without the units at some places."""
        column, *without = places
        found = np.empty((3, len(column)))
        step = max(1, BLOCK // max(1, x.shape[1]))
        for start in range(0, len(column), step):
            here = slice(start, start + step)
            kept = self.present[column[here]].astype(np.float64)
            for unit in without:
                kept *= self.outside[unit[here]]
            centred = []
            for one in (x, z):
                values = one[column[here]]
                # of equal values the differences to one of them are exactly zero
                first = np.take_along_axis(values, np.argmax(kept, axis=1)[:, None], axis=1)
                values = (values - first) * kept
                mean = values.sum(axis=1, keepdims=True) / np.maximum(kept.sum(axis=1, keepdims=True), 1.0)
                centred.append((values - mean) * kept)
            a, b = centred
            found[:, here] = (a * a).sum(axis=1), (b * b).sum(axis=1), (a * b).sum(axis=1)
        return found[0], found[1], found[2]

    def _defined(self, parts: list[FloatArray]) -> list[FloatArray]:
        """Leave out what rests on too few entries; sum what is without two units over the columns."""
        for left, part in zip(self.left, parts, strict=False):
            part[left < LEAST_LEFT] = np.nan
        if len(parts) < 3:
            return parts
        known = ~np.isnan(parts[2])
        return [*parts[:2], np.where(known, parts[2], 0.0).sum(axis=0), known.sum(axis=0)]


class _MidRanks:
    """Doubled centred midranks of columns, and what each unit adds to them."""

    def __init__(self, ranks: Floats, shares: Floats, kept: Floats) -> None:
        self.ranks = ranks  # (C, N)
        self.shares = shares  # (C, N, U)
        self.kept = kept  # (N, U): entries outside of each unit
        self.without = (
            ranks[:, :, None] - shares
        ) * self.kept  # midranks without each unit, of entries outside of it

    def products(self, other: _MidRanks, *, two: bool) -> list[Floats]:
        """Return the sums of products of both midranks: of all, without each unit, without each two."""
        found = [(self.ranks * other.ranks).sum(axis=1), (self.without * other.without).sum(axis=1)]
        if two:
            turned = (0, 2, 1)
            here, there = self.without.transpose(turned), other.without.transpose(turned)
            mine, theirs = self.shares * self.kept, other.shares * other.kept
            found.append(
                (here * there) @ self.kept - here @ theirs - there @ mine + self.kept.T @ (mine * theirs)
            )
        return found


def _signs(columns: FloatArray, present: BoolArray) -> Floats:
    """Return the signs of all differences within columns (C, N): (C, N, N)."""
    both = present[:, :, None] & present[:, None, :]
    # sums of products of midranks stay below N^3
    exact = np.float32 if columns.shape[1] ** 3 < EXACT else np.float64
    greater, less = columns[:, :, None] > columns[:, None, :], columns[:, :, None] < columns[:, None, :]
    found: Floats = np.where(both, greater.astype(np.int8) - less.astype(np.int8), np.int8(0)).astype(exact)
    return found


def _standardised(columns: FloatArray, present: BoolArray) -> FloatArray:
    """Centre columns and divide them by their spread; values missing are 0."""
    n = np.maximum(present.sum(axis=1, keepdims=True), 1)
    centred = np.where(present, columns - columns.sum(axis=1, keepdims=True) / n, 0.0)
    spread = np.sqrt((centred * centred).sum(axis=1, keepdims=True) / n)
    scale = np.abs(columns).max(axis=1, keepdims=True, initial=0.0)
    varies = spread > RELATIVE_TOLERANCE * scale
    found: FloatArray = centred.copy()
    np.divide(centred, spread, out=found, where=varies)
    return found


def _less(sums: FloatArray, depth: int) -> FloatArray:
    """Return sums over units (C, U) of all units, of all but one, or of all but two."""
    total: FloatArray = sums.sum(axis=1)
    if depth == 0:
        return total
    if depth == 1:
        alone: FloatArray = total[:, None] - sums
        return alone
    found: FloatArray = total[:, None, None] - sums[:, :, None] - sums[:, None, :]
    return found


def _kept(pairs: Floats, *, two: bool) -> list[Floats]:
    """Return the sums over pairs of units (C, U, U) of all, of all but one, and of all but two units."""
    total, rows, within = pairs.sum(axis=(1, 2)), pairs.sum(axis=2), np.diagonal(pairs, axis1=1, axis2=2)
    alone = 2 * rows - within
    found = [total, total[:, None] - alone]
    if two:
        found.append(total[:, None, None] - alone[:, :, None] - alone[:, None, :] + 2 * pairs)
    return found


def _quotient(product: Floats, x: Floats, z: Floats) -> FloatArray:
    # whole numbers may come in single precision, in which they are exact and their roots are not
    scale = np.sqrt(np.maximum(x, 0.0, dtype=np.float64) * np.maximum(z, 0.0, dtype=np.float64))
    found = np.divide(product, scale, out=np.full(scale.shape, np.nan), where=scale > 0)
    clipped: FloatArray = np.clip(found, -1.0, 1.0)
    return clipped
