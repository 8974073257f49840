"""Drives Debian's Chromium without a window, through the pipe of its DevTools protocol.
SPDX-License-Identifier: MIT

No driver program and no library: the protocol is JSON with a NUL behind each message, on the file
descriptors 3 (to the browser) and 4 (from it).
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE_SECONDS = 90


class Chromium:
    """One browser with one page. Everything that the page asks for or complains of is recorded."""

    def __init__(self):
        program = shutil.which("chromium")
        if program is None:
            raise SystemExit("chromium is missing; tools/setup.sh installs it")
        self.folder = tempfile.mkdtemp()
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&%d 4>&%d' % (to_browser, from_browser), "sh", program,
             "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + self.folder, "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.bytes = b""
        self.count = 0
        self.session = None
        self.requests, self.complaints = [], []
        self.loaded = 0
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Accessibility"):
            self.send(domain + ".enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---- messages ----

    def send(self, method, **parameters):
        """Sends a command and gives its result."""
        self.count += 1
        number = self.count
        message = {"id": number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise SystemExit("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]

    def receive(self, why):
        end = time.monotonic() + PATIENCE_SECONDS
        while b"\0" not in self.bytes:
            ready, _, _ = select.select([self.inp], [], [], max(0, end - time.monotonic()))
            chunk = os.read(self.inp, 1 << 20) if ready else b""
            if not chunk:
                raise SystemExit("chromium does not answer: " + why)
            self.bytes += chunk
        text, self.bytes = self.bytes.split(b"\0", 1)
        message = json.loads(text)
        self.note(message)
        return message

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.complaints.append(str([a.get("value") for a in parameters["args"]]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            # Advice about the tests' own reading of pixels.
            if "willReadFrequently" not in parameters["entry"]["text"]:
                self.complaints.append(parameters["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded += 1

    # ---- the page ----

    def open(self, path, width, height, dark=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.theme(dark)
        before = self.loaded
        self.send("Page.navigate", url="file://" + os.path.abspath(path))
        while self.loaded == before:
            self.receive("the page does not load")
        self.wait("document.body.dataset.ready === 'true'")

    def theme(self, dark):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def run(self, script):
        """The value of an expression in the page."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit("%s: %s" % (script, result["exceptionDetails"].get("exception", {})
                                         .get("description", "failed")))
        return result["result"].get("value")

    def wait(self, script):
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.run(script):
            if time.monotonic() > end:
                raise SystemExit("never became true: " + script)
            time.sleep(0.05)

    def key(self, name, shift=False):
        codes = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Tab": 9, "Enter": 13,
                 "Escape": 27, "+": 187, "-": 189, "0": 48, " ": 32}
        common = {"key": name, "windowsVirtualKeyCode": codes[name], "modifiers": 8 if shift else 0}
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else None)
        down = dict(common, type="keyDown" if text else "rawKeyDown")
        if text:
            down["text"] = text
        self.send("Input.dispatchKeyEvent", **down)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def mouse(self, kind, x, y, buttons=0, clicks=0):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, buttons=buttons,
                  button="left" if kind != "mouseMoved" else "none", clickCount=clicks)

    def picture(self, path, whole=False):
        """A PNG of what is visible, or of the whole page."""
        data = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
