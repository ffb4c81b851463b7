"""A proxy that breaks answers: it drops requests and answers, delays them, asks twice, cuts answers, and
answers with a page of its own.

Arguments: the ledger's port, the seed, and faults. Where faults are named, the requests to each address have
these in turn instead of random ones. Prints its own port.
"""
import asyncio
import collections
import random
import sys

from worker import end_with_parent

PAGE = b"<html><body>Bad Gateway</body></html>"
FAULTS = {"none": 58, "dropped": 5, "unheard": 6, "late": 20, "doubled": 5, "cut": 4, "page": 2}


async def message(reader):
    """Reads one message. Returns its head without its ending, and its body."""
    head = (await reader.readuntil(b"\r\n\r\n"))[:-4]
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    return head, await reader.readexactly(length)


def closing(head):
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join(lines + [b"Connection: close"]) + b"\r\n\r\n"


class Proxy:
    def __init__(self, port, seed, turns):
        self.port, self.random = port, random.Random(seed)
        self.turns, self.asked = turns, collections.Counter()

    async def ask(self, head, body):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(closing(head) + body)
            await writer.drain()
            head, body = await message(reader)
            return closing(head), body
        finally:
            writer.close()

    async def pause(self):
        """Waits long enough for others to read what came after."""
        await asyncio.sleep(min(2, self.random.expovariate(4)))

    async def answer(self, fault, head, body):
        if fault == "dropped":
            return b""
        if fault == "page":
            return (b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: "
                    + str(len(PAGE)).encode() + b"\r\nConnection: close\r\n\r\n" + PAGE)
        answers = [await self.ask(head, body)]
        if fault == "doubled":
            await self.pause()
            answers.append(await self.ask(head, body))
        if fault == "late":
            await self.pause()
        answer = b"".join(self.random.choice(answers))
        if fault == "unheard":
            return b""
        return answer[:self.random.randrange(len(answer))] if fault == "cut" else answer

    def fault(self, head):
        if not self.turns:
            return self.random.choices(list(FAULTS), FAULTS.values())[0]
        address = head.split(b"\r\n")[0]
        self.asked[address] += 1
        return self.turns[(self.asked[address] - 1) % len(self.turns)]

    async def serve(self, reader, writer):
        try:
            head, body = await message(reader)
            writer.write(await self.answer(self.fault(head), head, body))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass                    # the ledger or the game is gone, which is a fault like others
        finally:
            writer.close()


async def main():
    proxy = Proxy(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0, limit=1 << 20)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    end_with_parent()
    asyncio.run(main())
