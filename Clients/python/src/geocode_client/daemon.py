"""Where the daemon is, and a daemon of one's own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from typing import List, Optional, Sequence, Union

from .errors import GeocodingError


class DaemonError(GeocodingError):
    """A daemon could not be started."""


def default_socket() -> str:
    """Where ``geocoded`` listens by default: ``$GEOCODED_SOCKET``, else ``$XDG_RUNTIME_DIR/geocoded.sock``, else a file in
    ``geocode`` below ``$XDG_STATE_HOME`` (``~/.local/state``)."""
    given = os.environ.get("GEOCODED_SOCKET")
    if given:
        return given
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return os.path.join(runtime, "geocoded.sock")
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(state, "geocode", "geocoded.sock")


class Daemon:
    """A private daemon over a store, for programs that cannot count on one that runs.

        with Daemon("places.sqlite") as daemon, Client(daemon.socket) as client:
            ...

    It listens on a socket that only this user can reach, in a folder of its own, and ends with the block, or with this process, however
    that ends. A process that is forked may ask it, and leaves it to its parent.
    """

    #: Waits for the end of the process that holds the other end of its standard input; not even kill -9 is missed.
    _LIFELINE = 'read -r _; kill "$1"; rm -rf -- "$2"'

    def __init__(
        self,
        store: Union[str, "os.PathLike[str]"],
        program: str = "geocoded",
        arguments: Sequence[str] = (),
        start_timeout: float = 60.0,
    ) -> None:
        """
        :param store: the database file, made by ``geocode import``.
        :param program: the daemon's program, a name on the path or a path.
        :param arguments: more options for it.
        :param start_timeout: seconds until it must answer.
        :raises DaemonError: when it does not start; the text says what it printed.
        """
        found = shutil.which(program)
        if found is None:
            raise DaemonError(f"the program {program} is not on the path: install it, or give its path")
        self._folder = tempfile.mkdtemp(prefix="geocoded-")
        self.socket = os.path.join(self._folder, "geocoded.sock")
        command: List[str] = [found, "--database", os.fspath(store), "--socket", self.socket, *arguments]
        self._owner = os.getpid()
        self._log = tempfile.TemporaryFile()
        self._process: Optional["subprocess.Popen[bytes]"] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )
        self._lifeline = subprocess.Popen(
            ["/bin/sh", "-c", self._LIFELINE, "sh", str(self._process.pid), self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            self._wait(start_timeout)
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> "Daemon":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.stop()

    def stop(self) -> None:
        """Ends the daemon: what it was asked is answered first. Does nothing the second time."""
        if os.getpid() != self._owner:
            return
        process, self._process = self._process, None
        if process is not None:
            # Before the daemon's number may be that of another process.
            self._lifeline.kill()
            self._lifeline.communicate()
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
        self._log.close()

    def _wait(self, seconds: float) -> None:
        assert self._process is not None
        end = time.monotonic() + seconds
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                try:
                    probe.connect(self.socket)
                    return
                except OSError:
                    pass
            if self._process.poll() is not None:
                raise DaemonError(f"the daemon ended with status {self._process.returncode}: {self._said()}")
            if time.monotonic() > end:
                raise DaemonError(f"the daemon did not answer within {seconds} s: {self._said()}")
            time.sleep(0.01)

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace").strip()[-2000:]
