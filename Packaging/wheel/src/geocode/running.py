"""Long calls of the library that Ctrl-C ends.

1. Python handles signals between steps of the main thread, which a long call would never take.
2. So the call runs on a thread of its own, and the main thread waits, which signals interrupt.
3. An exception of a signal handler or of the progress function stops the library, and is raised when it has stopped.
4. Progress is reported on the thread that called, as displays of progress expect.
"""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Optional, Tuple

from .library import NO_PROGRESS, PROGRESS

#: Called with how many points are answered, and how many there are.
Progress = Callable[[int, int], object]
#: So many points are answered before anybody presses Ctrl-C: a thread for them would take longer than it is worth.
SHORT = 2_000


def run(call: Callable[[Any], None], progress: Optional[Progress], count: int) -> None:
    """Runs ``call`` with a function for the option ``progress`` of the library.

    :param count: how many points the call answers.
    :raises BaseException: one of the call, of a signal handler or of the progress function.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if progress is None and (count <= SHORT or not in_main):
        call(NO_PROGRESS)
    else:
        _Run(call).wait(progress, count)


class _Run:
    """A call on its own thread."""

    def __init__(self, call: Callable[[Any], None]) -> None:
        self._call = call
        self._news = threading.Event()
        self._counts: Optional[Tuple[int, int]] = None
        self._has_ended = False
        self._must_stop = False
        self._raised: Optional[BaseException] = None
        self._thread = threading.Thread(target=self._work, name="geocode", daemon=True)

    def wait(self, progress: Optional[Progress], count: int) -> None:
        """Starts the call and returns when it has ended."""
        report = _Report(progress)
        try:
            self._thread.start()
            while not self._has_ended:
                self._news.wait()
                self._news.clear()
                report(self._counts)
            self._thread.join()
            if self._raised is None:
                report((count, count))
        except BaseException:
            self._stop()
            raise
        if self._raised is not None:
            raise self._raised

    def _work(self) -> None:
        try:
            self._call(PROGRESS(self._hear))
        except BaseException as problem:
            self._raised = problem
        finally:
            self._has_ended = True
            self._news.set()

    def _hear(self, context: Any, done: int, total: int) -> int:
        self._counts = (done, total)
        self._news.set()
        return 1 if self._must_stop else 0

    def _stop(self) -> None:
        """Waits for the library to notice, which takes moments. Until then it reads and writes the buffers of the call.

        :raises BaseException: the last one of a signal handler that was called meanwhile.
        """
        self._must_stop = True
        raised: Optional[BaseException] = None
        # A join() that a signal interrupts takes the thread for ended in some versions of Python.
        while self._thread.ident is not None and not self._has_ended:
            try:
                time.sleep(0.001)
            except BaseException as problem:
                raised = problem
        if raised is not None:
            raise raised


class _Report:
    """Calls the progress function for counts that it has not heard yet."""

    def __init__(self, progress: Optional[Progress]) -> None:
        self._progress = progress
        self._last: Optional[Tuple[int, int]] = None

    def __call__(self, counts: Optional[Tuple[int, int]]) -> None:
        if self._progress is not None and counts is not None and counts != self._last:
            self._last = counts
            self._progress(*counts)
