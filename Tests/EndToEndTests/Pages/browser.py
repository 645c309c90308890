"""Chromium without a window, driven by its DevTools protocol over a pipe.

Nothing waits for a time: a condition is asked for until it holds, a minute at most.
"""

import base64
import json
import os
import select
import subprocess
import time

PATIENCE = 60.0


class Browser:
    """One process with any number of pages. Each message ends with a zero byte."""

    def __init__(self, program, folder):
        (reads, self._out), (self._in, writes) = os.pipe(), os.pipe()
        # The protocol wants descriptors 3 and 4; the shell puts them there, whatever their numbers were.
        command = [
            "/bin/sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (reads, writes), program, "--headless=new", "--no-sandbox",
            "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
            "--hide-scrollbars", "--force-color-profile=srgb", "--lang=en-US", "about:blank"]
        self._process = subprocess.Popen(
            command, pass_fds=(reads, writes), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": folder})
        os.close(reads)
        os.close(writes)
        self._kept, self._number, self.faults = b"", 0, []

    def close(self):
        """Ends it."""
        try:
            self.ask("Browser.close")
        except (OSError, EOFError):
            pass
        self._process.wait(PATIENCE)

    def ask(self, method, session=None, **params):
        """The result of a command. What pages complain about meanwhile is kept in `faults`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._note(answer)

    def _note(self, event):
        params = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.faults.append(params["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.faults.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")

    def _read(self):
        while b"\0" not in self._kept:
            if not select.select([self._in], [], [], PATIENCE)[0]:
                raise EOFError("the browser says nothing")
            part = os.read(self._in, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self._kept += part
        line, _, self._kept = self._kept.partition(b"\0")
        return json.loads(line)


class Page:
    """A page. Places on it are CSS pixels from its upper left corner."""

    KEYS = {"+": 187, "-": 189, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32}
    KEYS.update(ArrowLeft=37, ArrowUp=38, ArrowRight=39, ArrowDown=40)

    def __init__(self, browser, address, size=(800, 600), dark=False, phone=False, calm=False, script=True):
        self.browser = browser
        # In a context of its own every page is in front.
        self.context = browser.ask("Target.createBrowserContext")["browserContextId"]
        self.target = browser.ask("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.resize(*size, phone=phone)
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        self.ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])
        if phone:
            self.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        if not script:
            self.ask("Emulation.setScriptExecutionDisabled", value=True)
        self.ask("Page.navigate", url=address)

    def ask(self, method, **params):
        return self.browser.ask(method, self.session, **params)

    def close(self):
        self.browser.ask("Target.disposeBrowserContext", browserContextId=self.context)

    def resize(self, width, height, phone=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    # What is there.

    def value(self, script):
        """What a piece of script comes to."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails']['exception'].get('description')}")
        return answer["result"].get("value")

    def wait(self, script):
        """Waits until a piece of script comes to something that is true, and returns that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if found := self.value(f"(found => found instanceof Node || found)({script})"):
                    return found
            except AssertionError:  # what it looks at is not there yet
                pass
            time.sleep(0.01)
        raise AssertionError(f"never: {script}\nat the end: {self.value('document.body.innerText')}")

    def box(self, selector):
        """Left, top, width and height of what a selector finds, once that is there and does not move any more."""
        return self.wait(
            "new Promise(done => { let last = ''; const look = () => { const b = document.querySelector(%s)"
            ".getBoundingClientRect(); const now = [b.x, b.y, b.width, b.height]; if (String(now) === last) done(now);"
            " else { last = String(now); requestAnimationFrame(() => requestAnimationFrame(look)); } }; look(); })"
            % json.dumps(selector))

    def middle(self, selector):
        """The middle of what a selector finds."""
        left, top, width, height = self.box(selector)
        return left + width / 2, top + height / 2

    def names(self, *roles):
        """What a screen reader is told: role and name of all nodes that it is told of, in their order."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        known = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored")]
        return [(role, name) for role, name in known if not roles or role in roles]

    def picture(self, path):
        """Writes what is to be seen as PNG."""
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    # What people do.

    def _mouse(self, kind, point, **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], **more)

    def press(self, point):
        self._mouse("mouseMoved", point)
        self._mouse("mousePressed", point, button="left", buttons=1, clickCount=1)

    def move(self, point):
        self._mouse("mouseMoved", point, button="left", buttons=1)

    def hold(self, point):
        """Holds still and lets go, so that nothing slides on."""
        self.value("new Promise(done => setTimeout(done, 100))")
        self.release(point)

    def release(self, point):
        self._mouse("mouseReleased", point, button="left", buttons=0, clickCount=1)

    def click(self, place):
        """Clicks on a point, or on the middle of what a selector finds."""
        point = self.middle(place) if isinstance(place, str) else place
        self.press(point)
        self.release(point)

    def drag(self, start, way):
        """Presses, and moves in steps; the button stays down."""
        self.press(start)
        self.move((start[0] + 3, start[1]))
        for step in range(1, 5):
            self.move((start[0] + way[0] * step / 4, start[1] + way[1] * step / 4))
        return start[0] + way[0], start[1] + way[1]

    def wheel(self, point, turn):
        self._mouse("mouseWheel", point, deltaX=0, deltaY=turn)

    def touch(self, kind, *points):
        self.ask("Input.dispatchTouchEvent", type=f"touch{kind}", touchPoints=[{"x": x, "y": y} for x, y in points])

    def key(self, name, shift=False):
        """Presses a key and lets go of it."""
        event = {"key": name, "code": name, "windowsVirtualKeyCode": self.KEYS[name], "modifiers": 8 if shift else 0}
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        self.ask("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.ask("Input.dispatchKeyEvent", type="keyUp", **event)
