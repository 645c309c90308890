"""JupyterLab and marimo on ports of their own, with the notebook of a test."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 120.0


class Server:
    """A program that answers HTTP on this machine, and ends with the test."""

    def __init__(self, folder, *words):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, "-m", *(word.format(port=self.port) for word in words)]
        # Nothing of the user's own settings, and no question for news.
        environment = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "MARIMO_SKIP_UPDATE_CHECK": "1"}
        with open(os.path.join(folder, f"{words[0]}.log"), "wb") as log:
            self._process = subprocess.Popen(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._wait()

    def _wait(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                urllib.request.urlopen(self.address, timeout=5).close()
                return
            except urllib.error.HTTPError as answer:
                answer.close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"no answer at {self.address}")

    def stop(self):
        """Has it end, and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def address(self):
        return f"http://localhost:{self.port}"


def jupyter_lab(folder, cells):
    """JupyterLab, with a notebook `fleet.ipynb` of some cells."""
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel},
        "cells": [{**cell, "id": f"cell{number}", "source": source.strip()} for number, source in enumerate(cells)]}
    with open(os.path.join(folder, "fleet.ipynb"), "w", encoding="utf-8") as file:
        json.dump(notebook, file)
    settings = os.path.join(folder, ".jupyter", "lab", "user-settings", "@jupyterlab", "apputils-extension")
    os.makedirs(settings)
    with open(os.path.join(settings, "notification.jupyterlab-settings"), "w", encoding="utf-8") as file:
        json.dump({"fetchNews": "false"}, file)
    return Server(
        folder, "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")


def marimo(folder, cells):
    """marimo, with an app of some cells."""
    lines = ["import marimo", "app = marimo.App(width='full')"]
    for source in cells:
        lines += ["@app.cell", "def _():", *(f"    {line}" for line in source.strip().splitlines()), "    return"]
    with open(os.path.join(folder, "fleet.py"), "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, ""]))
    # Runs the cells when the page is opened; by default somebody has to press a button.
    with open(os.path.join(folder, ".marimo.toml"), "w", encoding="utf-8") as file:
        file.write("[runtime]\nauto_instantiate = true\n")
    return Server(
        folder, "marimo", "edit", "fleet.py", "--headless", "--no-token", "--host", "127.0.0.1", "--port", "{port}",
        "--skip-update-check")
