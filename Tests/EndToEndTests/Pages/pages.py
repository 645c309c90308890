"""Pages in Chromium: python3 -m unittest discover -s Tests/EndToEndTests/Pages

GEOCODED and STORE name the program and a store, CHROMIUM the browser; with PICTURES the tests leave pictures in that folder.
"""

import atexit
import functools
import os
import tempfile
import time
import unittest

from browser import Browser, Page
from daemon import Daemon, Map

CENTER = {"latitude": 47.1003594, "longitude": 9.5007913}
DEPOT = {"id": "depot", "coordinate": CENTER, "title": "Depot", "subtitle": "Lindenweg 7", "view": {
    "draggable": True, "canShowCallout": True,
    "rightCalloutAccessory": {"kind": "button", "id": "more", "symbol": "detailDisclosure"}}}


def view(name):
    """The selector of the picture of the view whose name begins so."""
    return f'.view[aria-label^="{name}"] img'


@functools.cache
def shared():
    """The browser and the daemon of all tests; each alone would cost a second for each test."""
    folder = tempfile.TemporaryDirectory(prefix="gp-")
    atexit.register(folder.cleanup)
    daemon = Daemon(os.environ["GEOCODED"], os.environ["STORE"], folder.name)
    atexit.register(daemon.stop)
    browser = Browser(os.environ.get("CHROMIUM", "chromium"), folder.name)
    atexit.register(browser.close)
    return browser, daemon


class PageTest(unittest.TestCase):
    """Pages of the daemon, which must not complain about anything."""

    def setUp(self):
        self.browser, self.daemon = shared()
        self.browser.faults.clear()

    def tearDown(self):
        self.assertEqual(self.browser.faults, [])

    def visit(self, address, **options):
        """A page at an address."""
        page = Page(self.browser, address, **options)
        self.addCleanup(page.close)
        return page

    def look(self, page, name):
        """Leaves a picture for who wants to look."""
        if pictures := os.environ.get("PICTURES"):
            page.wait("[...document.images].every(image => image.complete || image.loading === 'lazy')")
            page.picture(f"{pictures}/{name}.png")

    def eventually(self, check):
        """Checks until it is so."""
        end = time.monotonic() + 60
        while True:
            try:
                return check()
            except AssertionError:
                if time.monotonic() > end:
                    raise


class MapTest(PageTest):
    """A map of its own for each test."""

    def setUp(self):
        super().setUp()
        self.name = self.id().split(".")[-1]
        self.map = Map(self.daemon, self.name, center=CENTER, level=15)
        self.addCleanup(lambda: self.map.close())

    def open(self, address=None, **options):
        """A page of the map."""
        return self.visit(address or self.map.opened["page"], **options)

    def depot(self, **options):
        """The map with one annotation in its middle, on a page that shows it."""
        self.map.ask("addAnnotations", annotations=[DEPOT])
        page = self.open(**options)
        page.wait("document.querySelector('.view img').complete")
        return page
