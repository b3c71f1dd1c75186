"""How many pairs of K values can be equal together, once some pairs are known to differ.

Equality is transitive: the pairs that are equal are those within the blocks of a partition of the K values. Without
further knowledge their number is one of few (of three values 0, 1 or 3 pairs are equal, never 2); where certain
pairs differ, no block may hold both of one. The largest number of pairs within the blocks of such a partition is
the divisor of Shaffer's (1986) second procedure. It is a partition of a graph into cliques, which is hard in the
worst case; the graphs met in practice, where values far apart are known to differ and those close together are not,
are nearly interval graphs and easy.
"""

from __future__ import annotations

import bisect
import functools

from trueness.errors import ArgumentError, check_integer

MOST_NODES = 60_000
"""How many partial blocks are looked at over all steps; after that upper bounds take the place of the largest
numbers."""

NODES_A_STEP = 4_000
"""How many of them at one step, so that a hard one leaves something to those after it, which become easier."""


@functools.cache
def equal_counts(n_values: int) -> tuple[int, ...]:
    """Return how many pairs of n values can be equal, from none to all, in rising order.

    S(n) is the union over j of j (j - 1) / 2 + S(n - j), as in Shaffer (1986), where a block of j values is taken
    away.

    Parameters
    ----------
    n_values : int
        At least 0.

    Returns
    -------
    tuple of int

    Raises
    ------
    ArgumentError
        If the number is not a whole one of at least 0.

    Examples
    --------
    >>> equal_counts(4)
    (0, 1, 2, 3, 6)
    """
    n_values = check_integer("n_values", n_values, minimum=0)
    # bit s of counts[n]: s pairs of n values can be equal
    counts = [1]
    for n in range(1, n_values + 1):
        found = 0
        for j in range(1, n + 1):
            found |= counts[n - j] << (j * (j - 1) // 2)
        counts.append(found)
    return tuple(s for s in range(n_values * (n_values - 1) // 2 + 1) if counts[n_values] >> s & 1)


class _TooManyNodesError(Exception):
    """The search has looked at as many partial blocks as it may."""


class EqualPairs:
    """The largest number of pairs of K values that can be equal, while pair after pair becomes known to differ.

    Parameters
    ----------
    n_values : int
        K, at least 1.
    most_nodes : int
        Of the search, over all calls of `largest` (see `MOST_NODES`).

    Attributes
    ----------
    at_most : int
        No more pairs can be equal: the smaller of the last `largest` and of the largest number of pairs that can be
        equal (see `equal_counts`) among as many as are not known to differ.

    Raises
    ------
    ArgumentError
        If a number is not a whole one of at least 1.

    Examples
    --------
    >>> values = EqualPairs(4)
    >>> values.largest()
    6
    >>> values.separate(0, 1)
    >>> values.largest()  # the other two may be equal to one of them
    3
    >>> values.separate(2, 3)
    >>> values.largest()  # 0 = 2 and 1 = 3
    2
    """

    def __init__(self, n_values: int, *, most_nodes: int = MOST_NODES) -> None:
        self._n = check_integer("n_values", n_values, minimum=1)
        self._left = check_integer("most_nodes", most_nodes, minimum=1)
        everything = (1 << self._n) - 1
        # bit j of neighbours[i]: i and j may be equal
        self._neighbours = [everything & ~(1 << i) for i in range(self._n)]
        self._blocks = [everything]
        self._stands = True
        self._counts = equal_counts(self._n)
        self._n_open = self._n * (self._n - 1) // 2
        self.at_most = self._n_open

    def separate(self, first: int, second: int) -> None:
        """Note that two values differ.

        Parameters
        ----------
        first, second : int
            Positions of two different values, from 0.

        Raises
        ------
        ArgumentError
            If they are no positions of two different values.
        """
        for position in (first, second):
            if not 0 <= position < self._n:
                raise ArgumentError(f"values have positions from 0 to {self._n - 1}; this is {position}.")
        if first == second:
            raise ArgumentError(f"a value cannot differ from itself: both positions are {first}.")
        if not self._neighbours[first] >> second & 1:
            return
        self._neighbours[first] &= ~(1 << second)
        self._neighbours[second] &= ~(1 << first)
        self._n_open -= 1
        self.at_most = min(self.at_most, self._counts[bisect.bisect_right(self._counts, self._n_open) - 1])
        self._stands = self._stands and not any(
            block >> first & 1 and block >> second & 1 for block in self._blocks
        )

    @property
    def searches(self) -> bool:
        """Whether `largest` looks for the number still; once it has looked long enough, it returns `at_most`."""
        return self._left > 0

    def at_least(self) -> int:
        """Return a number of pairs that can be equal, found without a search."""
        if not self._stands:
            self._blocks = self._improved([part for block in self._blocks for part in self._parts(block)])
            self._stands = True
        return sum(_pairs_of(block.bit_count()) for block in self._blocks)

    def largest(self) -> int:
        """Return the largest number of pairs that can be equal, or `at_most` where finding it takes too long."""
        if not self._left:
            return self.at_most
        reached = self.at_least()
        if reached < self.at_most:
            search = _Search(self._neighbours, min(NODES_A_STEP, self._left))
            try:
                reached, self._blocks = search.of_all()
            except _TooManyNodesError:
                return self.at_most
            finally:
                self._left = max(0, self._left - search.nodes)
        self.at_most = reached
        return reached

    def _parts(self, block: int) -> list[int]:
        """Return a block in parts, none of which holds two values known to differ."""
        parts: list[int] = []
        for value in _bits(block):
            place = next((k for k, part in enumerate(parts) if part & ~self._neighbours[value] == 0), None)
            if place is None:
                parts.append(1 << value)
            else:
                parts[place] |= 1 << value
        return parts

    def _improved(self, blocks: list[int]) -> list[int]:
        """Move single values to other blocks as long as that makes more pairs equal."""
        improved = True
        while improved:
            improved = False
            for value in range(self._n):
                bit = 1 << value
                own = next(k for k, block in enumerate(blocks) if block & bit)
                best, size = own, blocks[own].bit_count() - 1
                for k, block in enumerate(blocks):
                    if k != own and block & ~self._neighbours[value] == 0 and block.bit_count() > size:
                        best, size = k, block.bit_count()
                if best != own:
                    blocks[own] &= ~bit
                    blocks[best] |= bit
                    blocks = [block for block in blocks if block]
                    improved = True
        return blocks


class _Search:
    """Partition a graph into cliques that hold as many pairs as possible, by branch and bound.

    Values with the same neighbours and each other (twins) lie in one block of the best partition: moving one to the
    block of the other, where that is at least as large, gains pairs. So they are one vertex, in masks as many bits
    side by side: what a mask weighs is the number of its bits, and a vertex goes by the lowest of its own. A vertex
    of fewest neighbours is put into every clique that can be its block; what is left falls into parts that do not
    touch, which are solved apart and remembered.
    """

    def __init__(self, neighbours: list[int], most_nodes: int) -> None:
        self.nodes = 0
        self._most_nodes = most_nodes
        closed: dict[int, list[int]] = {}
        for value, mask in enumerate(neighbours):
            closed.setdefault(mask | 1 << value, []).append(value)
        self._values = [value for group in closed.values() for value in group]  # bit to value
        self._own: dict[int, int] = {}  # vertex to its bits
        for group in closed.values():
            first = sum(own.bit_count() for own in self._own.values())
            self._own[first] = ((1 << len(group)) - 1) << first
        self._lowest = sum(1 << first for first in self._own)
        self._closed = {
            first: sum(1 << bit for bit, value in enumerate(self._values) if mask >> value & 1)
            for first, mask in zip(self._own, closed, strict=True)
        }
        self._known: dict[int, tuple[int, tuple[int, ...]]] = {}

    def of_all(self) -> tuple[int, list[int]]:
        """Return the largest number of pairs, and the blocks of values."""
        total, cliques = self._solve((1 << len(self._values)) - 1)
        return total, [sum(1 << self._values[bit] for bit in _bits(clique)) for clique in cliques]

    def _vertices(self, mask: int) -> tuple[int, ...]:
        return _bits(mask & self._lowest)

    def _solve(self, mask: int) -> tuple[int, tuple[int, ...]]:
        """Return the largest number of pairs within cliques of some vertices, and the cliques."""
        found = self._known.get(mask)
        if found is not None:
            return found
        total = 0
        cliques: tuple[int, ...] = ()
        rest = mask
        while rest:
            part = self._part_of(rest)
            rest &= ~part
            value, blocks = self._solve_part(part)
            total, cliques = total + value, cliques + blocks
        self._known[mask] = total, cliques
        return total, cliques

    def _part_of(self, mask: int) -> int:
        """Return what hangs together with the first of some vertices."""
        part, reached = 0, self._own[(mask & -mask).bit_length() - 1]
        while reached:
            part |= reached
            more = 0
            for k in self._vertices(reached):
                more |= self._closed[k]
            reached = more & mask & ~part
        return part

    def _solve_part(self, mask: int) -> tuple[int, tuple[int, ...]]:
        found = self._known.get(mask)
        if found is not None:
            return found
        degree = {k: (self._closed[k] & mask).bit_count() for k in self._vertices(mask)}
        whole = mask.bit_count()
        if all(count == whole for count in degree.values()):
            result: tuple[int, tuple[int, ...]] = _pairs_of(whole), (mask,)
        else:
            result = self._branched(mask, degree)
        self._known[mask] = result
        return result

    def _branched(self, mask: int, degree: dict[int, int]) -> tuple[int, tuple[int, ...]]:
        first = min(degree, key=lambda k: (degree[k], k))
        best = -1
        blocks: tuple[int, ...] = ()
        for clique in sorted(
            self._blocks_of(first, mask, degree), key=lambda clique: (-clique.bit_count(), clique)
        ):
            pairs, rest = _pairs_of(clique.bit_count()), mask & ~clique
            if pairs + self._bound(rest) <= best:
                continue
            value, others = self._solve(rest)
            if pairs + value > best:
                best, blocks = pairs + value, (clique, *others)
        return best, blocks

    def _bound(self, mask: int) -> int:
        """Return a number of pairs that cliques of some vertices cannot exceed: half the neighbours of all."""
        total = -mask.bit_count()
        for k in self._vertices(mask):
            total += self._own[k].bit_count() * (self._closed[k] & mask).bit_count()
        return total // 2

    def _blocks_of(self, first: int, mask: int, degree: dict[int, int]) -> list[int]:
        """Return the cliques that can be the block of a vertex in a best partition.

        If u has no neighbour that w lacks and goes with all of a block but w, it can take the place of w at no
        loss: blocks that hold w and not u are left out. The order of trying, by number of neighbours, has such a u
        before w.
        """
        own = self._own
        order = sorted(self._vertices(self._closed[first] & mask & ~own[first]), key=lambda k: (degree[k], k))
        inside = {k: self._closed[k] & mask for k in order}
        found: list[int] = []

        def extend(clique: int, left: int, passed: int, at: int) -> None:
            self.nodes += 1
            if self.nodes > self._most_nodes:
                raise _TooManyNodesError
            if not left:
                if self._is_stable(clique, mask):
                    found.append(clique)
                return
            while not left >> order[at] & 1:
                at += 1
            k = order[at]
            near = inside[k]
            remaining = left & near & ~own[k]
            reach = clique | remaining
            for u in self._vertices(passed):
                if not inside[u] & ~near and not reach & ~inside[u]:
                    break
            else:
                extend(clique | own[k], remaining, passed & near, at + 1)
            extend(clique, left & ~own[k], passed | own[k], at + 1)

        extend(own[first], sum(own[k] for k in order), 0, 0)
        return found

    def _is_stable(self, clique: int, mask: int) -> bool:
        """Return whether no vertex that goes with the whole block would gain by joining it from any other."""
        rest, size = mask & ~clique, clique.bit_count()
        around = rest
        for k in self._vertices(clique):
            around &= self._closed[k]
        for k in self._vertices(around):
            if (self._closed[k] & rest).bit_count() < size + self._own[k].bit_count():
                return False
        return True


@functools.lru_cache(maxsize=2**15)  # a search comes back to the same sets again and again
def _bits(mask: int) -> tuple[int, ...]:
    """Return the positions of the bits that are set, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _pairs_of(size: int) -> int:
    return size * (size - 1) // 2
