"""How many programs may be connected to the control socket, and how much they may leave there.

Each connection has limits of its own; here is what holds for all of them together, so that a
thousand of them can't do what one can't. Who goes is decided so that nobody suffers who has done
nothing: the newcomer where there are too many, else one that leaves much lying, for the longest.
"""

from __future__ import annotations

from typing import Protocol

from mplex.errors import Refused

MEMBERS_MAX = 256
"""Connections of one user at once."""
HELD_MAX = 64 << 20
"""Bytes of unfinished lines, requests not served yet and answers not taken, of all connections."""


class Member(Protocol):
    """A connection as the crowd sees it."""

    @property
    def uid(self) -> int:
        """The user whose program it is."""

    def dismiss(self, error: Refused) -> None:
        """Say why, and hang up."""


class Crowd:
    """All that are connected, and what each of them has left lying."""

    def __init__(self, most: int = MEMBERS_MAX, held: int = HELD_MAX) -> None:
        self._most = most
        self._held_max = held
        self._users: dict[int, int] = {}
        self._held: dict[Member, int] = {}
        """Bytes of those that have any lying, in the order in which they began to."""
        self._total = 0

    def enter(self, member: Member) -> bool:
        """Count one more; one too many is dismissed, and False returned."""
        count = self._users.get(member.uid, 0)
        if count >= self._most:
            member.dismiss(
                Refused(
                    f"{count} programs of this user are connected already",
                    code="busy",
                    hint="end some of them: each holds a connection to the control socket open",
                )
            )
            return False
        self._users[member.uid] = count + 1
        return True

    def leave(self, member: Member) -> None:
        """Count one less; only for those that were let in."""
        self.hold(member, 0)
        left = self._users[member.uid] - 1
        if left:
            self._users[member.uid] = left
        else:
            del self._users[member.uid]

    def hold(self, member: Member, count: int) -> None:
        """Note that a member has so many bytes lying now; dismiss whom that makes too many."""
        self._total += count - self._held.get(member, 0)
        if count:
            self._held[member] = count
        else:
            self._held.pop(member, None)
        while self._total > self._held_max:
            self._dismiss_one()

    def _dismiss_one(self) -> None:
        """Dismiss the one that has at least its share lying, and has had something the longest."""
        members = len(self._held)
        member = next(each for each, count in self._held.items() if count * members >= self._total)
        self._total -= self._held.pop(member)
        member.dismiss(
            Refused(
                "too much lies on the control socket, unfinished or not taken, and this "
                "connection has left its part there the longest",
                code="busy",
                hint="send whole lines, and read the answers",
            )
        )
