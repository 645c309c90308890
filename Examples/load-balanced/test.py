#!/usr/bin/env python3
"""Kills and replaces daemons behind HAProxy while eight clients ask; every question must get the answer that a daemon gives by itself.

    python3 Examples/load-balanced/test.py [STORE]

The default store if none is given, at San Francisco. Takes `geocoded` from the path, or from GEOCODE_PROGRAMS; needs HAProxy
(`apt install haproxy`), and skips with a line where it is missing. Nothing listens beyond this machine, or stays.
"""

import http.client
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

CLIENTS = 8
POINT = tuple(float(number) for number in os.environ.get("GEOCODED_POINT", "37.77 -122.41").split())
POINTS = [(POINT[0] + row * 1e-4, POINT[1] + column * 1e-4) for row in range(5) for column in range(5)]
PROGRAM = os.path.join(os.environ.get("GEOCODE_PROGRAMS", ""), "geocoded")
EXAMPLE = os.path.dirname(os.path.abspath(__file__))


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Daemon:
    """A daemon that answers when this returns."""

    def __init__(self, folder, name, store):
        self.path = f"{folder}/{name}.http"
        read, write = os.pipe()
        # fmt: off
        arguments = [PROGRAM, "--socket", f"{folder}/{name}.sock", "--http", f"unix:{self.path}", "--no-access-log", "--ready-fd", str(write)]
        # fmt: on
        self.process = subprocess.Popen(
            arguments + (["--database", store] if store else []), pass_fds=[write], stderr=subprocess.DEVNULL
        )
        os.close(write)
        with os.fdopen(read) as ready:
            if not ready.read():
                sys.exit(f"geocoded ended with {self.process.wait()}")

    def answered(self):
        """How many questions it has answered."""
        lines = ask(UnixConnection(self.path), "GET", "/metrics")[1].decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith("geocoded_answers_total"))

    def end(self, number):
        self.process.send_signal(number)
        return self.process.wait()


class Load:
    """Clients that ask without a pause until they are told to stop, and compare."""

    def __init__(self, port, questions):
        self.port, self.questions = port, questions
        self.count, self.wrong, self.goes_on = 0, [], True
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.run, args=(number,)) for number in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        for question, expected in itertools.islice(itertools.cycle(self.questions), number, None):
            if not self.goes_on:
                return
            try:
                answer = ask(connection, *question)
            except (OSError, http.client.HTTPException) as problem:
                answer = problem
                connection.close()
            with self.lock:
                self.count += 1
                if answer != expected:
                    self.wrong.append((question[1], answer))

    def wait(self, condition):
        while not condition():
            if self.wrong:
                self.stop()
            time.sleep(0.02)

    def go_on(self, further=100):
        """Waits for so many further answers."""
        end = self.count + further
        self.wait(lambda: self.count >= end)

    def stop(self):
        self.goes_on = False
        for thread in self.threads:
            thread.join()
        if self.wrong:
            sys.exit(f"{len(self.wrong)} of {self.count} questions failed, the first one: {self.wrong[0]}")


def ask(connection, method, path, body=None):
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    response = connection.getresponse()
    return response.status, response.read()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def main(store=None):
    proxy = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if proxy is None:
        return print("skipped: there is no haproxy on this machine (apt install haproxy)")
    with tempfile.TemporaryDirectory() as folder:
        daemons = {name: Daemon(folder, name, store) for name in ("one", "two")}
        port = free_port()
        variables = {**os.environ, "GEOCODE_LISTEN": f"127.0.0.1:{port}", "GEOCODE_SOCKETS": folder}
        balancer = subprocess.Popen([proxy, "-q", "-db", "-f", f"{EXAMPLE}/haproxy.cfg"], env=variables)
        try:
            alone = UnixConnection(daemons["one"].path)
            batch = json.dumps({"coordinates": [{"latitude": point[0], "longitude": point[1]} for point in POINTS]})
            questions = [("GET", "/placemark?lat=%.6f&lon=%.6f" % point) for point in POINTS]
            questions.append(("POST", "/placemarks", batch))
            questions = [(question, ask(alone, *question)) for question in questions]
            assert any(answer[0] == 200 for _, answer in questions), questions
            alone.close()
            while balancer.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.02)
            load = Load(port, questions)
            for name, number in [("one", signal.SIGKILL), ("two", signal.SIGKILL), ("one", signal.SIGTERM), ("two", signal.SIGKILL)]:
                load.go_on()
                daemons[name].end(number)
                load.go_on()
                daemons[name] = Daemon(folder, name, store)
                load.wait(lambda: daemons[name].answered() >= 100)
            load.stop()
            print(f"{load.count} answers, none failed: three daemons were killed, one was stopped, and all were replaced")
        finally:
            for process in [balancer, *(daemon.process for daemon in daemons.values())]:
                process.kill()
                process.wait()


if __name__ == "__main__":
    if any(word.startswith("-") for word in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    main(*sys.argv[1:])
