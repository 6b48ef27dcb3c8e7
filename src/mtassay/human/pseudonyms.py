"""Collections that do not say who judged."""

from dataclasses import replace

from mtassay.human.collection import Collection


def with_pseudonyms(collection: Collection, names: dict[str, str] | None = None) -> Collection:
    """Judges are called judge1, judge2, … by when they first occur; what may tell of them is left out.

    That is comments, and what files said of a judgment besides, such as an address of whoever gave it.

    The same judge has the same pseudonym everywhere in it, so agreement can still be computed. Uids are left out too:
    many are digests of a name, and whoever guesses the name can tell. `names` gets the pseudonym of each.
    """
    names = {} if names is None else names
    names.setdefault("", "")
    sources = []
    for source in collection.sources:
        targets = []
        for target in source.targets:
            judgments = []
            for judgment in target.judgments:
                name = names.setdefault(judgment.judge, f"judge{len(names)}")
                judgments.append(replace(judgment, judge=name, comment="", uid="", extra={}))
            targets.append(replace(target, judgments=tuple(judgments)))
        sources.append(replace(source, targets=tuple(targets)))
    return replace(collection, sources=tuple(sources))
