"""wait-for: shell scripts that wait for each other through named channels.

A channel exists while somebody waits, holds its lock, or has signalled it before anyone waited.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.errors import CommandError

MAX_CHANNELS = 10_000


class Channel:
    """One named channel: who waits for a signal, and who for the lock."""

    def __init__(self) -> None:
        self.woken = False
        self.locked = False
        self.waiting: list[Callable[[], None]] = []
        self.lockers: deque[Callable[[], None]] = deque()

    @property
    def idle(self) -> bool:
        """Nobody would miss the channel."""
        return not (self.woken or self.locked or self.waiting or self.lockers)


class Channels:
    """A server's channels by name; bounded."""

    def __init__(self) -> None:
        self._by_name: dict[str, Channel] = {}

    def get(self, name: str) -> Channel:
        """Return the channel, made when it is new; CommandError beyond the bound."""
        if name not in self._by_name:
            if len(self._by_name) >= MAX_CHANNELS:
                raise CommandError(f"too many channels: {MAX_CHANNELS} is the limit")
            self._by_name[name] = Channel()
        return self._by_name[name]

    def settle(self, name: str) -> None:
        """Drop the channel when it is idle."""
        if name in self._by_name and self._by_name[name].idle:
            del self._by_name[name]


def wait_for(context: Context, args: Args) -> None:
    """Wait for a channel's signal; -S signals it, -L locks and -U unlocks it."""
    name = str(args.words[0])
    channels = context.server.channels
    channel = channels.get(name)
    try:
        if args.has("S"):
            _signal(channel)
        elif args.has("L"):
            _lock(context, channel)
        elif args.has("U"):
            _unlock(channel, name)
        elif channel.woken:
            channel.woken = False
        else:
            channel.waiting.append(context.pause())
    finally:
        channels.settle(name)


def _signal(channel: Channel) -> None:
    """Wake all who wait; with nobody there, the next to come need not wait."""
    waiting, channel.waiting = channel.waiting, []
    channel.woken = not waiting
    for resume in waiting:
        resume()


def _lock(context: Context, channel: Channel) -> None:
    if channel.locked:
        channel.lockers.append(context.pause())
    channel.locked = True


def _unlock(channel: Channel, name: str) -> None:
    if not channel.locked:
        raise CommandError(f"channel {name} not locked")
    if channel.lockers:
        channel.lockers.popleft()()  # The lock goes to the next in line.
    else:
        channel.locked = False


COMMANDS = (
    Command(
        "wait-for", "wait", "LSU", "channel", 1, 1,
        "Wait for a channel's signal; -S signals, -L locks, -U unlocks it.",
        wait_for,
    ),
)  # fmt: skip
