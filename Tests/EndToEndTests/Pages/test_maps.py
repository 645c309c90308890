"""Pages of maps in Chromium: python3 -m unittest discover -s Tests/EndToEndTests/Pages

GEOCODED and STORE name the program and a store, CHROMIUM the browser; with PICTURES the tests leave pictures in that folder.
"""

import os
import tempfile
import time
import unittest

from browser import Browser, Page
from daemon import Daemon, Map

CENTER = {"latitude": 47.1003594, "longitude": 9.5007913}
DEPOT = {"id": "depot", "coordinate": CENTER, "title": "Depot", "subtitle": "Lindenweg 7", "view": {
    "draggable": True, "canShowCallout": True, "rightCalloutAccessory": {"kind": "button", "id": "more", "symbol": "detailDisclosure"}}}


def view(name):
    """The selector of the view whose name begins so, and of its picture."""
    return f'.view[aria-label^="{name}"]', f'.view[aria-label^="{name}"] img'


def place(latitude, longitude):
    return {"latitude": CENTER["latitude"] + latitude, "longitude": CENTER["longitude"] + longitude}


def setUpModule():
    global browser, daemon, folder
    folder = tempfile.TemporaryDirectory(prefix="gp-")
    unittest.addModuleCleanup(folder.cleanup)
    daemon = Daemon(os.environ["GEOCODED"], os.environ["STORE"], folder.name)
    unittest.addModuleCleanup(daemon.stop)
    browser = Browser(os.environ.get("CHROMIUM", "chromium"), folder.name)
    unittest.addModuleCleanup(browser.close)


class PageTest(unittest.TestCase):
    """A map of its own for each test."""

    def setUp(self):
        browser.faults.clear()
        self.map = Map(daemon, self.id().split(".")[-1], center=CENTER, level=15)
        self.addCleanup(self.map.close)

    def open(self, address=None, **options):
        """A page of the map that shows all there is."""
        page = Page(browser, address or self.map.opened["page"], **options)
        self.addCleanup(page.close)
        return page

    def depot(self, **options):
        """The map with one annotation in its middle, on a page that shows it."""
        self.map.ask("addAnnotations", annotations=[DEPOT])
        page = self.open(**options)
        page.wait("document.querySelectorAll('.view img').length && document.querySelector('.view img').complete")
        return page

    def look(self, page, name):
        """Leaves a picture for who wants to look."""
        if pictures := os.environ.get("PICTURES"):
            page.wait("[...document.images].every(image => image.complete)")
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

    def tearDown(self):
        self.assertEqual(browser.faults, [])


class Gestures(PageTest):
    def test_pan(self):
        page = self.depot()
        x, y, level = self.map.center
        left, top, *_ = page.box(view("Depot")[1])
        page.hold(page.drag((300, 400), (77, -60)))
        self.map.callback("regionDidChange", byUser=True, screen=1, level=15)
        new = page.box(view("Depot")[1])
        moved = new[0] - left, new[1] - top
        # The first step tells Leaflet that this is no click; the map stays behind it by that much.
        self.assertAlmostEqual(moved[0], 80, delta=8)
        self.assertAlmostEqual(moved[1], -60, delta=8)
        scale = 2 ** (20 - level)
        self.eventually(lambda: self.assertAlmostEqual((self.map.center[0] - x) / scale, -moved[0], delta=1))
        self.assertAlmostEqual((self.map.center[1] - y) / scale, -moved[1], delta=1)
        self.look(page, "pan")

    def test_zoom(self):
        page = self.depot()
        at = page.middle(view("Depot")[1])
        page.wheel((at[0], 300), -160)
        self.map.callback("regionDidChange", byUser=True, screen=1)
        page.click(".leaflet-control-zoom-in")
        page.wait("!document.querySelector('.leaflet-zoom-anim')")
        level = self.map.callback("regionDidChange", byUser=True, screen=1)["level"]
        self.assertGreater(level, 15.9)
        self.assertAlmostEqual(page.middle(view("Depot")[1])[0], at[0], delta=2)
        self.look(page, "zoom")

    def test_select(self):
        page = self.depot()
        page.click(view("Depot")[1])
        self.map.callback("didSelectAnnotationView", annotation="depot", byUser=True, screen=1)
        page.wait("document.querySelector('.callout')?.innerText.includes('Lindenweg 7')")
        self.look(page, "callout")
        page.click(".callout button")
        self.map.callback("calloutAccessoryControlTapped", annotation="depot", control="more", side="right", screen=1)
        page.click((100, 100))
        self.map.callback("didDeselectAnnotationView", annotation="depot")
        page.wait("!document.querySelector('.callout')")
        tap = self.map.callback("didTap", screen=1)
        self.assertEqual([round(p) for p in tap["point"]], [100, 100])

    def drag(self, page, end):
        before = page.box(view("Depot")[1])
        point = page.drag(page.middle(view("Depot")[1]), (90, 50))
        self.map.callback("didChangeDragState", annotation="depot", state="dragging")
        page.wait("document.querySelector('.view.dragging')")
        self.look(page, "drag")
        end(point)
        after = page.wait("!document.querySelector('.view.dragging')") and page.box(view("Depot")[1])
        return after[0] - before[0], after[1] - before[1]

    def test_drop(self):
        page = self.depot()
        moved = self.drag(page, page.release)
        end = self.map.callback("didChangeDragState", annotation="depot", state="ending", oldState="dragging")
        self.assertLess(end["coordinate"]["latitude"], CENTER["latitude"])
        self.assertGreater(end["coordinate"]["longitude"], CENTER["longitude"])
        self.map.callback("didChangeDragState", state="none", oldState="ending")
        self.assertAlmostEqual(moved[0], 90, delta=2)
        self.assertAlmostEqual(moved[1], 50, delta=2)
        # It is where it was let go for everybody.
        other = self.open(size=(500, 400))
        x, _ = other.middle(view("Depot")[1])
        self.assertAlmostEqual(x, 250 + 90, delta=3)

    def test_escape(self):
        page = self.depot()
        moved = self.drag(page, lambda point: page.key("Escape"))
        self.map.callback("didChangeDragState", annotation="depot", state="canceling", oldState="dragging")
        self.map.callback("didChangeDragState", state="none", oldState="canceling")
        self.assertAlmostEqual(moved[0], 0, delta=1)
        page.release((400, 300))
        self.assertEqual(self.map.ask("state", annotations=True)["annotations"][0]["coordinate"], CENTER)


class Several(PageTest):
    def test_in_step(self):
        one = self.depot()
        two = self.open(size=(500, 400))
        before = two.middle(view("Depot")[1])
        one.hold(one.drag((200, 450), (50, -30)))
        self.map.callback("regionDidChange", byUser=True, screen=1)

        def moved():
            after = two.middle(view("Depot")[1])
            self.assertAlmostEqual(after[0] - before[0], 50, delta=8)
            self.assertAlmostEqual(after[1] - before[1], -30, delta=8)

        self.eventually(moved)
        one.click(view("Depot")[1])
        two.wait("document.querySelector('.callout')?.innerText.includes('Depot')")
        two.click((250, 350))
        one.wait("!document.querySelector('.callout')")
        two.wheel((250, 200), 160)
        self.map.callback("regionDidChange", byUser=True, screen=2)

        # Both have their own size and the same middle.
        def same():
            places = [page.middle(view("Depot")[1]) for page in (one, two)]
            self.assertAlmostEqual(places[0][0] - 400, places[1][0] - 250, delta=1.5)
            self.assertAlmostEqual(places[0][1] - 300, places[1][1] - 200, delta=1.5)

        self.eventually(same)

    def test_viewer(self):
        page = self.depot()
        viewer = self.open(self.map.opened["viewerPage"])
        viewer.wait("document.querySelector('.view img')")
        start = self.map.center
        viewer.click(view("Depot")[1])
        viewer.drag(viewer.middle(view("Depot")[1]), (40, 40))
        viewer.release((600, 500))
        viewer.release(viewer.drag((200, 200), (30, 30)))
        page.click(view("Depot")[1])
        self.map.callback("didSelectAnnotationView", screen=1)
        viewer.wait("document.querySelector('.callout')")
        self.assertEqual(self.map.center, start)
        self.assertFalse(viewer.value("document.querySelector('.view').classList.contains('draggable')"))

    def test_restart(self):
        page = self.depot()
        address = self.map.opened["page"]
        daemon.stop()
        page.wait("!document.getElementById('status').hidden")
        self.look(page, "away")
        browser.faults.clear()
        daemon.start()
        self.map.close()
        self.map = Map(daemon, "test_restart", center=CENTER, level=15)
        self.addCleanup(self.map.close)
        self.assertEqual(self.map.opened["page"], address)
        self.map.ask("addAnnotations", annotations=[{**DEPOT, "title": "New depot"}])
        page.wait("document.querySelector('.view[aria-label^=\"New depot\"]') && document.getElementById('status').hidden")
        self.assertEqual(page.value("document.querySelectorAll('.view').length"), 1)
        page.click(view("New depot")[1])
        self.map.callback("didSelectAnnotationView", annotation="depot")
        browser.faults.clear()


class Access(PageTest):
    def three(self, **options):
        """Three places from south to north, in this order."""
        self.map.ask("addAnnotations", annotations=[
            {"id": i, "coordinate": place(0.002 * i, 0.003 * (i - 2)), "title": f"Place {i}", "subtitle": "open",
             "view": {"kind": "marker", "canShowCallout": True}} for i in (1, 2, 3)])
        page = self.open(**options)
        page.wait("document.querySelectorAll('.view').length === 3")
        return page

    def focused(self, page):
        return page.value("document.activeElement.getAttribute('aria-label')")

    def test_keyboard(self):
        page = self.three()
        page.wait("document.activeElement !== null")
        page.value("document.getElementById('map').focus()")
        level = self.map.center[2]
        page.key("+")
        self.assertEqual(self.map.callback("regionDidChange", byUser=True)["level"], level + 1)
        page.key("-")
        self.assertEqual(self.map.callback("regionDidChange", byUser=True)["level"], level)
        x, y, _ = self.map.center
        page.key("ArrowRight")
        self.map.callback("regionDidChange", byUser=True)
        page.key("ArrowUp")
        self.map.callback("regionDidChange", byUser=True)
        new = self.map.center
        self.assertTrue(new[0] > x and new[1] < y, new)
        names = []
        while len(names) < 3:
            page.key("Tab")
            if (name := self.focused(page)) and name.startswith("Place"):
                names.append(name)
        self.assertEqual(names, ["Place 3, open", "Place 2, open", "Place 1, open"])
        page.key("Tab", shift=True)
        self.assertEqual(self.focused(page), "Place 2, open")
        self.look(page, "focus")
        page.key("Enter")
        self.map.callback("didSelectAnnotationView", annotation=2, byUser=True)
        page.wait("document.querySelector('.callout')?.innerText.includes('Place 2')")
        page.key("Escape")
        self.map.callback("didDeselectAnnotationView", annotation=2)
        page.wait("!document.querySelector('.callout')")
        # Who was at a place stays there.
        self.assertEqual(self.focused(page), "Place 2, open")

    def test_names(self):
        page = self.three()
        names = page.names()
        for role in (("RootWebArea", "test_names – Map"), ("button", "Zoom in"), ("button", "Zoom out")):
            self.assertIn(role, names)
        self.assertEqual([name for role, name in page.names("button") if name.startswith("Place")],
                         ["Place 3, open", "Place 2, open", "Place 1, open"])
        self.assertTrue(any(name == "Map test_names" for _, name in names), names)
        self.assertFalse([n for n in names if n[0] in ("image", "button", "link") and not n[1]], names)
        page.click(view("Place 2")[1])
        page.wait("document.querySelector('.callout')")
        self.assertIn(("dialog", "Place 2"), page.names())
        self.assertEqual(page.value("document.getElementById('announcement').textContent"), "Place 2, open")

    def test_dark(self):
        page = self.depot(dark=True)
        page.click(view("Depot")[1])
        page.wait("document.querySelector('.callout')")
        self.look(page, "dark")
        light = page.value("getComputedStyle(document.querySelector('.callout')).backgroundColor")
        self.assertEqual(light, "rgb(34, 37, 43)")
        self.assertTrue(page.value("[...document.querySelectorAll('.leaflet-tile')].every(t => t.src.includes('appearance=dark'))"))
        page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        page.wait("[...document.querySelectorAll('.leaflet-tile')].every(t => t.src.includes('appearance=light'))")

    def test_phone(self):
        self.map.ask("setRegion", center=place(0, 0.004), level=15)
        page = self.depot(size=(400, 700), phone=True)
        x, y = page.middle(view("Depot")[1])
        page.touch("Start", (x, y))
        page.touch("End")
        self.map.callback("didSelectAnnotationView", annotation="depot", byUser=True)
        left, top, width, height = page.box(".callout")
        self.look(page, "phone")
        self.assertTrue(left >= 0 and left + width <= 400 and top >= 0, (left, top, width))
        _, _, width, height = page.box(".callout button")
        self.assertTrue(width >= 40 and height >= 40, (width, height))
        self.assertEqual(page.value("document.documentElement.scrollWidth"), 400)
        page.touch("Start", (200, 500))
        for step in range(1, 5):
            page.touch("Move", (200 + 10 * step, 500))
        page.touch("End")
        self.map.callback("regionDidChange", byUser=True)
        self.assertGreater(page.middle(view("Depot")[1])[0], x + 20)

    def test_without_script(self):
        self.map.ask("addAnnotations", annotations=[DEPOT])
        page = self.open(script=False)
        page.wait("document.images.length && document.images[0].complete")
        self.look(page, "without-script")
        self.assertEqual(page.value("document.images[0].naturalWidth"), 800)
        self.assertIn(("image", "Map test_without_script as it is now"), page.names("image"))


if __name__ == "__main__":
    unittest.main()
