"""The sockets at which a server answers, made before anything is started."""

import errno
import socket

from mtassay.errors import SettingError


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """One for each address of the host; an address that cannot be used is refused.

    They say that they are TCP's, which those that uvicorn makes for several processes do not: without that asyncio
    does not ask for small packets to be sent at once, and a page comes 40 ms late.
    """
    sockets: list[socket.socket] = []
    try:
        for family, kind, _, _, address in _addresses(host, port):
            one = socket.socket(family, kind, socket.IPPROTO_TCP)
            sockets.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:  # an address of the older kind has a socket of its own
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                one.bind(address)
            except OSError as error:
                # localhost has an address of the newer kind by name also where the machine has none
                if error.errno != errno.EADDRNOTAVAIL or len(sockets) == 1:
                    raise
                sockets.pop().close()
    except OSError as error:
        for one in sockets:
            one.close()
        raise SettingError(
            f"the server cannot answer at {host} port {port}: {error.strerror or error}; is another one running there? "
            "Choose another: --port N"
        ) from None
    return sockets


def _addresses(host: str, port: int) -> list[tuple[int, int, int, str, tuple[str | int, ...]]]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    # the older kind first: it is always there
    return sorted(dict.fromkeys(found), key=lambda one: one[0] != socket.AF_INET)  # type: ignore[arg-type]
