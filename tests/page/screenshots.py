"""Pictures of every view of the page, in both themes, on a desk's width and a phone's, to be looked at.

    screenshots.py PLYFORGE CHROMIUM CHROMEDRIVER FOLDER

docs/images/page.png is compare-desk-light.png. Tables of KQvK, KRvK and KRvKP are solved into the folder's tables, unless they are there.
"""

import base64
import pathlib
import re
import subprocess
import sys

from browser import Browser, Server

PLYFORGE, CHROMIUM, CHROMEDRIVER, FOLDER = sys.argv[1:5]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"
READY = "document.querySelector('#count') && !document.querySelector('#count').disabled"
COUNTED = "document.querySelector('#total')?.dataset.state === 'done'"


def perft(browser):
    browser.until(READY)
    browser.click("#count")
    browser.until(COUNTED)


def faulty_divide():
    """What an engine might print that does not castle long, and goes wrong after castling short."""
    right = subprocess.run([PLYFORGE, "divide", "3", "--fen", KIWIPETE, "--format", "stockfish"], check=True, capture_output=True, text=True)
    return re.sub(r"(?m)^(e1c1|Nodes searched): .*\n", "", right.stdout).replace("e1g1: 2059", "e1g1: 2043")


def compare(browser):
    perft(browser)
    browser.click("details.compare summary")
    browser.paste("#pasted", faulty_divide())
    browser.until_text(".compare-summary", "differ")


def probe(browser):
    browser.until("document.querySelector('#probe-verdict')")


def ending(browser):
    browser.until("document.querySelector('.histogram rect.win')")


def jobs(browser):
    browser.until("document.querySelector('#new-job')")


VIEWS = {"perft": ("perft", {"depth": 3, "fen": KIWIPETE}, perft),
         "compare": ("perft", {"depth": 3, "fen": KIWIPETE}, compare),
         "probe": ("probe", {"fen": SAAVEDRA}, probe),
         "endings": ("endings", {"ending": "KRvKP"}, ending),
         "jobs": ("jobs", {}, jobs)}
WIDTHS = {"desk": (1280, 900), "phone": (390, 844)}


def main():
    folder = pathlib.Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    tables = str(folder / "tables")
    subprocess.run([PLYFORGE, "endgame", "solve", "--dir", tables, "KQvK", "KRvK", "KRvKP"], check=True)
    # Few leaves at once, so that counts are jobs and the list of jobs has some.
    server = Server(PLYFORGE, "--tables", tables, "--quick-leaves", "5000")
    browser = Browser(CHROMIUM, CHROMEDRIVER)
    try:
        for width, size in WIDTHS.items():
            browser.size(*size)
            for theme in ("light", "dark"):
                browser.command("Emulation.setEmulatedMedia",
                                {"features": [{"name": "prefers-color-scheme", "value": theme}]})
                for name, (view, parameters, prepare) in VIEWS.items():
                    query = "&".join(f"{key}={value}" for key, value in parameters.items()).replace(" ", "+")
                    browser.open(f"{server.url}#{view}?{query}")
                    prepare(browser)
                    picture = browser.command("Page.captureScreenshot", {})
                    (folder / f"{name}-{width}-{theme}.png").write_bytes(base64.b64decode(picture["data"]))
    finally:
        browser.end()
        server.end()


if __name__ == "__main__":
    main()
