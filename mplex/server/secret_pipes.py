"""Secrets as descriptors: each is read once, by whoever the descriptor is sent to.

A secret is never part of a line, so nothing that keeps or shows lines can keep it. It waits in an
anonymous pipe, or in memory without a name where a pipe can't hold it, and goes when the last
descriptor is closed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from mplex.dialog.answer import Secret


def open_secrets(secrets: Mapping[str, Secret]) -> tuple[dict[str, int], list[int]]:
    """Return the index of every secret's descriptor by name, and the descriptors to send.

    Each descriptor holds the secret in UTF-8 and then ends; all are close-on-exec.
    """
    places: dict[str, int] = {}
    descriptors: list[int] = []
    try:
        for name, secret in secrets.items():
            descriptors.append(open_secret(secret))
            places[name] = len(descriptors) - 1
    except OSError:
        # Without a descriptor for all of them none is sent; the asker reports them as lost.
        for descriptor in descriptors:
            os.close(descriptor)
        return {}, []
    return places, descriptors


def open_secret(secret: Secret) -> int:
    """Return a descriptor from which a secret can be read; raises OSError without one."""
    data = secret.reveal().encode("utf-8", "surrogatepass")
    # Nobody reads yet, so what does not fit at once must not be waited for.
    reading, writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        whole = os.write(writing, data) == len(data) if data else True
    except BlockingIOError:
        whole = False
    finally:
        os.close(writing)
    if not whole:
        os.close(reading)
        return _in_memory(data)
    os.set_blocking(reading, True)
    return reading


def _in_memory(data: bytes) -> int:
    """Return a descriptor of a file without a name that exists in memory only."""
    descriptor = os.memfd_create("secret", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
