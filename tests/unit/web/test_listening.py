"""The sockets at which a server answers."""

import asyncio
import socket

import pytest

from mtassay.errors import SettingError
from mtassay.web.listening import listening_sockets


def test_what_is_accepted_sends_small_packets_at_once() -> None:
    async def accept() -> bool:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        (one,) = listening_sockets("127.0.0.1", 0)
        async with await asyncio.start_server(handle, sock=one) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            is_set = await accepted
            writer.close()
        return bool(is_set)

    assert asyncio.run(accept())


def test_a_name_is_answered_at_its_address_of_the_older_kind() -> None:
    sockets = listening_sockets("localhost", 0)
    try:
        assert sockets[0].getsockname()[0] == "127.0.0.1"
    finally:
        for one in sockets:
            one.close()


@pytest.mark.parametrize("host", ["no such host.example", "192.0.2.1"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(SettingError, match=r"cannot answer at .* --port N"):
        listening_sockets(host, 8000)
