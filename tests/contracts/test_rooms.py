"""Where files are: tests beside what they test, no file or folder that nobody overlooks, nothing that nobody uses."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "mtassay"
UNIT = ROOT / "tests" / "unit"

# Tests of several modules together, below tests/unit, and what they are about. All others have the name of a module.
OF_SEVERAL_MODULES = {
    "campaigns/test_laws_after_changes.py": "who is asked for what, whoever comes and goes",
    "cli/campaign/test_campaigns.py": "a campaign from its first command to its answers",
    "cli/test_db_archives.py": "export and restore of a whole project",
    "cli/test_db_estimation.py": "commands from a new system to its certified figure",
    "cli/test_db_queues.py": "queues from the draw to the last answer",
    "cli/test_db_stats.py": "stats and difficult on one memory",
    "cli/test_fresh_processes.py": "every command, as users start it",
    "cli/test_judging_by_lines.py": "answers that are typed as lines",
    "cli/test_results.py": "where the results of all commands go",
    "cli/test_tables.py": "tables given to score, compare and convert",
    "corpus/formats/test_kinds_of_xml.py": "the formats of XML side by side",
    "metaeval/test_validity.py": "how often all tests between metrics are right",
    "metrics/test_error_rates.py": "the error rates side by side",
    "metrics/test_matching.py": "the metrics of matched words side by side",
    "metrics/test_ngram_metrics.py": "the metrics of n-grams side by side",
    "reports/test_scores_with_gaps.py": "reports where scores are missing or texts are not given away",
    "significance/test_validity.py": "how often all tests and intervals are right",
    "store/campaigns/test_undo_and_copies.py": "campaigns that are undone, copied and brought back",
    "store/contents/test_collections.py": "collections in and out again",
    "store/history/test_random_histories.py": "whatever happens, in whatever order",
    "store/test_databases_of_before.py": "databases and archives that earlier versions wrote",
    "store/test_durability.py": "processes that are killed, disks that are full",
    "test_check_system.py": "tools/check_system.sh",
    "test_native.py": "the extension module",
    "test_package.py": "the public names",
    "web/pages/judge/test_blindness.py": "what a judge does not see",
    "web/pages/judge/test_questions_and_answers.py": "the whole way of a judge",
    "web/pages/judge/test_terminal_and_browser.py": "what both ask of a judge",
    "web/pages/seat/test_blindness_of_seats.py": "what a judge at a seat does not see",
    "web/pages/seat/test_hostile_seats.py": "hostile texts and requests at a seat",
    "web/pages/seat/test_questions_and_answers.py": "the whole way of a judge at a seat",
    "web/pages/seat/test_walk_of_a_curious_judge.py": "a judge who looks for more than is shown",
    "web/pages/seat/test_while_answers_wait.py": "what happens while answers wait to be sent",
    "web/serving/test_faults.py": "servers that are killed",
    "web/serving/test_faults_at_seats.py": "servers that are killed while judges sit at seats",
    "web/serving/test_hostile_files.py": "every page that takes files",
    "web/serving/test_load.py": "many people at once",
    "web/serving/test_openapi.py": "every route of the API",
    "web/serving/test_routes_by_membership.py": "every route of a project, as members and others",
    "web/serving/test_routes_by_role.py": "every route, as everybody",
    "web/serving/test_several_workers.py": "several servers on one database",
    "web/test_contrast.py": "the colours of the style sheets",
    "web/test_headline_everywhere.py": "pages, the API and commands, which say the same of a system",
    "web/test_judgments_of_a_queue.py": "every way by which judgments come back",
    "web/test_rendered_numbers.py": "numbers and dates as pages show them",
}
# Folders of tests that are none of the source, and where the modules are that they test.
MODULES_ELSEWHERE = {"metrics/with_resources": "metrics"}


# Public names that no module and no page of the docs uses, and who does.
USED_ELSEWHERE = {
    "KINDS": "a test that the docs list every kind of loss",
    "down_revision": "Alembic",
}

# Names that say of no value what it is.
SAY_NOTHING = {"one", "found"}
# Those that are the words of a form or of JSON, which others send and read.
WORDS_OF_PAGES = {
    "src/mtassay/web/pages/database/browse.py: found",
    "src/mtassay/web/pages/database/view.py: found",
}

MOST_LINES = 450
# Files that are tables.
LONGER = {
    "native/unicode_tables.cpp",
}

MOST_FILES = 30
# Folders in which each file is a thing of the same kind that somebody added.
LARGER = {"src/mtassay/metrics", "src/mtassay/web/pages", "src/mtassay/web/static", "src/mtassay/web/templates"}


def files_of(folder: Path) -> list[Path]:
    """All files in and below a folder, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def files_below(folder: Path, *kinds: str) -> list[Path]:
    """Those whose names end in one of these."""
    return [path for path in files_of(folder) if path.suffix in kinds]


def has_module(test: str) -> bool:
    """Whether a module or a package has the name of a test."""
    folder = Path(test).parent.as_posix()
    module = SOURCE / MODULES_ELSEWHERE.get(folder, folder) / Path(test).stem.removeprefix("test_")
    return module.is_dir() or module.with_suffix(".py").exists()


def test_unit_tests_mirror_the_source() -> None:
    tests = {str(path.relative_to(UNIT)) for path in files_below(UNIT, ".py") if path.name.startswith("test_")}
    without_module = {test for test in tests if not has_module(test)}
    unknown = without_module - set(OF_SEVERAL_MODULES)
    assert not unknown, (
        "these have the name of no module: rename them, or say in OF_SEVERAL_MODULES what they are about"
    )
    assert without_module == set(OF_SEVERAL_MODULES), "OF_SEVERAL_MODULES names what is not there"


def used_names(tree: ast.AST) -> Iterator[str]:
    """Every name that code reads, by itself, as an attribute or in a string such as `package.module:name`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 100:
            yield from re.split(r"[.:]", node.value)


def defined_names(tree: ast.Module) -> Iterator[str]:
    """The public names of a module, without those that whatever decorates or registers them finds."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            yield node.name
        elif isinstance(node, ast.ClassDef):
            fields = [entry.target for entry in node.body if isinstance(entry, ast.AnnAssign)]
            if not any(isinstance(field, ast.Name) and field.id == "name" for field in fields):
                yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_all_code_is_used_by_more_than_tests() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files_below(SOURCE, ".py")}
    used = {name for tree in trees.values() for name in used_names(tree)}
    for page in [ROOT / "README.md", *files_below(ROOT / "docs", ".md"), *files_below(SOURCE, ".html")]:
        used |= set(re.findall(r"\w+", page.read_text(encoding="utf-8")))
    unused = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in trees.items()
        for name in defined_names(tree)
        if not name.startswith("_") and name not in used | set(USED_ELSEWHERE)
    }
    assert not unused, "used by tests alone, if at all: use it, describe it in the docs, or drop it"


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Every name that code gives to a value: variables, parameters, fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
            yield node.name


def test_names_say_what_a_value_is() -> None:
    vague = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files_below(SOURCE, ".py")
        for name in bound_names(ast.parse(path.read_text(encoding="utf-8")))
        if name in SAY_NOTHING
    }
    assert not vague - WORDS_OF_PAGES, "say what it is: a system, a row, the matches"
    assert vague == WORDS_OF_PAGES, "WORDS_OF_PAGES names what is not there"


def test_no_file_is_longer_than_a_reader_overlooks() -> None:
    kinds = (".py", ".cpp", ".hpp", ".js", ".css", ".html")
    files = [path for folder in ("src", "native") for path in files_below(ROOT / folder, *kinds)]
    long = {str(path.relative_to(ROOT)) for path in files if path.read_text(encoding="utf-8").count("\n") > MOST_LINES}
    assert not long - LONGER, f"more than {MOST_LINES} lines: split them where one thing ends"
    assert long == LONGER, "LONGER names what is short by now"


def test_no_folder_holds_more_than_a_reader_overlooks() -> None:
    parents = Counter(path.parent for folder in ("src", "tests") for path in files_of(ROOT / folder))
    large = {str(folder.relative_to(ROOT)) for folder, count in parents.items() if count > MOST_FILES}
    assert not large - LARGER, f"more than {MOST_FILES} files: give what belongs together a folder"
