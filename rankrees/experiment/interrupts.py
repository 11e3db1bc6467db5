"""Being asked to stop, by Ctrl-C or another signal, at a moment of our choosing."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, `kill` or the end of a service, and a terminal that is closed."""

_LOOK_EVERY_S = 1.0


class Stopped(KeyboardInterrupt):
    """The program was asked to stop, by the signal `signum`."""

    def __init__(self, signum: int = signal.SIGINT) -> None:
        super().__init__(signum)
        self.signum = signum


def exit_code(stop: KeyboardInterrupt) -> int:
    """Return what the program ends with: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + stopping_signal(stop)


def stopping_signal(stop: KeyboardInterrupt) -> int:
    """Return the signal that asked to stop."""
    return int(getattr(stop, "signum", signal.SIGINT))


@contextmanager
def _listening(heard: Callable[[int, FrameType | None], Any]) -> Iterator[None]:
    """Have a function called on signals; not on one that is ignored, as by nohup."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {
        number: signal.signal(number, heard)
        for number in STOPPING
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Let every signal that stops the program do so as Ctrl-C does.

    What is under way is cleaned up then: temporary files go, old files stay.
    """

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Stopped(signum)

    with _listening(stop):
        yield


class Interrupts:
    """Holds Ctrl-C, and other signals to stop, back while a fold is computed or kept.

    Python raises KeyboardInterrupt between any two instructions: inside a compiled
    kernel it comes out as a SystemError, which would be kept as that fold's failure.
    So the first Ctrl-C only asks to stop, and is heard where the program is ready for
    it; a second one does not wait.

    Parameters
    ----------
    say
        Told when a Ctrl-C has to wait.
    """

    def __init__(self, say: Callable[[str], None] | None = None) -> None:
        self.count = 0
        self._say = say
        self._at_once = False
        self._signum: int = signal.SIGINT
        self._listening: Any = None

    def __enter__(self) -> Interrupts:
        self._listening = _listening(self._heard)
        self._listening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.__exit__(None, None, None)

    def _heard(self, signum: int, frame: FrameType | None) -> None:
        self.count += 1
        self._signum = signum
        if self._at_once or self.count > 1:
            raise Stopped(signum)
        if self._say is not None:
            self._say("finishing the running fold (Ctrl-C again to drop it)")

    def check(self, patience: int = 0) -> None:
        """Stop here if Ctrl-C was pressed more than `patience` times."""
        if self.count > patience:
            raise Stopped(self._signum)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Let Ctrl-C stop what is done inside without waiting."""
        self.check()
        self._at_once = True
        try:
            yield
        except SystemError:
            self.check()  # a compiled kernel's way to say KeyboardInterrupt
            raise
        finally:
            self._at_once = False


_watched: set[int] = set()


def obey_only(parent: int) -> None:
    """Make a worker process leave signals to its parent, and end when that is gone.

    A signal from a terminal or a service reaches every process at once; the parent is
    the one to answer. A parent that is killed cannot end its workers, so they look.
    """
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    if parent not in _watched:
        _watched.add(parent)
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY_S)
    os._exit(1)
