"""A headless Chromium on the page of a `plyforge serve`, both ended with the test."""

import json
import os
import pathlib
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class Server:
    """The program, serving on a free port; `url` ends in a slash."""

    def __init__(self, binary, *options):
        self.folder = tempfile.TemporaryDirectory()
        command = [binary, "serve", "--port", "0", "--threads", "2", "--store", self.folder.name + "/jobs", *options]
        self.log = open(self.folder.name + "/log", "w")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if "http" not in line:
            raise AssertionError(f"{' '.join(command)}: {line}" + pathlib.Path(self.log.name).read_text())
        self.url = line.split()[-1].rstrip("/") + "/"

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()


class Browser:
    """Chromium, driven as a reader would: by what is seen, with mouse and keyboard."""

    def __init__(self, chromium, chromedriver, width=1280, height=900):
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # The host's proxy is for its network; the page is on this machine.
        os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"
        self.driver = webdriver.Chrome(service=Service(chromedriver), options=options)
        self.command = self.driver.execute_cdp_cmd
        self.size(width, height)

    def size(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})

    def end(self):
        self.driver.quit()

    def open(self, url):
        # A blank page between: an address that differs only behind its # does not load the page again.
        self.driver.get("about:blank")
        self.driver.get(url)

    def script(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def until(self, condition, seconds=60):
        """Waits for what the JavaScript expression says, and returns it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.script(f"return {condition}")
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never true: {condition}\n{self.text('main')}")

    def until_text(self, selector, text):
        self.until(f"[...document.querySelectorAll({json.dumps(selector)})]"
                   f".some(e => e.textContent.includes({json.dumps(text)}))")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def click(self, selector):
        for _ in range(20):
            try:
                element = self.one(selector)
                self.script("arguments[0].scrollIntoView({block: 'center'})", element)
                return element.click()
            except StaleElementReferenceException:
                pass  # The page has drawn it anew meanwhile: a job's progress.
        raise AssertionError(f"never still: {selector}")

    def enter(self, selector, text):
        field = self.one(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text, Keys.ENTER)

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def paste(self, selector, text):
        """All at once, as from the clipboard."""
        self.one(selector).click()
        self.command("Input.insertText", {"text": text})

    def console_errors(self):
        """What the console has said since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def traffic(self):
        """Addresses asked, and bytes received, since the last call."""
        addresses, received = [], 0
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                addresses.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.loadingFinished":
                received += message["params"]["encodedDataLength"]
        return addresses, received
