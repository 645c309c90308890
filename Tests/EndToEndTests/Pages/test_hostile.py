"""A store, maps and questions whose names want to be markup: no script of theirs runs, and no element is made of them."""

import atexit
import functools
import json
import os
import tempfile
from urllib.parse import quote

from browser import Page
from daemon import Daemon, Map
from pages import PageTest

# What the names call, and what they would make.
WATCH = "window.hits = 0; window.hit = () => { window.hits += 1; }; window.alert = window.hit;"
FOREIGN = "document.querySelectorAll('.hit, script:not([src]), iframe, object, embed, img[src=\"x\"]').length"
SIGNS = "<>\"'&"


@functools.cache
def town():
    """A daemon with the hostile store, its names, and the places where they are met."""
    folder = tempfile.TemporaryDirectory(prefix="gh-")
    atexit.register(folder.cleanup)
    daemon = Daemon(os.environ["GEOCODED"], os.environ["HOSTILE"], folder.name)
    atexit.register(daemon.stop)
    with open(os.environ["HOSTILE_NAMES"], encoding="utf-8") as file:
        return daemon, json.load(file)


def plain(text):
    """What is left of a text when browsers and forms have normalized its line ends and blanks."""
    return "".join(sign for sign in text if sign.isprintable() and not sign.isspace() and ord(sign) < 0xD800)


class Hostile(PageTest):
    def setUp(self):
        super().setUp()
        self.daemon, self.town = town()

    def blank(self):
        """A page that watches what runs on whatever it goes to."""
        page = Page(self.browser, "about:blank")
        self.addCleanup(page.close)
        page.ask("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        return page

    def go(self, page, path, condition="document.readyState === 'complete'"):
        page.ask("Page.navigate", url=self.daemon.address + path)
        page.wait(f"location.href !== 'about:blank' && {condition} && document.readyState === 'complete'")

    def check(self, page, name):
        self.assertEqual(page.value(f"[window.hits, {FOREIGN}]"), [0, 0], ascii(name))

    def test_answers(self):
        """Answers, candidates, areas, rules, titles, JSON of the page, the attribution in the map's corner."""
        page = self.blank()
        for name, place in self.town:
            self.go(page, f"/?q={place}", f"new URLSearchParams(location.search).get('q') === '{place}'")
            self.check(page, name)
            shown = page.value("document.querySelector('address').textContent + document.title")
            for sign in SIGNS:
                self.assertTrue(sign not in name or sign in shown, ascii((name, shown)))
            self.assertEqual(page.value("document.querySelector('#answer').children.length > 3"), True)
        page.wait("document.querySelector('.leaflet-control-attribution').textContent.includes('<')")
        self.check(page, "attribution")

    def test_script_of_the_page(self):
        """The same by the page's own script, which puts answers where the last ones were, and shows them on its map."""
        page = self.blank()
        self.go(page, "/", "document.querySelector('.leaflet-container')")
        for name, place in self.town[::4]:
            page.value(f"document.getElementById('q').value = '{place}'; document.querySelector('button').click(); 0")
            page.wait(f"document.querySelector('#answer:not([aria-busy]) [data-asked=\"{place}\"]')")
            page.wait("document.querySelector('.spot.candidate, .spot.answer')")
            page.value("document.querySelector('li[data-place]').dispatchEvent(new MouseEvent('mouseenter')); 0")
            self.check(page, name)

    def test_questions(self):
        """What is typed, in the field, its languages, the key, the sentence of the error."""
        page = self.blank()
        for index, (name, _) in enumerate(self.town):
            typed = quote(name.encode())
            self.go(page, f"/?q={typed}&languages={typed}&key={typed}&n={index}",
                    f"new URLSearchParams(location.search).get('n') === '{index}'")
            self.check(page, name)
            for field in ("q", "languages", "key"):
                value = page.value(f"document.querySelector('form').elements.{field}.value")
                self.assertEqual(plain(value), plain(name))
        # Errors of the page are those of its requests, not of its scripts.
        self.browser.faults[:] = [fault for fault in self.browser.faults if "Failed to load resource" not in fault]

    def test_other_documents(self):
        """XML, explanations of Nominatim's interface, JSON, SVG and figures, as documents of their own."""
        page = self.blank()
        for index, (name, place) in enumerate(self.town[::3]):
            latitude, longitude = place.split(", ")
            asked = f"lat={latitude}&lon={longitude}&extratags=1&namedetails=1&n={index}"
            xml = page_xml = f"/reverse?format=xml&{asked}"
            here = f"new URLSearchParams(location.search).get('n') === '{index}'"
            self.go(page, f"{xml}&debug=1", here)
            self.check(page, name)
            self.go(page, f"/reverse?format=jsonv2&{asked}", here)
            self.check(page, name)
            title = quote(name.replace(",", " ").encode())
            self.go(page, f"/map.svg?marker={latitude},{longitude},{title},red&n={index}", here)
            self.check(page, name)
            self.go(page, f"/openapi.json?n={index}", here)
            names = page.value(
                f"fetch('{page_xml}').then(answer => answer.text()).then(text => new DOMParser().parseFromString(text, "
                "'text/xml')).then(all => [...new Set([...all.querySelectorAll('*')].map(one => one.nodeName))].join())")
            self.assertNotIn("parsererror", names)
            self.assertFalse({"img", "script", "svg", "b", "title"} & set(names.split(",")), names)
        self.browser.faults[:] = [fault for fault in self.browser.faults if "Failed to load resource" not in fault]

    def test_maps(self):
        """Names of maps, titles, subtitles, labels, callouts and controls."""
        for part in range(0, len(self.town), 38):
            names = [name for name, _ in self.town[part:part + 38]]
            name = names[0]
            opened = Map(self.daemon, name, center={"latitude": 47.0, "longitude": 9.5}, level=15)
            self.addCleanup(opened.close)
            opened.ask("addAnnotations", annotations=[
                {"id": index, "coordinate": {"latitude": 47.0 + (index % 6 - 3) * 0.002, "longitude": 9.5 + (index // 6 - 3) * 0.003},
                 "title": title, "subtitle": title, "view": {
                     "kind": "marker", "canShowCallout": True, "displayPriority": 1000,
                     "rightCalloutAccessory": {"kind": "button", "id": title, "title": title}}}
                for index, title in enumerate(names)])
            opened.ask("setControls", controls=[
                {"kind": "legend", "title": name, "position": "bottomRight", "entries": [
                    {"color": "systemGreen", "title": title} for title in names[:20]]},
                {"kind": "text", "title": names[-1], "position": "topRight"},
                {"kind": "button", "id": name, "title": name, "position": "topLeft"}])
            page = self.blank()
            page.ask("Page.navigate", url=opened.opened["page"])
            page.wait(f"document.querySelectorAll('.view').length === {len(names)} && document.querySelectorAll('.control').length === 3")
            for index in (0, len(names) // 2, len(names) - 1):
                opened.ask("selectAnnotation", annotation=index)
                page.wait(f"[...document.querySelectorAll('.callout strong')].some(one => one.textContent === {json.dumps(names[index])})")
                self.check(page, names[index])
            self.assertEqual(page.value("document.querySelectorAll('.control.legend li').length"), min(20, len(names)))
            # A name that ends a line is asked for in one.
            self.assertEqual(plain(page.value("document.title")), plain(f"{name} – Map"))
            self.check(page, name)

    def test_callbacks_are_no_scripts(self):
        """A script of this server's own that somebody made up does not run on its pages."""
        page = self.blank()
        self.go(page, "/")
        for path in ("/reverse?lat=47&lon=9.5&format=json&json_callback=hit", "/page.js"):
            page.value(f"document.head.append(Object.assign(document.createElement('script'), {{ src: '{path}', id: 'made' }})); 0")
        page.wait("document.readyState === 'complete'")
        self.assertEqual(page.value("window.hits"), 0)
        self.browser.faults.clear()
