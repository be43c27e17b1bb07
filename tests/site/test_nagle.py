"""Small answers leave at once."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

from novuss_site.serve import bound_socket


def test_a_connection_of_the_server_does_not_wait_for_more_to_send() -> None:
    """asyncio turns Nagle's algorithm off only where the socket is named as TCP; else an answer in two parts waits for
    the other side's delayed acknowledgement, 40 ms."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def meet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        server = await asyncio.start_server(meet, sock=bound_socket("127.0.0.1", 0))
        async with server:
            _reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            value = await asyncio.wait_for(found, 10)
            writer.close()
            await writer.wait_closed()
        return value

    # In a thread of its own: the browser of other tests may have a loop going in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, accepted()).result() != 0
