import os
import signal

import pytest

from rankrees.experiment.interrupts import Interrupts


def press():
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_one_waits_until_the_program_is_ready():
    told = []
    with Interrupts(told.append) as interrupts:
        press()
        assert interrupts.count == 1
        assert len(told) == 1
        interrupts.check(patience=1)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()


def test_the_second_one_does_not_wait():
    with Interrupts() as interrupts:
        press()
        with pytest.raises(KeyboardInterrupt):
            press()
        assert interrupts.count == 2


def test_it_is_heard_at_once_where_that_does_no_harm():
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt), interrupts.at_once():
            press()
        with pytest.raises(KeyboardInterrupt), interrupts.at_once():
            pytest.fail("one that waited is heard on the way in")


def test_what_a_compiled_kernel_makes_of_it():
    """A kernel that is interrupted while it is called raises SystemError."""
    with Interrupts() as interrupts:
        with pytest.raises(SystemError), interrupts.at_once():
            raise SystemError
        with pytest.raises(KeyboardInterrupt), interrupts.at_once():
            _press_in_a_kernel()


def _press_in_a_kernel():
    try:
        press()
    except KeyboardInterrupt:
        raise SystemError from None


def test_the_way_it_was_before_comes_back():
    before = signal.getsignal(signal.SIGINT)
    with Interrupts():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before
