"""The sockets at which a server answers."""

import asyncio
import pickle
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.reduction import ForkingPickler

import pytest

from mtassay.errors import SettingError
from mtassay.web.serving.listening import listening_sockets


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

    # a journey in the same process may have left a loop running in this thread
    with ThreadPoolExecutor(1) as other_thread:
        assert other_thread.submit(asyncio.run, accept()).result()


def test_a_name_is_answered_at_its_address_of_the_older_kind() -> None:
    sockets = listening_sockets("localhost", 0)
    try:
        assert sockets[0].getsockname()[0] == "127.0.0.1"
    finally:
        for one in sockets:
            one.close()


@pytest.mark.parametrize("host", ["no such host.example", "192.0.2.1"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(SettingError, match=r"cannot answer at .* Choose another port"):
        listening_sockets(host, 8000)


def test_processes_that_get_it_have_queues_of_their_own_and_no_other_server_has_the_address() -> None:
    (first,) = listening_sockets("127.0.0.1", 0, processes=2)
    address, port = first.getsockname()
    copies: list[socket.socket] = [pickle.loads(ForkingPickler.dumps(first)) for _ in range(2)]
    try:
        for one in copies:
            one.listen(64)
            one.setblocking(False)
        guests = [socket.create_connection((address, port), 5) for _ in range(64)]
        # who stands in one queue is out of reach of the other; nobody waits at the socket that was there first
        counts = [len(list(_accepted(one))) for one in copies]
        assert sum(counts) == 64
        assert min(counts) > 10  # one in a million is dealt out worse by chance
        for guest in guests:
            guest.close()
        with pytest.raises(SettingError, match="is another one running there"):
            listening_sockets(address, port, processes=2)
        with pytest.raises(SettingError, match="is another one running there"):
            listening_sockets(address, port)
    finally:
        for one in (first, *copies):
            one.close()


def _accepted(one: socket.socket) -> Iterator[str]:
    while True:
        try:
            guest, _ = one.accept()
        except BlockingIOError:
            return
        guest.close()
        yield "somebody"
