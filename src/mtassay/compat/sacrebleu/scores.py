"""Scores as sacreBLEU hands them out and prints them."""

import json
from collections.abc import Sequence


class Score:
    """The name of a metric, as printed, and its value."""

    def __init__(self, name: str, score: float) -> None:
        self.name: str = name
        self.score: float = score
        self._mean: float = -1.0
        self._ci: float = -1.0
        self._verbose = ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """The score with `width` digits after the point: a line, or an object of JSON.

        `score_only` wins over `is_json`.
        """
        value, middle, spread = (f"{number:.{width}f}" for number in (self.score, self._mean, self._ci))
        confidence = f"μ = {middle} ± {spread}" if self._mean > 0 else ""
        shown = f"{value} ({confidence})" if confidence else value
        if score_only:
            return shown
        if is_json:
            document: dict[str, object] = {"name": self.name, "score": float(value), "signature": signature}
            if confidence:
                numbers = {"confidence_mean": float(middle), "confidence_var": float(spread)}
                document |= {**numbers, "confidence": confidence}
            document |= {"verbose_score": self._verbose} if self._verbose else {}
            document |= dict(item.split(":", 1) for item in signature.split("|") if item)
            return json.dumps(document, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {shown}" + (f" {self._verbose}" if self._verbose else "")

    def __repr__(self) -> str:
        return self.format()


class BLEUScore(Score):
    """`counts` and `totals` hold what `add-k` added to them; `precisions` go up to 100."""

    def __init__(
        self,
        score: float,
        counts: Sequence[float],
        totals: Sequence[float],
        precisions: Sequence[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.counts: Sequence[float] = counts
        self.totals: Sequence[float] = totals
        self.precisions: Sequence[float] = precisions
        self.prec_str: str = "/".join(f"{precision:.1f}" for precision in precisions)
        self.bp: float = bp
        self.sys_len: int = sys_len
        self.ref_len: int = ref_len
        self.ratio: float = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class CHRFScore(Score):
    """A plus in the name for each order of words."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.char_order: int = char_order
        self.word_order: int = word_order
        self.beta: float = beta


class TERScore(Score):
    """`ref_length` is the mean of several references."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits: int = int(num_edits)
        self.ref_length: float = ref_length


class Result:
    """The score of a system, and what a test says of it; None where it says nothing."""

    def __init__(
        self, score: float, p_value: float | None = None, mean: float | None = None, ci: float | None = None
    ) -> None:
        self.score: float = score
        self.p_value: float | None = p_value
        self.mean: float | None = mean
        self.ci: float | None = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in vars(self).items())
