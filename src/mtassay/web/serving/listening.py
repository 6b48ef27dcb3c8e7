"""The sockets at which a server answers, made before anything is started."""

import errno
import socket
import sys
from typing import Any

from mtassay.errors import Remedy, SettingError


class OwnQueue(socket.socket):
    """A socket that other processes get as one of their own, at the same address.

    Processes that share one socket race for whoever comes, and the first one to wake takes all who wait: of two, one
    may have most of the people and the other nothing to do. Where each has its own, the kernel deals them out. The one
    of the first process never listens, and keeps the address.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _bound, (OwnQueue, self.family, self.getsockname())


def listening_sockets(host: str, port: int, *, processes: int = 1) -> list[socket.socket]:
    """One for each address of the host; an address that cannot be used is refused.

    They say that they are TCP's, which those that uvicorn makes for several processes do not: without that asyncio
    does not ask for small packets to be sent at once, and a page comes 40 ms late.
    """
    # other systems let several listen at one address, but one of them gets everybody
    deals_out = processes > 1 and sys.platform == "linux"
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in _addresses(host, port):
            try:
                bound = _bound(socket.socket, family, address)
                if deals_out:
                    # asked for alone first: another server that deals out would share its address gladly
                    address = bound.getsockname()
                    bound.close()
                    bound = _bound(OwnQueue, family, address)
            except OSError as error:
                # localhost has an address of the newer kind by name also where the machine has none
                if error.errno != errno.EADDRNOTAVAIL or not sockets:
                    raise
            else:
                sockets.append(bound)
    except OSError as error:
        for bound in sockets:
            bound.close()
        raise SettingError(
            f"the server cannot answer at {host} port {port}: {error.strerror or error}; is another one running there? "
            "Choose another port",
            remedy=Remedy.CHOOSE_PORT,
        ) from None
    return sockets


def _bound(kind: type[socket.socket], family: int, address: Any) -> socket.socket:
    made = kind(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if kind is OwnQueue:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:  # an address of the older kind has a socket of its own
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
    except OSError:
        made.close()
        raise
    return made


def _addresses(host: str, port: int) -> list[tuple[int, int, int, str, tuple[str | int, ...]]]:
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    # the older kind first: it is always there
    return sorted(dict.fromkeys(addresses), key=lambda entry: entry[0] != socket.AF_INET)  # type: ignore[arg-type]
