"""Ctrl-C at a moment of our choosing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Interrupts:
    """Holds Ctrl-C back while a fold is computed or kept.

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
        self._before: Any = None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _heard(self, signum: int, frame: FrameType | None) -> None:
        self.count += 1
        if self._at_once or self.count > 1:
            raise KeyboardInterrupt
        if self._say is not None:
            self._say("finishing the running fold (Ctrl-C again to drop it)")

    def check(self, patience: int = 0) -> None:
        """Stop here if Ctrl-C was pressed more than `patience` times."""
        if self.count > patience:
            raise KeyboardInterrupt

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
