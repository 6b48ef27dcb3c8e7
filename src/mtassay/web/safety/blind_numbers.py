"""Numbers as judges see them: those of the database tell in which order rows came, and so which system wrote them."""

from dataclasses import dataclass
from hashlib import blake2b

_HALF = 26
_MASK = (1 << _HALF) - 1
_ROUNDS = 4
_END = 1 << 2 * _HALF
"""Browsers know whole numbers up to 2**53."""


@dataclass(frozen=True)
class BlindNumbers:
    """The numbers of one kind in another order, which nobody can tell without the key; without one, as they are.

    0, which stands for none, stays 0. Always the same for the same key: they are in addresses that people keep.
    """

    key: bytes | None

    def show(self, number: int) -> int:
        """What a judge sees."""
        if not self._is_hidden(number):
            return number
        # what would become 0 takes the place that 0 leaves
        return self._mix(number) or self._mix(0)

    def find(self, shown: int) -> int:
        """The number that is meant by what a judge sent; one of nothing where none is."""
        if not self._is_hidden(shown):
            return shown
        return self._unmix(0) if shown == self._mix(0) else self._unmix(shown)

    def _is_hidden(self, number: int) -> bool:
        return self.key is not None and 0 < number < _END

    # a Feistel network: whatever the rounds compute, each can be taken back, so that no two numbers become one

    def _mix(self, number: int) -> int:
        left, right = number >> _HALF, number & _MASK
        for place in range(_ROUNDS):
            left, right = right, left ^ self._round(place, right)
        return left << _HALF | right

    def _unmix(self, number: int) -> int:
        left, right = number >> _HALF, number & _MASK
        for place in reversed(range(_ROUNDS)):
            left, right = right ^ self._round(place, left), left
        return left << _HALF | right

    def _round(self, place: int, half: int) -> int:
        content = bytes([place]) + half.to_bytes(4, "big")
        return int.from_bytes(blake2b(content, key=self.key or b"", digest_size=4).digest(), "big") & _MASK


def blind_numbers(secret: bytes, project: int, kind: str) -> BlindNumbers:
    """Those of a kind of rows in a project, by the key of this installation."""
    return BlindNumbers(blake2b(f"{kind} of {project}".encode(), key=secret[:64], digest_size=32).digest())
