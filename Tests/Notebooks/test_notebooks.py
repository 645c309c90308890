"""Maps in JupyterLab and marimo in Chromium: python -m unittest discover -s Tests/Notebooks

The Python of the tests has geocode_client, JupyterLab, anywidget and marimo. GEOCODED and STORE name the program and a store, CHROMIUM the
browser; with PICTURES the tests leave pictures in that folder.
"""

import atexit
import functools
import os
import sys
import tempfile
import time
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "EndToEndTests", "Pages"))

import cells
import servers
from browser import Browser, Page

# Counts what of vehicles is seen to move: nodes that stand elsewhere, pictures on the canvas, and the animation frames in which either happened.
COUNT = """
(() => {
  const shown = window.shown = { nodes: 0, pictures: 0, frames: 0 };
  const places = new Map();
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  let drawn = 0;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) { drawn += 1; return draw.apply(this, all); };
  const look = () => {
    let moved = 0;
    for (const view of document.querySelectorAll(".view")) {
      if (places.get(view) !== view.style.transform) moved += 1;
      places.set(view, view.style.transform);
    }
    shown.nodes += moved;
    shown.pictures += drawn;
    if (moved + drawn) shown.frames += 1;
    drawn = 0;
    requestAnimationFrame(look);
  };
  look();
})()
"""


class Frame(Page):
    """The daemon's page in the frame of a page, which has a process of its own."""

    def __init__(self, page):
        self.browser, self.page, end = page.browser, page, time.monotonic() + 60
        while True:
            targets = self.browser.ask("Target.getTargets")["targetInfos"]
            found = [one["targetId"] for one in targets if one["type"] == "iframe" and "/map/fleet?" in one["url"]]
            if found:
                break
            if time.monotonic() > end:
                raise AssertionError(f"no frame of a map in {page.value('document.body.innerText')}")
            time.sleep(0.1)
        self.session = self.browser.ask("Target.attachToTarget", targetId=found[0], flatten=True)["sessionId"]
        self.ask("Runtime.enable")

    def tap(self, selector):
        """Clicks on what a selector finds in the frame, where it is on the page around it."""
        x, y = self.middle(selector)
        left, top = self.page.wait(f"(({{ x, y }}) => [x, y])(({self.page.frame}).getBoundingClientRect())")
        self.page.click((left + x, top + y))


@functools.cache
def browser():
    """The browser of all tests."""
    folder = tempfile.TemporaryDirectory(prefix="gn-")
    atexit.register(folder.cleanup)
    chromium = Browser(os.environ.get("CHROMIUM", "chromium"), folder.name)
    atexit.register(chromium.close)
    return chromium


class NotebookTest(unittest.TestCase):
    """A notebook of some cells in a page."""

    #: The frame of the map in the page, and the text of all that the page says, also in shadow roots.
    frame = """(function find(root) {
      for (const one of root.querySelectorAll("*")) {
        if (one.matches("iframe[title=Map]")) return one;
        const inner = one.shadowRoot && find(one.shadowRoot);
        if (inner) return inner;
      }
    })(document)"""
    text = """(function read(root) {
      const inner = [...root.querySelectorAll("*")].filter(one => one.shadowRoot).map(one => read(one.shadowRoot));
      return [root === document ? document.body.innerText : root.textContent, ...inner].join("\\n");
    })(document)"""

    def open(self, server, path):
        """A page of a server."""
        self.addCleanup(server.stop)
        page = Page(browser(), server.address + path, size=(1100, 1200))
        self.addCleanup(page.close)
        page.frame = self.frame
        return page

    def says(self, page, words):
        """Waits until the page says some words."""
        page.wait(f"{self.text}.includes({words!r})")

    def look(self, page, name):
        """Leaves a picture for who wants to look."""
        if pictures := os.environ.get("PICTURES"):
            time.sleep(1)
            page.picture(f"{pictures}/{name}.png")

    def folder(self):
        folder = tempfile.TemporaryDirectory(prefix="gn-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        return folder.name

    def check_map(self, page, name, prints=True):
        """A tap on the bus reaches the delegate, whose errors are shown."""
        page.wait(f"({self.frame})?.offsetHeight === 420")
        frame = Frame(page)
        frame.wait("document.querySelector('.view[aria-label^=\"Bus 7\"] img').complete")
        frame.tap('.view[aria-label^="Bus 7"] img')
        frame.wait("document.querySelector('.callout').innerText.includes('to the ferry')")
        if prints:
            self.says(page, "selected bus 7")
        frame.tap(".callout button")
        self.says(page, "KeyError: 'no such timetable'")
        self.look(page, name)
        return frame

    def measure(self, page, frame, name):
        """What is shown of vehicles while they move: each second vehicles and frames."""
        frame.wait("document.querySelectorAll('.view').length > 20")
        frame.value(COUNT)
        before, begin = frame.value("({ ...shown })"), time.monotonic()
        time.sleep(4)
        after, seconds = frame.value("({ ...shown })"), time.monotonic() - begin
        self.look(page, name)
        nodes, pictures, frames = (round((after[word] - before[word]) / seconds, 1) for word in ("nodes", "pictures", "frames"))
        print(f"{name}: each second {nodes} nodes and {pictures} pictures are seen to move, in {frames} frames", flush=True)
        self.assertGreater(min(nodes, frames), 0)


class JupyterTests(NotebookTest):
    def open_cells(self, *sources):
        """A page of JupyterLab with a notebook, whose kernel is ready."""
        page = self.open(servers.jupyter_lab(self.folder(), sources), "/lab/tree/fleet.ipynb")
        page.wait("window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'")
        return page

    def run_cell(self, page):
        """Runs the cell that is selected, and selects the next one."""
        page.value("void jupyterapp.commands.execute('notebook:run-cell-and-select-next')")

    def test_a_map_in_jupyterlab(self):
        moves = [cells.MOVE.format(template=template) for template in ("vehicle", "pin")]
        page = self.open_cells(cells.MAP, *moves, "widget.close()")
        self.run_cell(page)
        frame = self.check_map(page, "jupyterlab")
        for name in ("clusters", "pins"):
            self.run_cell(page)
            page.value(f"({self.frame}).scrollIntoView()")
            self.measure(page, frame, f"jupyterlab-{name}")
            page.wait(f"{self.text}.match(/moved \\d+ a second/g)?.length === {1 if name == 'clusters' else 2}")
        print(page.value(f"{self.text}.match(/moved \\d+ a second/g).join(', ')"))
        self.run_cell(page)
        page.wait(f"!({self.frame})")


    def test_a_map_behind_the_proxy_of_jupyter_and_a_daemon_that_does_not_know_it(self):
        page = self.open_cells(cells.MAP, cells.PROXY, cells.STRANGER)
        self.run_cell(page)
        page.wait(self.frame)
        self.run_cell(page)
        frame = """document.querySelector('iframe[src^="/proxy/"]')"""
        bus = f"""{frame}.contentDocument.querySelector('.view[aria-label^="Bus 8"] img')"""
        page.wait(f"{bus}.complete")
        page.value(f"{frame}.scrollIntoView()")
        left, top = page.box('iframe[src^="/proxy/"]')[:2]
        x, y = page.wait(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({bus}.getBoundingClientRect())")
        page.click((left + x, top + y))
        self.says(page, "selected bus 8")
        self.look(page, "jupyterlab-proxy")
        self.run_cell(page)
        self.says(page, f"--allow-frame {page.value('location.origin')}")
        self.look(page, "jupyterlab-stranger")


class MarimoTests(NotebookTest):
    def test_a_map_in_marimo(self):
        page = self.open(servers.marimo(self.folder(), [cells.MAP]), "/")
        self.check_map(page, "marimo")


if __name__ == "__main__":
    unittest.main()
