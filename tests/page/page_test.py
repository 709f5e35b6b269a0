"""The page of `plyforge serve`, read as people read it.

    page_test.py PLYFORGE CHROMIUM CHROMEDRIVER [unittest's options]

Exit code 77: Selenium is not installed.
"""

import subprocess
import sys
import tempfile
import unittest

try:
    from browser import Browser, Keys, Server
except ImportError as missing:
    print(missing)
    sys.exit(77)

PLYFORGE, CHROMIUM, CHROMEDRIVER = sys.argv[1:4]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# The position that chessprogramming.org's page of perft results calls Kiwipete: 48, 2039, 97862, ...
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COUNTED = "document.querySelector('#total')?.dataset.state === 'done'"
READY = "document.querySelector('#count') && !document.querySelector('#count').disabled"


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = tempfile.TemporaryDirectory()
        subprocess.run([PLYFORGE, "endgame", "solve", "--dir", cls.tables.name, "KQvK", "KRvK", "KPvK"],
                       check=True, capture_output=True)
        # Few leaves at once, so that counts which take no time are jobs.
        cls.server = Server(PLYFORGE, "--tables", cls.tables.name, "--quick-leaves", "5000")
        cls.browser = Browser(CHROMIUM, CHROMEDRIVER)

    @classmethod
    def tearDownClass(cls):
        cls.browser.end()
        cls.server.end()
        cls.tables.cleanup()

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.console_errors()

    def tearDown(self):
        self.assertEqual(self.browser.console_errors(), [])

    def open(self, view="perft", **parameters):
        query = "&".join(f"{name}={value}" for name, value in parameters.items()).replace(" ", "+")
        self.browser.open(f"{self.server.url}#{view}?{query}")

    def count(self, fen, depth):
        self.open(depth=depth, fen=fen)
        self.browser.until(READY)
        self.browser.click("#count")
        self.browser.until(COUNTED)

    def divide(self):
        rows = self.browser.script("return [...document.querySelectorAll('.divide tbody tr')].map(row =>"
                                   " [row.dataset.key, row.cells[1].textContent.replaceAll(',', '')])")
        return {move: int(nodes) for move, nodes in rows}

    def test_loads_little_and_from_the_service_alone(self):
        browser = self.browser
        browser.command("Network.setCacheDisabled", {"cacheDisabled": True})
        browser.driver.get("about:blank")
        browser.traffic()
        for view in ("perft", "probe", "endings", "jobs"):
            self.open(view)
            browser.until("document.querySelector('#view section')")
        self.open()
        browser.until(READY)
        browser.until_text("#estimate", "leaves")
        addresses, received = browser.traffic()
        outside = [address for address in addresses if not address.startswith(self.server.url)]
        self.assertEqual([address for address in outside if address != "about:blank"], [])
        # Five times loaded.
        self.assertGreater(received, 5 * 20_000)
        self.assertLess(received, 5 * 300_000)

    def test_counts_a_position_that_is_entered(self):
        browser = self.browser
        self.open(depth=2)
        browser.until(READY)
        browser.enter("#fen", KIWIPETE)
        browser.until_text("#fen-status", "48 legal moves")
        browser.click("#count")
        browser.until(COUNTED)
        self.assertEqual(browser.text("#total"), "2,039")
        divide = self.divide()
        self.assertEqual(len(divide), 48)
        self.assertEqual(sum(divide.values()), 2039)
        self.assertIn("O-O-O", browser.texts(".divide .san"))

    def test_counts_as_a_job_what_takes_long(self):
        self.count(KIWIPETE, 3)
        self.assertEqual(self.browser.text("#total"), "97,862")
        self.assertEqual(sum(self.divide().values()), 97862)
        self.assertIn("job ", self.browser.text(".headline"))

    def test_says_what_is_wrong_with_a_fen(self):
        browser = self.browser
        self.open()
        browser.until(READY)
        browser.enter("#fen", "4k3/8/8/8/8/8/8/4K3 w Q - 0 1")
        browser.until_text("#fen-status .error", "rook")
        self.assertEqual(browser.texts("#fen-status mark"), ["Q"])
        self.assertEqual(browser.one("#fen").get_attribute("aria-invalid"), "true")
        self.assertFalse(browser.one("#count").is_enabled())
        browser.enter("#fen", START)
        browser.until(READY)
        self.assertEqual(browser.one("#fen").get_attribute("aria-invalid"), "false")

    def test_compares_with_a_pasted_divide(self):
        browser = self.browser
        self.count(START, 3)
        divide = self.divide()
        theirs = dict(divide, e2e4=divide["e2e4"] + 1, e2e5=1)
        del theirs["g1f3"]
        text = "\n".join(f"{move}: {nodes}" for move, nodes in theirs.items())
        browser.click("details.compare summary")
        browser.paste("#pasted", f"{text}\n\nNodes searched: {sum(theirs.values())}\n")
        browser.until_text(".compare-summary", "1 move is not legal, 1 legal move is missing, 1 count differs.")
        rows = browser.script("return [...document.querySelectorAll('.divide tbody tr')].slice(0, 4)"
                              ".map(row => [row.dataset.key, row.cells[3].textContent])")
        self.assertEqual(sorted(rows[:3]), [["e2e4", "differs+1"], ["e2e5", "not legal+1"],
                                            ["g1f3", f"missing−{divide['g1f3']}"]])
        self.assertEqual(rows[3][1], "same")
        # Each is an arrow with a label.
        self.assertEqual(len(browser.all(".cg-shapes g[cgHash]")), 3)
        # One ply deeper, counted at once.
        browser.click(".divide tr[data-key=e2e4]")
        browser.until_text(".headline", "perft(2)")
        browser.until(COUNTED)
        self.assertEqual(browser.text("#total"), f"{divide['e2e4']:,}")
        self.assertEqual(browser.one("#pasted").get_attribute("value"), "")
        browser.paste("#pasted", "\n".join(f"{move} {nodes}" for move, nodes in self.divide().items()))
        browser.until_text(".compare-summary", "Both agree on every move.")
        # And back, where what was pasted still is.
        browser.click(".line button")
        browser.click(".stepper button:last-child")
        browser.until_text(".compare-summary", "1 move is not legal")

    def test_probes_what_the_statistics_show(self):
        browser = self.browser
        # Longest mates: 16 moves with a rook, 10 with a queen, 28 with a pawn (published since Ströhlein, 1970).
        for ending, moves in (("KRvK", 16), ("KQvK", 10), ("KPvK", 28)):
            self.open("endings", ending=ending)
            browser.until_text(".longest h3", f"Longest win: {2 * moves - 1} plies")
            self.assertGreaterEqual(len(browser.all(".histogram rect.win")), moves)
            browser.click(".longest .positions button")
            browser.until_text("#probe-verdict", f"mate in {moves}")
            results = browser.texts(".probe .chip")
            self.assertEqual(results, sorted(results, key=["Win", "Draw", "Stalemate", "Loss"].index))
            self.assertEqual(browser.text(".probe tbody tr td:nth-child(3)"), str(2 * moves - 1))
            self.assertGreaterEqual(len(browser.all(".cg-shapes g[cgHash]")), 1)

    def test_goes_through_the_histogram_by_keys(self):
        browser = self.browser
        self.open("endings", ending="KQvK")
        browser.until("document.querySelector('.histogram rect.win')")
        browser.script("document.querySelector('.histogram').focus()")
        browser.press(Keys.END)
        browser.until_text(".readout", "Mate in 10: ")
        browser.press(Keys.HOME)
        browser.until_text(".readout", "Mated: ")

    def test_says_where_tables_end(self):
        browser = self.browser
        self.open("probe")
        browser.until_text(".empty", "No table for this position")
        browser.click(".examples li:nth-child(3) button")
        browser.until_text("#probe-verdict", "White wins")

    def test_lists_and_cancels_jobs(self):
        browser = self.browser
        self.count(START, 4)
        self.open("jobs")
        browser.until_text(".job .job-title", "Divide, 4 plies")
        browser.click(".job-open")
        browser.until_text(".job-detail .total", "197,281")
        browser.click("#new-job")
        browser.until("document.querySelector('dialog[open]')")
        browser.enter("#job-depth", "9")
        browser.until("document.querySelector('.job.running .cancel')")
        browser.until("document.querySelector('.job [role=progressbar]')")
        browser.click(".job.running .cancel")
        browser.until_text(".job .state", "cancelled")

    def test_refuses_what_costs_too_much(self):
        browser = self.browser
        self.open(depth=30)
        browser.until(READY)
        browser.until_text("#estimate.error", "This server accepts at most")

    def test_sets_up_a_position(self):
        browser = self.browser
        self.open()
        browser.until(READY)
        browser.click(".tool:last-child")
        browser.until("document.querySelector('.setup').checkVisibility()")
        browser.script("[...document.querySelectorAll('.setup button')].find(b => b.textContent === 'Clear board').click()")
        browser.until_text("#fen-status .error", "king")
        browser.script("document.querySelector('#board').focus()")
        # From e2: White's king on e1, Black's on e8, a white pawn on e7.
        browser.press(Keys.ARROW_DOWN, "K", *[Keys.ARROW_UP] * 6, "P", Keys.ARROW_UP, "k")
        browser.until("document.querySelector('#fen').value.startsWith('4k3/4P3/8/8/8/8/8/4K3 w - -')")
        browser.until_text("#fen-status", "3 men")

    def test_plays_by_keyboard_alone(self):
        browser = self.browser
        self.open(depth=1)
        browser.until(READY)
        browser.press(Keys.TAB)
        self.assertEqual(browser.script("return document.activeElement.id"), "skip")
        for _ in range(20):
            browser.press(Keys.TAB)
            if browser.script("return document.activeElement.id") == "board":
                break
        # From e2: picked up, two squares up, put down.
        browser.press(Keys.ENTER, Keys.ARROW_UP, Keys.ARROW_UP)
        self.assertEqual(browser.text("#live"), "e4, empty")
        browser.press(Keys.ENTER)
        browser.until("document.querySelector('#fen').value.startsWith('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b')")
        browser.until(READY)
        browser.script("document.querySelector('#depth').focus()")
        browser.press(Keys.ENTER)
        browser.until(COUNTED)
        browser.script("document.querySelector('.divide tbody tr[tabindex=\"0\"]').focus()")
        browser.press(Keys.ARROW_DOWN)
        browser.press(Keys.ARROW_DOWN)
        self.assertEqual(browser.script("return document.activeElement.rowIndex"), 3)
        # The row's move is an arrow; Enter plays it.
        self.assertEqual(len(browser.all(".cg-shapes g[cgHash]")), 1)
        browser.press(Keys.ENTER)
        browser.until("document.querySelectorAll('.line li').length === 3")

    def test_asks_what_a_pawn_becomes(self):
        browser = self.browser
        self.open(fen="8/4P3/8/8/8/8/k7/4K3 w - - 0 1")
        browser.until(READY)
        browser.script("document.querySelector('#board').focus()")
        browser.press(*[Keys.ARROW_UP] * 5, Keys.ENTER, Keys.ARROW_UP, Keys.ENTER)
        browser.until("document.querySelector('dialog.promotion[open]')")
        browser.click("dialog.promotion [aria-label=knight]")
        browser.until("document.querySelector('#fen').value.startsWith('4N3/8/8/8/8/8/k7/4K3 b')")

    def test_counts_chess960(self):
        browser = self.browser
        # With castling by e1b1, which the rook's pin on b1 forbids, there would be 12 moves.
        self.open(depth=1, fen="4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", chess960=1)
        browser.until_text("#fen-status", "Chess960")
        browser.until_text("#fen-status", "11 legal moves")

    def test_fits_a_phone_and_both_themes(self):
        browser = self.browser
        browser.size(360, 740)
        for view, parameters in (("perft", {"depth": 2}), ("probe", {}), ("endings", {"ending": "KQvK"}), ("jobs", {})):
            self.open(view, **parameters)
            browser.until("document.querySelector('#view section') && document.querySelector('nav [aria-current]')")
            self.assertLessEqual(browser.script("return document.documentElement.scrollWidth"), 360, view)
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        before = browser.script(f"return {ground}")
        browser.click("#theme")
        self.assertNotEqual(browser.script(f"return {ground}"), before)
        browser.driver.refresh()
        self.assertNotEqual(browser.script(f"return {ground}"), before)
        browser.until("document.querySelector('#new-job')")
        browser.click("#theme")
        self.assertEqual(browser.script(f"return {ground}"), before)


class TokenTest(unittest.TestCase):
    def test_asks_for_the_token_only_where_there_is_one(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("open-sesame-and-more-than-that\n")
            file.flush()
            server = Server(PLYFORGE, "--token-file", file.name)
            browser = Browser(CHROMIUM, CHROMEDRIVER)
            try:
                browser.open(server.url)
                browser.until("document.querySelector('#token')")
                browser.enter("#token", "wrong")
                browser.until_text("#token-why", "did not take")
                browser.enter("#token", "open-sesame-and-more-than-that")
                browser.until(READY)
                self.assertEqual(browser.all("#token"), [])
            finally:
                browser.end()
                server.end()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
