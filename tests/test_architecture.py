"""The house rules that can be read off the source: direction of imports, sizes, names, mirrored tests."""

from __future__ import annotations

import ast
import functools
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

import trueness
from trueness.columns.registry import SUBJECTS
from trueness.methods.interval import NONE
from trueness.methods.registry import EQUIVALENCE_METHODS, INTERVALS, PAIR_TESTS, RECOMMENDED, SYSTEM_TESTS
from trueness.methods.studied import studied_intervals, studied_tests

pytestmark = pytest.mark.usefixtures("collector_paused")

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "trueness"
SOURCES = sorted(PACKAGE.rglob("*.py"))

GROUND = frozenset({"errors", "result", "parallel", "columns"})
MAY_IMPORT = {
    "errors": frozenset(),
    # columns for what docstrings say of the rows that results hold
    "result": frozenset({"errors", "columns"}),
    "parallel": frozenset({"errors", "result"}),
    "columns": frozenset(),
    "data": GROUND,
    "metrics": GROUND | {"data"},
    "statistics": GROUND | {"data"},
    # statistics for the one place where a seed becomes a generator
    "generation": GROUND | {"data", "metrics", "statistics"},
    # metrics for the splitter of sentences, and for noting what is warned of
    "translation": GROUND | {"data", "metrics"},
    "sources": GROUND | {"data", "metrics"},
    "methods": GROUND | {"data", "metrics", "statistics"},
    "decisions": GROUND | {"statistics"},
    # metrics for what learning leaves behind: predictors made of arrays
    "learning": GROUND | {"metrics", "statistics"},
    "study": GROUND | {"data", "metrics", "statistics", "methods", "learning", "decisions"},
    "reporting": GROUND
    | {"data", "metrics", "sources", "statistics", "methods", "learning", "decisions", "study"},
    "cli": GROUND
    | {
        "data",
        "metrics",
        "generation",
        "translation",
        "sources",
        "statistics",
        "methods",
        "learning",
        "decisions",
        "study",
        "reporting",
    },
    # what a file of it may import goes by what it is for (see
    # `test_what_answers_knows_no_page_and_what_shows_no_command`)
    "studies": GROUND
    | {
        "data",
        "metrics",
        "sources",
        "statistics",
        "methods",
        "learning",
        "decisions",
        "study",
        "reporting",
        "cli",
    },
    "commands": GROUND
    | {
        "data",
        "metrics",
        "generation",
        "translation",
        "sources",
        "statistics",
        "methods",
        "learning",
        "decisions",
        "study",
        "reporting",
        "cli",
        "studies",
    },
    # the list knows names, not what they stand for; loading one imports where it is defined
    "public_names": frozenset({"study"}),
    "stats": frozenset({"public_names"}),
    "simulation": frozenset({"public_names"}),
    # runs `python -m trueness`
    "__main__": frozenset({"commands"}),
}
"""What each part may import besides itself. The package's own `__init__` names them all, lazily."""

MOST_LINES = 600
LONGER_FILES: dict[str, str] = {}
"""Files over the limit, relative to the package, each with the reason why it is one concept."""

VAGUE_NAMES = re.compile(r"(^|_)(utils?|helpers?|common|misc|base_impl|impl)($|_)")

MIRRORED = (
    "columns",
    "data",
    "metrics",
    "generation",
    "translation",
    "sources",
    "statistics",
    "methods",
    "learning",
    "decisions",
    "study",
    "studies",
    "reporting",
)
NO_TEST_OF_ITS_OWN: dict[str, str] = {
    "learning/network.py": "needs torch, tested in tests/neural/test_networks.py",
    "learning/network_training.py": "needs torch, tested in tests/neural/test_networks.py",
    "learning/soft_spearman.py": "needs torch, tested in tests/neural/test_networks.py",
    **{
        f"columns/{subject}.py": "declarations, tested in tests/columns/test_registry.py"
        for subject in SUBJECTS
    },
    "data/cells/raw_rows.py": "types that every reader returns, with no behaviour of their own",
    "methods/pair_test.py": "what all tests share, tested in the files of tests/methods",
    **{
        f"studies/{rows}.py": "rows with no behaviour of their own, as the studies' tests read them"
        for rows in (
            "conditions/rows",
            "disagreements/rows",
            "judge/label_rows",
            "partial/rows",
            "preferences/rows",
            "references/rows",
            "variants/rows",
            "worth/rows",
        )
    },
    **{
        f"studies/{figure}.py": "a figure, drawn in the test of its view"
        for figure in (
            "conditions/condition_maps",
            "conditions/equivalence_grid",
            "worth/agreement_curves",
        )
    },
    **{
        f"studies/variants/{figure}.py": "a figure, drawn in tests/studies/variants/test_variant_matrix.py"
        for figure in ("human_dimensions", "luck_plot", "rank_lines", "variant_strip")
    },
    "studies/compare/figure_words.py": "sentences of captions, read in tests/reporting/figures/test_figures.py",
    "studies/compare/metrics_in_order.py": "the order in figures, seen in tests/reporting/figures/test_figures.py",
    "studies/equivalence/named_conditions.py": "options of two commands, tested in tests/cli/test_conditions.py",
    "statistics/array_types.py": "names of types, with no behaviour of their own",
}
"""Modules without a test file of their name, relative to the package, each with where it is tested."""

IMPORTED_AS = {"scikit-learn": "sklearn"}
"""Packages that are imported by another name than they are installed by."""

USERS_OWN = {"pandas", "polars"}
"""Packages that may be imported though no installation brings them: dataframes are the user's own."""


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """Return the source of a file, parsed once."""
    return ast.parse(path.read_text(encoding="utf-8"))


READ = (ast.Import, ast.ImportFrom, ast.Call, ast.Constant, ast.Assert)


@functools.cache
def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes that rules are about, found once."""
    return [node for node in ast.walk(tree) if isinstance(node, READ)]


def part_of(path: Path) -> str:
    """Return the part a file belongs to: the folder or module directly below the package."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_modules(tree: ast.AST, path: Path) -> set[str]:
    """Return the dotted names of everything imported from this package, wherever in the file it happens."""
    package = ("trueness", *path.relative_to(PACKAGE).parent.parts)
    found = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from trueness import data` names a part only in the alias
            found |= {f"{module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"import_module", "__import__"}:
                found.add(str(node.args[0].value))
    return {name for name in found if name.split(".")[0] == "trueness"}


def forbidden_imports(tree: ast.AST, path: Path) -> list[str]:
    """Return the imports of a file that point the wrong way."""
    part = part_of(path)
    allowed = MAY_IMPORT[part] | {part}
    wrong = []
    for name in sorted(imported_modules(tree, path)):
        parts = name.split(".")
        if len(parts) > 1 and parts[1] in MAY_IMPORT and parts[1] not in allowed:
            wrong.append(name)
    return wrong


def test_every_part_has_a_place_in_the_flow():
    parts = {part_of(path) for path in SOURCES} - {"__init__"}
    assert parts <= MAY_IMPORT.keys()


def test_imports_point_one_way():
    wrong = {
        path.relative_to(PACKAGE).as_posix(): found
        for path in SOURCES
        if path != PACKAGE / "__init__.py" and (found := forbidden_imports(tree_of(path), path))
    }
    assert not wrong, "each part may import only what `MAY_IMPORT` says of it"


@pytest.mark.parametrize(
    ("part", "source", "wrong"),
    [
        ("metrics", "from trueness.statistics import ties", ["trueness.statistics.ties"]),
        ("statistics", "def f():\n    import trueness.metrics.rouge", ["trueness.metrics.rouge"]),
        ("data", "from trueness import studies", ["trueness.studies"]),
        ("reporting", "from trueness.studies.drift import rows", ["trueness.studies.drift.rows"]),
        ("data", "from ..reporting.writing.tables import latex", ["trueness.reporting.writing.tables.latex"]),
        ("data", "importlib.import_module('trueness.metrics')", ["trueness.metrics"]),
        ("studies", "from trueness.statistics.ties import snap\nfrom trueness.data import score_table", []),
        ("data", "from . import fingerprint\nimport numpy", []),
    ],
)
def test_wrong_imports_are_found(part, source, wrong):
    assert forbidden_imports(ast.parse(source), PACKAGE / part / "example.py") == wrong


def reached(path: Path) -> set[Path]:
    """Return the files of the package that a file imports, directly or through others."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found.add(one)
        waiting += [file for name in imported_modules(tree_of(one), one) if (file := file_of(name))]
    return found


def file_of(name: str) -> Path | None:
    """Return the file of a module, or of the module that holds a name; None of a folder or of the package."""
    place = PACKAGE.joinpath(*name.split(".")[1:])
    for module in (place, place.parent):
        if module != PACKAGE and module.with_suffix(".py").is_file():
            return module.with_suffix(".py")
    return None


@pytest.mark.parametrize(
    ("file", "unknown"),
    [("study.py", {"reporting", "cli", "sources"}), ("view.py", {"cli"}), ("settings.py", {"reporting"})],
)
def test_what_answers_knows_no_page_and_what_shows_no_command(file, unknown):
    known = {
        path.relative_to(PACKAGE).as_posix(): sorted(
            str(one.relative_to(PACKAGE)) for one in reached(path) if part_of(one) in unknown
        )
        for path in sorted((PACKAGE / "studies").glob(f"*/{file}"))
    }
    assert len(known) == len(list((PACKAGE / "studies").glob("*/__init__.py")))
    assert not {name: others for name, others in known.items() if others}


def drawers(tree: ast.AST) -> bool:
    """Return whether a file imports Matplotlib, wherever in it, be it for a type."""
    names = [alias.name for node in nodes_of(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes_of(tree) if isinstance(node, ast.ImportFrom)]
    return any(name.split(".")[0] == "matplotlib" for name in names)


def test_a_study_says_what_is_drawn_and_only_marks_draw():
    drawing = {path.relative_to(PACKAGE).as_posix() for path in SOURCES if drawers(tree_of(path))}
    assert drawing <= {
        "reporting/writing/labels.py",
        *(f"reporting/figures/{path.name}" for path in (PACKAGE / "reporting" / "figures").iterdir()),
    }
    assert drawers(ast.parse("def f():\n    from matplotlib.axes import Axes"))


def test_metrics_and_statistics_do_not_know_each_other():
    assert "statistics" not in MAY_IMPORT["metrics"]
    assert "metrics" not in MAY_IMPORT["statistics"]


def test_the_flow_has_no_cycle():
    done: set[str] = set()
    while len(done) < len(MAY_IMPORT):
        ready = {part for part, allowed in MAY_IMPORT.items() if part not in done and allowed <= done}
        assert ready, f"these import each other: {sorted(MAY_IMPORT.keys() - done)}"
        done |= ready


def folders_imported(sources: list[Path]) -> dict[str, set[str]]:
    """Return the folders that each folder of the package imports from, wherever in a file it happens."""
    modules = {".".join(("trueness", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in sources}
    modules = {name.removesuffix(".__init__") for name in modules}
    found: dict[str, set[str]] = {}
    for path in sources:
        folder = path.parent.relative_to(PACKAGE).as_posix()
        for name in imported_modules(tree_of(path), path):
            module = name if name in modules else name.rpartition(".")[0]  # or a name in a module
            place = PACKAGE.joinpath(*module.split(".")[1:])
            of = (place if place.is_dir() else place.parent).relative_to(PACKAGE).as_posix()
            found.setdefault(folder, set()).add(of)
    return {folder: others - {folder} for folder, others in found.items()}


def cycle(graph: dict[str, set[str]]) -> set[str]:
    """Return the nodes from which no order of imports can be found; empty where there is no cycle."""
    left = dict(graph)
    while ready := {node for node, others in left.items() if not others & left.keys()}:
        left = {node: others for node, others in left.items() if node not in ready}
    return set(left)


def test_no_two_folders_import_each_other():
    imported = folders_imported(SOURCES)
    # at the top are what anything may import, and the package, which names everything lazily
    graph = {folder: others - {"."} for folder, others in imported.items() if folder != "."}
    assert not cycle(graph), "these folders import each other: move what both need to a folder below"


def test_cycles_of_folders_are_found():
    assert cycle({"a": {"b"}, "b": {"a"}, "c": {"a"}, "d": set()}) == {"a", "b", "c"}
    assert cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == set()


def test_files_stay_short():
    lines = {path.relative_to(PACKAGE).as_posix(): len(path.read_bytes().splitlines()) for path in SOURCES}
    long = {name: count for name, count in lines.items() if count > MOST_LINES}
    assert not long.keys() - LONGER_FILES.keys(), "a concept inside each of these wants a file of its own"
    assert not LONGER_FILES.keys() - long.keys(), "these are short again: take them off the list"


def test_every_exception_has_a_file_and_a_reason():
    for listed in (LONGER_FILES, NO_TEST_OF_ITS_OWN, NAMES_OF_OTHER_THINGS):
        for name, reason in listed.items():
            assert (PACKAGE / name).is_file(), f"{name} is gone: take it off the list"
            assert len(reason.split()) >= 3, f"{name} needs a reason"


def test_modules_are_named_after_a_concept():
    names = {part for path in SOURCES for part in path.relative_to(PACKAGE).with_suffix("").parts}
    assert not [name for name in sorted(names) if VAGUE_NAMES.search(name)]


def has_mirror(path: Path) -> bool:
    """Return whether a module has its test file: in the mirrored folder or one above it.

    The modules of a folder inside a part (`data/pocket`) may share the test file named after that folder.
    """
    relative = path.relative_to(PACKAGE)
    if relative.name == "command.py":  # tested as it is typed
        return (ROOT / "tests" / "cli" / f"test_{relative.parent.name}.py").is_file()
    folders = [ROOT / "tests" / folder for folder in relative.parents if folder != Path()]
    stems = {relative.stem, *(folder.name for folder in relative.parents if len(folder.parts) > 1)}
    return any((folder / f"test_{stem}.py").is_file() for folder in folders for stem in stems)


def test_modules_have_a_test_file_of_their_name():
    modules = {
        path.relative_to(PACKAGE).as_posix(): has_mirror(path)
        for path in SOURCES
        if part_of(path) in MIRRORED and not path.name.startswith("_")
    }
    missing = [name for name, mirrored in modules.items() if not mirrored and name not in NO_TEST_OF_ITS_OWN]
    assert not missing, "each needs a test file of its name, or a reason on the list"
    done = [name for name, mirrored in modules.items() if mirrored and name in NO_TEST_OF_ITS_OWN]
    assert not done, "these have their test now: take them off the list"


def test_test_files_are_named_after_a_module():
    """So that a module that is renamed or removed takes its tests along."""
    modules = {path.stem for path in SOURCES} | {path.parent.name for path in SOURCES}
    strays = [
        str(test.relative_to(ROOT))
        for part in MIRRORED
        for test in sorted((ROOT / "tests" / part).rglob("test_*.py"))
        if not any(test.stem.removeprefix("test_").startswith(module) for module in modules)
    ]
    assert not strays


METHOD_NAMES = frozenset(
    {
        RECOMMENDED,
        *PAIR_TESTS,
        *INTERVALS,
        *SYSTEM_TESTS,
        *EQUIVALENCE_METHODS,
        *studied_tests(),
        *studied_intervals(),
    }
) - {NONE, "t"}
"""What tests and intervals are called. ``none`` is no method, and ``t`` a letter."""

NAMES_OF_OTHER_THINGS: dict[str, str] = {
    "public_names.py": "the public functions, each named after its test",
    "data/cells/resolve_columns.py": "what a field of outputs is called",
    "metrics/originals/metricx.py": "what the program calls a score",
    "metrics/metric.py": "how several references are taken together",
    "metrics/rouge/combine.py": "how several references are taken together",
    "metrics/rouge/variant.py": "how several references are taken together",
}
"""Files in which a word of `METHOD_NAMES` stands for something else, relative to the package."""

MAY_NAME_METHODS = ("methods", "statistics")
"""Where methods are declared, and the plain functions that carry their names."""


def method_names(tree: ast.AST) -> list[str]:
    """Return the strings of a file that are names of methods, docstrings left out."""
    return sorted(
        {
            node.value
            for node in nodes_of(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in METHOD_NAMES
        }
    )


def test_only_methods_know_methods_by_name():
    named = {
        path.relative_to(PACKAGE).as_posix(): found
        for path in SOURCES
        if part_of(path) not in MAY_NAME_METHODS and (found := method_names(tree_of(path)))
    }
    others = {name: found for name, found in named.items() if name not in NAMES_OF_OTHER_THINGS}
    assert not others, "ask `methods.registry` for a fact instead"
    assert not NAMES_OF_OTHER_THINGS.keys() - named.keys(), "these name none: take them off the list"


def test_names_of_methods_are_found():
    assert method_names(ast.parse('if row.test == "williams":\n    pass')) == ["williams"]
    assert (
        method_names(ast.parse('def f():\n    """Do as ``williams`` does."""\n    return "Williams\' test"'))
        == []
    )


def test_only_the_command_line_prints():
    printing = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in SOURCES
        if part_of(path) not in ("cli", "commands") and path.name != "command.py"
        for node in nodes_of(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not printing


def test_no_assert_guards_the_package():
    """An assert vanishes under `python -O`; a check has to raise an error of the tree in `errors`."""
    asserts = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in SOURCES
        for node in nodes_of(tree_of(path))
        if isinstance(node, ast.Assert)
    ]
    assert not asserts


MOST_BY_POSITION = 4
"""Values of a row that may be given by position: of more, two that change places are not seen."""


class Classes:
    """The classes of modules that are built from fields in their order: dataclasses and named tuples.

    Parameters
    ----------
    trees : mapping of str to Module
        By the dotted name of the module.
    """

    def __init__(self, trees: Mapping[str, ast.Module]):
        self.known = {
            (module, node.name): node
            for module, tree in trees.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
        }
        self.imported = {
            module: {
                alias.asname or alias.name: (node.module, alias.name)
                for node in nodes_of(tree)
                if isinstance(node, ast.ImportFrom) and node.module
                for alias in node.names
            }
            for module, tree in trees.items()
        }
        self.trees = trees

    def fields(self, module: str, name: str) -> int:
        """Return how many fields a class has by its name in a module, inherited ones too; 0 of what is none such."""
        place = (module, name) if (module, name) in self.known else self.imported[module].get(name, ("", ""))
        if place not in self.known:
            return 0
        node = self.known[place]
        bases = [ast.unparse(base) for base in node.bases]
        inherited = sum(self.fields(place[0], base) for base in bases)
        made = "NamedTuple" in bases or any("dataclass" in ast.unparse(one) for one in node.decorator_list)
        own = [line.annotation for line in node.body if isinstance(line, ast.AnnAssign)]
        return inherited + made * sum("ClassVar" not in ast.unparse(one) for one in own)

    def built_by_position(self, module: str) -> list[str]:
        """Return where a module gives more values than `MOST_BY_POSITION` by position, or may."""
        tree, found = self.trees[module], []
        own = {
            id(node): owner.name
            for owner in ast.walk(tree)
            if isinstance(owner, ast.ClassDef)
            for node in ast.walk(owner)
        }
        for node in nodes_of(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name = own.get(id(node), "") if node.func.id == "cls" else node.func.id
            most = self.fields(module, name) - sum(one.arg is not None for one in node.keywords)
            spread = any(isinstance(one, ast.Starred) for one in node.args)  # who can say how many there are
            if most > 0 and (most if spread else len(node.args)) > MOST_BY_POSITION:
                found.append(f"line {node.lineno}: {name}")
        return found


def test_rows_are_built_by_keyword():
    named = {
        ".".join(("trueness", *path.relative_to(PACKAGE).with_suffix("").parts)): path for path in SOURCES
    }
    classes = Classes({module: tree_of(path) for module, path in named.items()})
    places = {module: found for module in named if (found := classes.built_by_position(module))}
    assert not places, f"name the fields where there are more than {MOST_BY_POSITION} values"


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        ("Row(1, 2, 3, 4)", False),
        ("Row(1, 2, 3, 4, e=5)", False),
        ("Row(1, 2, 3, 4, 5)", True),
        ("Row(1, *limits)", True),
        ("Row(*limits, e=5)", False),
        ("Wider(1, 2, 3, 4, 5)", True),
        ("Wider(*limits, e=5)", True),
        ("Pair(1, 2, 3, 4, 5)", True),
        ("Plain(1, 2, 3, 4, 5)", False),
        ("Other(1, 2, 3, 4, 5)", False),
        ("class Row(NamedTuple):\n    a: int\n    def of(cls):\n        return cls(*parts)", False),
    ],
)
def test_rows_built_by_position_are_found(call, wrong):
    fields = "".join(f"    {name}: float\n" for name in "abcde")
    rows = (
        f"@dataclasses.dataclass(frozen=True)\nclass Row:\n{fields}"
        "@dataclasses.dataclass\nclass Wider(Row):\n    f: float\n    NOTE: ClassVar[str] = ''\n"
        f"class Pair(NamedTuple):\n{fields}"
        f"class Plain:\n{fields}"
    )
    user = f"from rows import Pair, Plain, Row, Wider\n{call}"
    classes = Classes({"rows": ast.parse(rows), "user": ast.parse(user)})
    assert bool(classes.built_by_position("user")) == wrong


def test_the_version_is_stated_once():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in declared["project"]
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1].strip("'\"") == trueness.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(trueness.__version__)}\b", changes, re.MULTILINE)


def third_party_imports() -> set[str]:
    """Return the packages imported anywhere in the source, the standard library left out."""
    found = set()
    for path in SOURCES:
        for node in nodes_of(tree_of(path)):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - sys.stdlib_module_names - {"trueness"}


def declared_packages(*, extras: bool) -> set[str]:
    """Return the names of the packages that an installation brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"]]
    if extras:
        lines += [line for extra in project["optional-dependencies"].values() for line in extra]
    names = {re.split(r"[<>=!~\[ ]", line)[0] for line in lines} - {"trueness"}
    return {IMPORTED_AS.get(name, name) for name in names}


def test_declared_dependencies_are_all_imported():
    """A package that nothing imports is one that every user installs for nothing."""
    assert declared_packages(extras=False) <= third_party_imports()


def test_imported_packages_are_all_declared():
    assert third_party_imports() <= declared_packages(extras=True) | USERS_OWN
