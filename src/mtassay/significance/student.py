"""Quantiles of Student's t and of F, for intervals whose spread is itself an estimate."""

import math
from functools import lru_cache
from statistics import NormalDist

from mtassay.errors import SettingError

# beyond this many degrees of freedom t and the normal distribution differ by less than a millionth
_NEARLY_NORMAL = 1e7
# the square of what is larger is no number
_LARGEST = 1e150


@lru_cache(maxsize=4096)
def t_quantile(probability: float, degrees: float) -> float:
    """The value that t with so many degrees of freedom stays below with a probability.

    The degrees need not be whole, as those of Satterthwaite are not. Agrees with SciPy to six digits and more.

        >>> round(t_quantile(0.975, 12), 4)
        2.1788
    """
    if not 0 < probability < 1:
        raise SettingError(f"the probability {probability:g} of a quantile must lie between 0 and 1")
    if not degrees > 0:
        raise SettingError(f"{degrees:g} degrees of freedom: there must be more than 0")
    if probability == 0.5:
        return 0.0
    if degrees > _NEARLY_NORMAL:
        return NormalDist().inv_cdf(probability)
    tail = 2 * min(probability, 1 - probability)
    low, high = 0.0, 1.0
    while two_sided(high, degrees) > tail:
        low, high = high, 2 * high
        if high > _LARGEST:
            return math.copysign(math.inf, probability - 0.5)
    value = -NormalDist().inv_cdf(tail / 2)
    while True:
        if not low < value < high:  # Newton's step left what is known to hold the quantile
            value = (low + high) / 2
        excess = two_sided(value, degrees) - tail
        low, high = (value, high) if excess > 0 else (low, value)
        density = _density(value, degrees)
        step = excess / (2 * density) if density else high - low  # so flat that only halving helps
        value += step
        if abs(step) <= 1e-12 * high or high - low <= 1e-15 * high:
            return math.copysign(value, probability - 0.5)


@lru_cache(maxsize=4096)
def f_quantile(probability: float, numerator: float, denominator: float) -> float:
    """What the ratio of two estimates of one variance stays below with a probability, by their degrees of freedom."""
    low, high = 0.0, 1.0

    def above(value: float) -> float:
        return _incomplete_beta(denominator / 2, numerator / 2, denominator / (denominator + numerator * value))

    while above(high) > 1 - probability:
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) > 1 - probability else (low, middle)
    return high


def _density(value: float, degrees: float) -> float:
    logarithm = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - math.log(degrees * math.pi) / 2
    return math.exp(logarithm - (degrees + 1) / 2 * math.log1p(value * value / degrees))


def two_sided(value: float, degrees: float) -> float:
    """The probability that t lies farther from 0 than a value."""
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + value * value))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function, by its continued fraction (DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side only
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = math.exp(
        a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - math.log(a)
    )
    # Lentz: numerator and denominator of each step, kept away from 0
    c, d, value, step = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1)), 0.0, 0
    value = d
    while True:
        step += 1
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        change = 1.0
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            change = c * d
            value *= change
        if abs(change - 1) < 1e-15 or step > 10_000:
            return front * value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300
