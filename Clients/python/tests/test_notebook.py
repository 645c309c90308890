"""Maps in notebooks, without a notebook: against a daemon of tests and a page that says who may show it."""

import asyncio
import http.server
import importlib
import sys
import threading
import time
import unittest
from unittest import mock

from geocode_client import AsyncClient, Client, GeocodingError, MapViewDelegate, annotation

from .fake import FakeDaemon, usual

try:
    from geocode_client import notebook
except ImportError:
    notebook = None

TOKEN = "/map/fleet?token=0123"


class Pages(http.server.ThreadingHTTPServer):
    """Answers for pages of maps, with a policy or with 404."""

    def __init__(self, policy="default-src 'none'; frame-ancestors http://localhost:8888"):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_HEAD(self):
                self.send_response(404 if policy is None else 200)
                if policy:
                    self.send_header("Content-Security-Policy", policy)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.serve_forever, args=(0.01,))
        self.thread.start()

    def __exit__(self, *_):
        self.shutdown()
        self.thread.join(60)
        self.server_close()

    @property
    def host(self):
        return f"127.0.0.1:{self.server_address[1]}"


class Shown:
    """The usual daemon with pages of maps, which notes what it was asked."""

    def __init__(self, pages):
        self.page = pages and f"http://{pages.host}{TOKEN}"
        self.methods = []

    def __call__(self, message):
        if "method" not in message:
            return []
        self.methods.append(message["method"])
        answers = usual(message)
        if message["method"] == "mapView.open":
            answers[0]["result"]["page"] = self.page
        return answers


class Fleet(MapViewDelegate):
    def __init__(self):
        self.threads = []

    def did_select_annotation_view(self, map_view, event):
        self.threads.append(threading.current_thread())
        raise KeyError(f"no bus {event['annotation']}")


def eventually(condition):
    """Waits until it is so, a minute at most."""
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("never")
        time.sleep(0.01)


class ImportTests(unittest.TestCase):
    def test_without_anywidget_the_error_says_what_to_install(self):
        with mock.patch.dict(sys.modules, {"anywidget": None}):
            sys.modules.pop("geocode_client.notebook", None)
            with self.assertRaisesRegex(ImportError, r"pip install 'geocode-client\[notebook\]'"):
                importlib.import_module("geocode_client.notebook")


@unittest.skipIf(notebook is None, "anywidget is not installed: pip install 'geocode-client[notebook]'")
class WidgetTests(unittest.TestCase):
    def test_it_shows_the_page_of_the_map(self):
        with Pages() as pages, FakeDaemon(Shown(pages)) as fake, Client(fake.path) as client:
            widget = notebook.MapWidget(client.open_map("fleet"), height=300)
            self.assertEqual((widget.page, widget.host), (f"http://{pages.host}{TOKEN}", pages.host))
            self.assertEqual((widget.frames, widget.height), (["http://localhost:8888"], 300))
            self.assertIn("application/vnd.jupyter.widget-view+json", widget._repr_mimebundle_()[0])
            self.assertIn("iframe", str(widget._esm))
            self.assertEqual(widget.map_view.add_annotations([annotation("bus 7", 47.14, 9.52)]), 1)
            widget.close()

    def test_another_address_takes_the_place_of_its_own(self):
        with Pages() as pages, FakeDaemon(Shown(pages)) as fake, Client(fake.path) as client:
            for address in ("/proxy/8080", "https://geo.example.org/"):
                widget = notebook.MapWidget(client.open_map("fleet"), address=address)
                self.assertEqual(widget.page, address.rstrip("/") + TOKEN)
                widget.close()

    def test_a_thread_calls_the_delegate_and_shows_what_it_raises(self):
        fleet = Fleet()
        with Pages() as pages, FakeDaemon(Shown(pages)) as fake, Client(fake.path) as client:
            widget = notebook.MapWidget(client.open_map("fleet", fleet))
            widget.map_view.select_annotation("bus 7")
            eventually(lambda: widget.trouble)
            self.assertIn("KeyError: 'no bus bus 7'", widget.trouble)
            self.assertIn("did_select_annotation_view", widget.trouble.splitlines()[1])
            self.assertNotEqual(fleet.threads, [threading.current_thread()])
            widget.map_view.select_annotation("bus 7")
            eventually(lambda: len(fleet.threads) == 2)
            widget.close()

    def test_closing_it_closes_its_map_once_and_ends_its_thread(self):
        fleet = Fleet()
        with Pages() as pages, FakeDaemon(Shown(pages)) as fake, Client(fake.path) as client:
            widget = notebook.MapWidget(client.open_map("fleet", fleet))
            widget.map_view.select_annotation("bus 7")
            eventually(lambda: fleet.threads)
            widget.close()
            widget.close()
            self.assertEqual(fake.answer.methods.count("mapView.close"), 1)
            self.assertIsNone(widget.map_view)
            fleet.threads[0].join(60)
            self.assertFalse(fleet.threads[0].is_alive())

    def test_a_cell_that_runs_again_closes_its_widget(self):
        with Pages() as pages, FakeDaemon(Shown(pages)) as fake, Client(fake.path) as client:
            first = notebook.MapWidget(client.open_map("fleet"))
            second = notebook.MapWidget(client.open_map("fleet"))
            other = notebook.MapWidget(client.open_map("walk"))
            self.assertIsNone(first.map_view)
            self.assertIsNotNone(second.map_view)
            second.close()
            other.close()
            self.assertEqual(fake.answer.methods.count("mapView.close"), 3)

    def test_a_daemon_that_cannot_show_it_is_an_error_that_says_how_to_start_it(self):
        for policy, words in (("frame-ancestors 'none'", "lets nobody show"), (None, "does not show its maps at 127.0.0.1")):
            with Pages(policy) as pages, FakeDaemon(Shown(pages)) as fake, Client(fake.path) as client:
                with self.assertRaisesRegex(GeocodingError, words) as caught:
                    notebook.MapWidget(client.open_map())
                self.assertNotIn("token", str(caught.exception))
        with FakeDaemon(Shown(None)) as fake, Client(fake.path) as client:
            with self.assertRaisesRegex(GeocodingError, "geocoded --http 127.0.0.1:8080 --allow-frame http://localhost:8888"):
                notebook.MapWidget(client.open_map())

    def test_a_lost_daemon_is_no_error_when_the_widget_is_closed(self):
        with Pages() as pages:
            with FakeDaemon(Shown(pages)) as fake:
                client = Client(fake.path)
                widget = notebook.MapWidget(client.open_map())
            widget.close()
            client.close()

    def test_asyncio(self):
        fleet = Fleet()

        async def drive(path):
            async with AsyncClient(path) as client:
                widget = notebook.MapWidget(await client.open_map("fleet", fleet))
                await widget.map_view.select_annotation("bus 7")
                while not widget.trouble:
                    await asyncio.sleep(0.01)
                self.assertEqual(fleet.threads, [threading.current_thread()])
                widget.close()
                await client.ping()
                return notebook.MapWidget(await client.open_map("fleet"))

        with Pages() as pages, FakeDaemon(Shown(pages)) as fake:
            asyncio.run(asyncio.wait_for(drive(fake.path), 60)).close()
            self.assertIn("mapView.close", fake.answer.methods)


if __name__ == "__main__":
    unittest.main()
