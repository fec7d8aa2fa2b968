#!/usr/bin/env python3
"""Reads a site of lessons (`glassformer lesson export --all`) as a browser shows it, from its folder and without a network.

    scripts/check-site.py                              # what build/release/app/glassformer exports of all built-in lessons
    scripts/check-site.py FOLDER                       # a site that is there
    scripts/check-site.py FOLDER --screenshots SHOTS   # and pictures of it, to look at

At 1280 and at 390 pixels, on a screen with a mouse and on one that is touched: nothing is wider than the window, each
figure has its words, each control can be hit, each link leads to something, text can be read in both color schemes. A
search finds as many steps as contain its words, and a hit leads to its step. The browser has nothing to say on its console
and asks for nothing outside of the folder. Needs chromium; without it the script says so and ends with code 77.
"""
import argparse
import base64
import fcntl
import json
import os
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = {1280: 900, 390: 844}
PATIENCE = 60  # seconds that the browser has for an answer

# What is wrong with the page as it is shown. Whatever can be scrolled within its own frame may be wider than that.
LOOK = """((touched, width) => {
  const found = [];
  const say = (each, words) => found.push(each.tagName.toLowerCase() + (each.id ? "#" + each.id : "") + " “" +
                                          each.textContent.trim().slice(0, 30) + "” " + words);
  const styles = new Map();
  const style = each => styles.get(each) ?? styles.set(each, getComputedStyle(each)).get(each);
  const above = function* (each) { for (let at = each; at !== null; at = at.parentElement) yield at; };
  const scrolls = each => Array.from(above(each.parentElement)).some(at =>
    at !== document.body && at !== document.documentElement && style(at).overflowX !== "visible");
  // Of a lesson only the step that is shown: its other pictures have a hundred thousand elements.
  const tagged = tag => Array.from(document.getElementsByTagName(tag));  // the browser caches these lists
  const now = Array.from(document.getElementsByClassName("step now"));
  const whole = [...tagged("header"), ...tagged("footer"), ...tagged("nav"), ...now,
                 ...(now.length === 0 ? tagged("main") : []), document.getElementById("cell")].filter(each => each !== null)
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  const under = each => each.tagName === "svg" ? [each] : [each, ...Array.from(each.children).flatMap(under)];
  const seen = Array.from(new Set(whole.flatMap(under)))
    .filter(each => each.checkVisibility() && each.getClientRects().length > 0);

  // A phone lays out a page that is too wide on a wider window, so innerWidth is not asked.
  if (document.documentElement.scrollWidth > width)
    found.push("the page is " + document.documentElement.scrollWidth + " pixels wide");
  for (const each of seen) {
    const box = each.getBoundingClientRect();
    if ((box.right > width + 0.5 || box.left < -0.5) && !scrolls(each)) say(each, "is beyond the window’s edge");
  }

  for (const each of seen) if (each.matches("a, button, summary, input")) {
    const box = each.getBoundingClientRect(), inline = style(each).display === "inline";
    if (!each.textContent.trim() && !each.getAttribute("aria-label") && !each.labels?.length) say(each, "has no words");
    if (!touched) continue;
    if (inline && each.closest("nav, h2, .search, .lesson")) say(each, "is part of a line");
    else if (!inline && (box.height < 40 || box.width < 40)) say(each, "is " + box.width + " × " + box.height);
  }

  for (const each of seen) if (each.matches("svg[role=img], img"))
    if (!(each.getAttribute("aria-label") ?? each.getAttribute("alt"))?.trim()) say(each, "has no words");
  if (tagged("h1").length !== 1) found.push("there is not one heading of the page");
  const levels = seen.filter(each => /^H[1-6]$/.test(each.tagName)).map(each => Number(each.tagName[1]));
  for (let i = 1; i < levels.length; ++i)
    if (levels[i] > levels[i - 1] + 1) found.push("a heading of level " + levels[i] + " follows one of " + levels[i - 1]);

  const luminance = color => {
    const part = /rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?/.exec(color);
    if (!part || part[4] === "0") return null;
    const [r, g, b] = part.slice(1, 4).map(each => each / 255)
      .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = new Map();  // luminance behind each element
  const behind = each => {
    if (each === null) return 1;
    if (!grounds.has(each)) grounds.set(each, luminance(style(each).backgroundColor) ?? behind(each.parentElement));
    return grounds.get(each);
  };
  const written = each => !each.disabled && Array.from(each.childNodes).some(one => one.nodeType === 3 && one.data.trim());
  for (const each of seen.filter(written)) {
    const [a, b] = [luminance(style(each).color), behind(each)].sort((a, b) => b - a), contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) say(each, "has a contrast of " + contrast.toFixed(2));
  }
  return Array.from(new Set(found)).slice(0, 12);
})"""
ADDRESSES = """({ids: Array.from(document.querySelectorAll("[id]"), each => each.id),
  links: Array.from(document.querySelectorAll("a"), each => each.getAttribute("href"))})"""


class Browser:
    """Chromium, spoken to over a pipe. What it says on its console and asks for is noted."""

    def __init__(self, program, profile, folder):
        to_browser, self.writes = os.pipe()
        self.reads, from_browser = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]

        def place():  # where --remote-debugging-pipe looks for them
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            close_fds=False, preexec_fn=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.reads, selectors.EVENT_READ)
        self.folder, self.rest, self.number, self.session, self.loaded = folder, b"", 0, None, False
        self.said, self.asked = [], set()
        target = self.tell("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.tell("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self.tell(part + ".enable")

    def tell(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writes, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def next_message(self):
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.rest:
            if not self.ready.select(end - time.monotonic()):
                raise RuntimeError("the browser does not answer")
            more = os.read(self.reads, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(one)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, event):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            self.asked.add(event["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.said.append(event["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        elif method == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(each.get("value", "")) for each in event["args"]))
        elif method == "Log.entryAdded":
            self.said.append(event["entry"]["text"])

    def run(self, script):
        answer = self.tell("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script[:60]}: {answer['exceptionDetails']['exception'].get('description')}")
        return answer["result"].get("value")

    def wait_until(self, script):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.run(script):
                    return
            except RuntimeError as gone:  # the page is left while it is asked
                if time.monotonic() > end:
                    raise gone
            if time.monotonic() > end:
                raise RuntimeError(f"this does not come true: {script[:90]}")
            time.sleep(0.02)

    def open(self, page):
        self.loaded = False
        self.tell("Page.navigate", url="about:blank")  # else a new step of the same page is no new page
        while not self.loaded:
            self.next_message()
        self.loaded = False
        self.tell("Page.navigate", url=(self.folder.as_uri() + "/" + page))
        while not self.loaded:
            self.next_message()

    def window(self, width, dark=False):
        touched = width < 800
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=WIDTHS[width], deviceScaleFactor=1, mobile=touched)
        self.tell("Emulation.setTouchEmulationEnabled", enabled=touched)
        self.tell("Emulation.setEmulatedMedia", media="",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def press(self, key):
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        code = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowRight": 39}.get(key, ord(key[0]))
        self.tell("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.tell("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        self.tell("Input.insertText", text=text)

    def picture(self, file):
        file.write_bytes(base64.b64decode(self.tell("Page.captureScreenshot")["data"]))

    def end(self):
        try:
            self.session = None
            self.tell("Browser.close")
            self.process.wait(10)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Check:
    def __init__(self, browser, folder, shots):
        self.browser, self.folder, self.shots, self.wrong, self.count = browser, folder, shots, [], 0
        self.addresses = {}  # by page: the names in it and where its links lead

    def expect(self, condition, words):
        self.count += 1
        if not condition:
            self.wrong.append(words)
            print("wrong:", words, flush=True)

    def look(self, what, width, before=""):
        """`before` is what the page does first: in the same call, so that it is laid out once."""
        for problem in self.browser.run(f"{before}{LOOK}({json.dumps(width < 800)}, {width})"):
            self.expect(False, f"{what}, {width} pixels: {problem}")
        self.count += 1

    def shoot(self, name):
        if self.shots:
            self.browser.picture(self.shots / f"{name}.png")


def plain(text):
    """As the page compares words: without case and accents, signs as a keyboard has them."""
    for sign, key in {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " "}.items():
        text = text.replace(sign, key)
    return "".join(unicodedata.normalize("NFD", each)[0] for each in text).lower()


def check_contents(check, data):
    browser = check.browser
    for width in WIDTHS:
        for dark in (False, True):
            browser.window(width, dark)
            browser.open("index.html")
            check.look("index.html" + (" in the dark" if dark else ""), width)
            check.shoot(f"index-{width}-{'dark' if dark else 'light'}")
        browser.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        check.look("index.html with its steps", width)
        check.shoot(f"index-{width}-steps")
    listed = sum(len(lesson["steps"]) for lesson in data["lessons"])
    check.expect(browser.run("document.querySelectorAll('.lesson li a').length") == listed, "index.html lists each step once")
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("index.html")
    browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    check.expect(browser.run("document.querySelector('.search').checkVisibility()") is False, "no search without its script")
    check.expect(browser.run("document.querySelectorAll('.lesson').length") == len(data["lessons"]), "lessons without a script")
    check.expect(len(browser.tell("Page.printToPDF")["data"]) > 1000, "index.html is printed")


def check_search(check, data):
    browser = check.browser
    texts = [(lesson, number, step, plain(" ".join([*step, lesson["title"]])))
             for lesson in data["lessons"] for number, step in enumerate(lesson["steps"], 1)]
    words = ["softmax", "Attention", "query key", "\"residual connection\"", "ATTENTION WEIGHTS head", "1", "don’t", "résidual",
             "<b>", "xyzzy"]
    for width in WIDTHS:
        browser.window(width)
        browser.open("index.html")
        browser.press("/")
        check.expect(browser.run("document.activeElement.id") == "words", "/ leads to the search")
        for word in words if width > 800 else words[:1]:
            browser.run("field.select()")
            browser.type(word)
            terms = [quoted or single for quoted, single in re.findall(r'"([^"]+)"|([^\s"]+)', plain(word))]
            expected = sum(all(term in text for term in terms) for *_, text in texts)
            said = browser.run("found.textContent")
            number = int((re.findall(r"\d+", said) or ["0"])[-1])
            check.expect(number == expected, f"{word} is in {expected} steps: {said}")
            check.expect(browser.run("hits.querySelectorAll('b, span, a, li, mark').length === hits.querySelectorAll('*').length"),
                         "what is found is text")
            check.look(f"search for {word}", width)
            if word in ("softmax", "query key"):
                check.shoot(f"search-{width}-{word[:5]}")
        browser.press("Escape")
        check.expect(browser.run("field.value + hits.children.length + contents.hidden") == "0false", "Escape ends the search")
    # A step is found by its title, opened by Enter, and the way back leads to what was found.
    for lesson, number, step, _ in (texts[len(texts) // 2], texts[-1]):
        browser.window(1280)
        browser.open("index.html#search=")
        check.expect(browser.run("document.activeElement.id") == "words", "an empty search waits for words")
        browser.type(f"\"{step[0]}\"")
        first = browser.run("hits.querySelector('a').getAttribute('href')")
        addresses = browser.run("Array.from(hits.querySelectorAll('a'), each => each.getAttribute('href'))")
        check.expect(f"{lesson['page']}#step-{number}" in addresses, f"{step[0]} finds its step")
        browser.press("ArrowDown")
        check.expect(browser.run("document.activeElement.getAttribute('href')") == first, "the arrow goes to the first hit")
        check.expect(browser.run("getComputedStyle(document.activeElement).outlineStyle") != "none", "it is seen where the focus is")
        browser.press("Enter")
        browser.wait_until(f"location.href.endsWith({json.dumps(first)}) && document.querySelector('.step.now') !== null")
        check.expect(browser.run("document.querySelector('.step.now').id") == first.split("#")[1], f"{first} opens its step")
        browser.run("setTimeout(() => history.back(), 0)")
        browser.wait_until("document.getElementById('hits') !== null && document.getElementById('hits').children.length > 0")
        check.expect(browser.run("hits.querySelector('a').getAttribute('href')") == first, "the way back leads to what was found")


def check_lesson(check, lesson, number, data):
    browser, page, steps = check.browser, lesson["page"], len(lesson["steps"])
    browser.open(page)
    check.addresses[page] = browser.run(ADDRESSES)
    check.expect(browser.run("document.querySelectorAll('.step').length") == steps, f"{page} has {steps} steps")
    for width in WIDTHS:
        browser.window(width)
        browser.run("document.querySelector('.contents').open = false; show(0, false)")
        check.shoot(f"{Path(page).stem}-{width}")
        for step in range(steps):
            check.look(f"{page}, step {step + 1}", width, f"show({step}, false);"
                       "document.querySelectorAll('.step.now details').forEach(each => { each.open = true; });")
        browser.run("document.querySelector('.contents').open = true; scrollTo(0, 0)")
        check.look(f"{page} with its list", width)
    browser.window(1280, True)
    browser.run("show(0, false)")
    check.look(f"{page} in the dark", 1280)
    check.shoot(f"{Path(page).stem}-1280-dark")
    # A cell says its number under the mouse.
    browser.window(1280)
    cell = browser.run("""(() => {
      for (let i = 0; i < steps.length; ++i) {
        show(i, false);
        const svg = steps[i].querySelector(".figure .sheet svg"), figure = svg && cells[svg.id];
        const box = svg?.getBoundingClientRect(), scale = box?.width / figure?.width;
        if (!box?.width) continue;  // of an answer that is closed
        for (const map of figure?.maps.toReversed() ?? []) for (let at = 0; at < map.values.length; ++at) {
          const x = map.rect[0] + map.rect[2] * (at % map.cols + .5) / map.cols;
          const y = map.rect[1] + map.rect[3] * (Math.floor(at / map.cols) + .5) / map.rows;
          if (map.values[at] && within(x, y, map.seen) && cellAt(figure, x, y)?.map === map && box.top + y * scale < innerHeight - 80)
            return {value: map.values[at], x: box.left + x * scale, y: box.top + y * scale};
        }
      }
      return null;
    })()""")
    if cell:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:  # the page hides it while it is scrolled to its step
            browser.tell("Input.dispatchMouseEvent", type="mouseMoved", x=cell["x"], y=cell["y"])
            said = browser.run("tip.hidden ? '' : tip.querySelector('b').textContent")
            if said:
                break
            time.sleep(0.05)
        check.expect(said == cell["value"], f"{page}: a cell says its number, {cell['value']}, not {said or 'nothing'}")
    browser.run("show(0, true)")
    browser.press("ArrowRight")
    check.expect(browser.run("location.hash") == ("#step-2" if steps > 1 else "#step-1"), f"{page}: the arrow steps")
    # The lessons beside it.
    beside = {name: browser.run(f"document.querySelector('nav.site a[rel={name}]')?.getAttribute('href') ?? null")
              for name in ("prev", "next")}
    expected = {"prev": data["lessons"][number - 1]["page"] if number > 0 else None,
                "next": data["lessons"][number + 1]["page"] if number + 1 < len(data["lessons"]) else None}
    check.expect(beside == expected, f"{page} leads to {expected}: {beside}")
    # Without its script, and on paper, all of its steps are there.
    browser.tell("Emulation.setEmulatedMedia", media="print")
    check.expect(browser.run("steps.every(each => each.checkVisibility())"), f"{page}: all steps are printed")


def check_links(check):
    for page, there in check.addresses.items():
        check.expect(len(set(there["ids"])) == len(there["ids"]), f"{page}: each name is there once")
        for link in there["links"]:
            if re.match(r"https?://|mailto:", link):
                continue
            to, _, place = link.partition("#")
            to = to or page
            if to not in check.addresses:
                there_is = re.fullmatch(r"[\w.%-]+\.(pdf|mp4)", to) and (check.folder / unquote(to)).is_file()
                check.expect(there_is, f"{page} leads to {link}")
            elif place and not place.startswith("search="):
                check.expect(place in check.addresses[to]["ids"], f"{page} leads to {link}")


def check_site(check):
    browser = check.browser
    browser.window(1280)
    browser.open("index.html")
    data, check.addresses["index.html"] = browser.run("data"), browser.run(ADDRESSES)
    check_contents(check, data)
    check_search(check, data)
    for number, lesson in enumerate(data["lessons"]):
        check_lesson(check, lesson, number, data)
    check_links(check)
    inside = check.folder.as_uri() + "/"
    for address in sorted(browser.asked):
        check.expect(address.startswith((inside, "data:", "about:blank")), f"the browser asks for {address}")
    for said in browser.said:
        check.expect(False, f"the browser says: {said}")
    return sum(len(lesson["steps"]) for lesson in data["lessons"]), len(data["lessons"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="the site; without it one is exported")
    parser.add_argument("--program", default=str(ROOT / "build/release/app/glassformer"), help="exports the site")
    parser.add_argument("--screenshots", type=Path, help="a folder for pictures of the pages")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("check-site: skipped, because there is no chromium")
        return 1 if "tools" in os.environ.get("GLASSFORMER_REQUIRE", "").split(",") else 77
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="glassformer-site-") as scratch:
        folder = options.folder
        if folder is None:
            folder = Path(scratch) / "site"
            made = subprocess.run([options.program, "lesson", "export", "--all", "--out", str(folder)],
                                  capture_output=True, text=True)
            if made.returncode != 0 and "EGL" in made.stderr:
                print("check-site: skipped, because nothing can be drawn here:", made.stderr.strip())
                return 1 if "opengl" in os.environ.get("GLASSFORMER_REQUIRE", "").split(",") else 77
            if made.returncode != 0:
                print("check-site: the export failed:", made.stderr.strip())
                return 1
            print(f"exported in {time.monotonic() - begin:.1f} s", flush=True)
        if options.screenshots:
            options.screenshots.mkdir(parents=True, exist_ok=True)
        browser = Browser(chromium, Path(scratch) / "browser", folder.resolve())
        try:
            check = Check(browser, folder.resolve(), options.screenshots)
            steps, lessons = check_site(check)
        finally:
            browser.end()
    print(f"{lessons} lessons, {steps} steps: {check.count} checks, {len(check.wrong)} wrong, {time.monotonic() - begin:.1f} s")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
