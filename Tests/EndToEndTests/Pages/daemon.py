"""The daemon of a test, and a map of it."""

import json
import os
import re
import socket
import subprocess

PATIENCE = 60.0


class Daemon:
    """geocoded with a store, on a socket and a port of its own."""

    def __init__(self, program, store, folder):
        self.program, self.store, self.folder, self.port = program, store, folder, 0
        self.start()

    def start(self):
        """Starts it; anew at the same port."""
        command = [
            self.program, "--database", self.store, "--socket", f"{self.folder}/s", "--no-access-log",
            "--http", f"127.0.0.1:{self.port}"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self._process.stderr:
            if found := re.search(r"http=127\.0\.0\.1:([0-9]+) ", line):
                self.port = int(found.group(1))
                return
        raise AssertionError("geocoded has ended")

    def stop(self):
        """Has it end in order."""
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)
        if self._process.returncode != 0:
            raise AssertionError(f"geocoded ended with {self._process.returncode}")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"


class Map:
    """A map that a client of the socket has open."""

    def __init__(self, daemon, name, **params):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(f"{daemon.folder}/s")
        self._lines = self._socket.makefile("rb")
        self._number, self.callbacks = 0, []
        self.opened = self._ask("mapView.open", {"name": name, "stays": 0, **params})

    def close(self):
        self._lines.close()
        self._socket.close()

    def ask(self, method, **params):
        """The result of a request of the map; callbacks that come before it are kept."""
        return self._ask(f"mapView.{method}", {"mapView": self.opened["mapView"], **params})

    def _ask(self, method, params):
        self._number += 1
        request = {"id": self._number, "method": method, "params": params}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = json.loads(self._lines.readline())
            if "method" in message:
                self.callbacks.append(message)
            elif "error" in message:
                raise AssertionError(message["error"]["message"])
            else:
                return message["result"]

    def callback(self, name, **members):
        """Waits for a callback of this name with these members, and forgets it and what came before it."""
        while True:
            message = self.callbacks.pop(0) if self.callbacks else json.loads(self._lines.readline())
            params = message["params"]
            if message["method"] == f"mapView.{name}" and all(params.get(k) == v for k, v in members.items()):
                return params

    @property
    def center(self):
        """Latitude, longitude and level of what the map shows."""
        state = self.ask("state")
        rect = state["visibleMapRect"]
        return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2, state["level"]
