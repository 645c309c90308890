"""Threads, processes and signals."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings

import geocode

from .places import BERLIN, SAN_FRANCISCO, path_of_store


def street(_):
    return geocode.placemark(*SAN_FRANCISCO).address.street


class ThreadTests(unittest.TestCase):
    def test_threads_share_a_geocoder(self):
        answers = []

        def work():
            for _ in range(50):
                answers.append((geocode.placemark(*SAN_FRANCISCO).title, geocode.placemark(*BERLIN).title))
            answers.append(tuple(geocode.columns([37.77, 52.5], [-122.41, 13.4], "title").to_dict()["title"]))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((set(answers), len(answers)), ({("1201 Bryant Street", "Kreuzberg")}, 8 * 51))

    def test_other_threads_run_during_a_call(self):
        # A call that held Python's lock would stop this thread for all of it.
        done, longest = threading.Event(), 0.0

        def work():
            geocode.columns([52.5] * 400_000, [13.4] * 400_000, "city")
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        last = begin = time.monotonic()
        while not done.wait(0.001):
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        thread.join()
        self.assertLess(longest, max(0.25, (last - begin) / 2))

    def test_a_geocoder_may_be_closed_during_calls(self):
        geocoder = geocode.open(path_of_store())
        ended = []

        def work():
            try:
                while True:
                    geocoder.columns([52.5] * 1_000, [13.4] * 1_000, "city")
            except ValueError as problem:
                ended.append(str(problem))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        geocoder.close()
        for thread in threads:
            thread.join()
        self.assertEqual(len(ended), 4)


class ForkTests(unittest.TestCase):
    def setUp(self):
        # Python warns of forks beside threads, such as those of numpy and polars.
        warned = warnings.catch_warnings()
        warned.__enter__()
        self.addCleanup(warned.__exit__, None, None, None)
        warnings.simplefilter("ignore", DeprecationWarning)

    def test_children_go_on_with_the_store(self):
        self.assertEqual(street(0), "Bryant Street")
        geocode.columns([52.5] * 10_000, [13.4] * 10_000, "city")
        with multiprocessing.get_context("fork").Pool(3) as pool:
            self.assertEqual(set(pool.map_async(street, range(60)).get(60)), {"Bryant Street"})
        self.assertEqual(street(0), "Bryant Street")

    def test_children_ask_for_columns(self):
        geocode.columns([52.5] * 10_000, [13.4] * 10_000, "city")
        child = os.fork()
        if child == 0:
            os._exit(0 if geocode.columns([52.5] * 10_000, [13.4] * 10_000, "city").to_dict()["city"][-1] == "Berlin" else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class InterruptTests(unittest.TestCase):
    def interrupted(self, code, signals=1):
        """What a process prints that is interrupted after its first word, and how long it went on."""
        code = "import signal, geocode\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n" + code
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        try:
            self.assertEqual(process.stdout.readline(), "begin\n")
            time.sleep(0.3)
            begin = time.monotonic()
            for _ in range(signals):
                process.send_signal(signal.SIGINT)
                time.sleep(0.01)
            said = process.communicate(timeout=60)[0]
            return said.strip(), time.monotonic() - begin
        finally:
            process.kill()

    def test_control_c_ends_a_long_call(self):
        for signals in (1, 3):
            said, seconds = self.interrupted(
                """if True:
                from array import array
                latitudes, longitudes = array("d", [52.5]) * 30_000_000, array("d", [13.4]) * 30_000_000
                for index in range(0, 30_000_000, 3):
                    latitudes[index] += index / 1e9
                print("begin", flush=True)
                try:
                    geocode.columns(latitudes, longitudes, "address,city,title,status")
                    print("ended")
                except KeyboardInterrupt:
                    signal.signal(signal.SIGINT, signal.SIG_IGN)
                    print("interrupted,", geocode.placemark(52.5, 13.4).title)
                """,
                signals,
            )
            self.assertEqual(said, "interrupted, Kreuzberg")
            self.assertLess(seconds, 5)

    def test_whatever_handlers_raise_the_library_has_stopped(self):
        from geocode.running import run

        stopped = []

        def call(heard):
            while not heard(None, 1, 2):
                time.sleep(0.001)
            # Signals come meanwhile.
            time.sleep(0.3)
            stopped.append(True)

        def handle(*_):
            handled.append(True)
            raise RuntimeError(f"signal {len(handled)}")

        handled = []
        before = signal.signal(signal.SIGALRM, handle)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        try:
            with self.assertRaisesRegex(RuntimeError, "signal [2-9]"):
                try:
                    run(call, None, 1_000_000)
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.assertEqual(stopped, [True])

    def test_a_signal_whose_handler_returns_ends_nothing(self):
        heard = []
        before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        try:
            result = geocode.columns([52.5 + index / 1e7 for index in range(300_000)], [13.4] * 300_000, "city,title")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.assertEqual(len(result), 300_000)
        self.assertTrue(heard)


if __name__ == "__main__":
    unittest.main()
