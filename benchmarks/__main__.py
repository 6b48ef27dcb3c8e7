"""Run all benchmarks, or those named: python -m benchmarks metrics threads."""

import platform
import sys
from importlib import import_module

import mtassay

ALL = (
    *(
        "metrics",
        "edits",
        "matching",
        "ngrams",
        "similarity",
        "bertscore",
        "pairwise",
        "threads",
        "memory",
        "startup",
        "command",
    ),
    *(
        "significance",
        "metaeval",
        "analyses",
        "report",
        "results",
        "files",
        "checks",
        "estimation",
        "system_estimation",
        "store",
        "server",
        "judging",
        "campaigns",
        "database_page",
        "meteor",
    ),
)


def main() -> None:
    """Print what was measured; nothing is asserted, machines are noisy."""
    print(f"mtassay {mtassay.__version__}, Python {platform.python_version()}, {platform.machine()}")
    for name in sys.argv[1:] or ALL:
        print(f"\n{name}")
        import_module(f"benchmarks.{name}").run()


if __name__ == "__main__":
    main()
