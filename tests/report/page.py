"""The HTML report in a real browser: what is drawn, what the keyboard does, what a reader without
sight gets, and that nothing is asked of the network.
SPDX-License-Identifier: MIT

page.py CASE, one of those at the end.
"""
import json
import os
import re
import sys

from PIL import Image

from chromium import Chromium
from commands import make_capture, run, scratch

SIZE_MAX = 300000
ITEM = "idle irq_entry"

# What the scripts of a case need to find a measurement's parts.
HELPERS = """
window.itemOf = (label) => report.items.find((i) => i.label === label);
window.figures = (label) => [...document.getElementById(itemOf(label).id).querySelectorAll('figure')];
window.show = (label) => document.getElementById(itemOf(label).id).scrollIntoView();
window.shown = (label) => figures(label).length === 3 && figures(label).every((f) => f.plot && f.plot.u.status === 1);
// Pixels of a plot's canvas at a place in CSS pixels of its plotting area, and of a colour.
window.pixelAt = (plot, x, y) => {
    const scale = devicePixelRatio;
    return [...plot.u.ctx.getImageData(Math.round(plot.u.bbox.left + x * scale), Math.round(plot.u.bbox.top + y * scale), 1, 1).data];
};
window.rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
window.near = (pixel, hex, by) => pixel[3] > 128 && rgb(hex).every((c, i) => Math.abs(c - pixel[i]) <= by);
window.inked = (plot, hex) => {
    const { left, top, width, height } = plot.u.bbox;
    const data = plot.u.ctx.getImageData(left, top, width, height).data;
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += near([...data.slice(i, i + 4)], hex, 60);
    return count;
};
window.range = (plot) => [plot.u.scales.x.min, plot.u.scales.x.max];
"""


def check(condition, what):
    if not condition:
        raise SystemExit("FAILED: " + what)


def page_of(*words):
    run("tailchain", "report", *words, "--html", "page.html")
    return json.loads(run("tailchain", "report", *words, "--format", "json"))


def open_page(browser, width=1200, height=900, dark=False, label=ITEM):
    browser.open("page.html", width, height, dark)
    browser.run(HELPERS)
    browser.run("show('%s')" % label)
    browser.wait("shown('%s')" % label)


def quiet(browser):
    """Nothing was asked for but the page itself, and nothing went wrong in it."""
    others = [url for url in browser.requests if not url.startswith(("file:///", "data:"))]
    files = {url.split("#")[0] for url in browser.requests if url.startswith("file:")}
    check(not others, "requests to %s" % others)
    check(len(files) == 1, "several files: %s" % files)
    check(not browser.complaints, "complaints: %s" % browser.complaints)


# ---- cases ----

def case_data(browser):
    """Every sample is in the page, exactly; the page is small; downloads are our CSV."""
    make_capture("run.log")
    report = page_of("run.log", "--board", "nucleo-h5e5zj")
    check(os.path.getsize("page.html") < SIZE_MAX, "the page is %d bytes" % os.path.getsize("page.html"))
    open_page(browser)
    series = browser.run("report.items.map((i) => [i.phase || null, i.name, Array.from(i.series[0].values), exactTexts(i.series[0])])")
    check(len(series) == len(report["results"]), "other measurements than in the JSON")
    for (phase, name, values, texts), result in zip(series, report["results"]):
        check((phase, name) == (result["phase"], result["name"]), "another order than in the JSON")
        check(values == result["raw"], "%s: other samples than in the JSON" % name)
        check(texts == [str(v) for v in result["raw"]], "%s: inexact digits" % name)
    browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=os.getcwd())
    for button, form, name in (("get-samples", "samples", "run.log.samples.csv"),
                               ("get-statistics", "csv", "run.log.csv")):
        browser.run("document.getElementById('%s').click()" % button)
        for _ in range(200):
            if os.path.exists(name):
                break
            browser.run("new Promise((done) => setTimeout(done, 50))")
        with open(name, "rb") as file:
            check(file.read() == run("tailchain", "report", "run.log", "--format", form),
                  "the download %s is not what --%s writes" % (name, form))
    quiet(browser)


def case_wide_samples(browser):
    """Samples of 64 bits survive the page, too."""
    make_capture("run.log", "--no-crc", change=lambda text: re.sub(
        rb"RAW,notify_preempt,7,\d+", b"RAW,notify_preempt,7,18446744073709551615", text))
    run("tailchain", "report", "run.log", "--html", "page.html", code=1)
    open_page(browser)
    text = browser.run("exactTexts(itemOf('notify_preempt').series[0])[7]")
    check(text == "18446744073709551615", "2^64 - 1 became %s" % text)
    check("NOT VERIFIED" in browser.run("document.querySelector('.verdict').textContent"),
          "a run that is not verified does not say so")
    quiet(browser)


def case_drawn(browser):
    """What is drawn: a bar a value, a tail that falls, a point a sample."""
    make_capture("run.log")
    report = page_of("run.log")
    raw = next(r["raw"] for r in report["results"] if (r["phase"], r["name"]) == ("idle", "irq_entry"))
    open_page(browser)
    colour = browser.run("style('--run-0')")
    for index, least in ((0, 2000), (1, 300), (2, 1500)):
        count = browser.run("inked(figures('%s')[%d].plot, '%s')" % (ITEM, index, colour))
        check(count >= least, "plot %d: %d coloured pixels" % (index, count))
    # Bars: coloured below the count, not above it.
    browser.run("window.bars = figures('%s')[0].plot" % ITEM)
    check(browser.run("bars.bins.counts[0].reduce((a, b) => a + b)") == len(raw), "bars do not add up")
    value = min(raw)
    bin_count = browser.run("bars.bins.counts[0][0]")
    width = browser.run("bars.bins.width")
    check(bin_count == sum(value <= v < value + width for v in raw), "the first bar counts otherwise")
    for factor, wanted in ((0.7, True), (1.4, False)):
        pixel = browser.run("pixelAt(bars, bars.u.valToPos(bars.bins.centres[0], 'x'), "
                            "bars.u.valToPos(%f, 'y'))" % (bin_count * factor))
        check(browser.run("near(%s, '%s', 70)" % (json.dumps(pixel), colour)) == wanted,
              "bar of %d samples at %g of its height: %s" % (bin_count, factor, pixel))
    # The tail: at each value the share of samples that are at or above it.
    tail = browser.run("figures('%s')[1].plot.u.data" % ITEM)
    check(tail[0] == sorted(set(raw)), "the tail has other values")
    shares = [sum(v >= x for v in raw) / len(raw) for x in tail[0]]
    check(all(abs(a - b) < 1e-12 for a, b in zip(shares, tail[1])), "the tail has other shares")
    # The samples: as many points as samples, and the largest is where it belongs.
    points = browser.run("figures('%s')[2].plot.u.data.slice(1).flat().filter((v) => v !== null)" % ITEM)
    check(sorted(points) == sorted(raw), "%d points for %d samples" % (len(points), len(raw)))
    at = raw.index(max(raw))
    pixel = browser.run("(() => { const p = figures('%s')[2].plot; return pixelAt(p, p.u.valToPos(%d, 'x'), "
                        "p.u.valToPos(%d, 'y')); })()" % (ITEM, at, max(raw)))
    check(browser.run("near(%s, '%s', 70)" % (json.dumps(pixel), colour)), "no point at the largest: %s" % pixel)
    quiet(browser)


def case_keyboard(browser):
    """Tab, arrows and zoom by keys, said aloud; the mouse can do the same."""
    make_capture("run.log")
    page_of("run.log")
    open_page(browser)
    browser.run("figures('%s')[0].querySelector('button').focus()" % ITEM)
    for _ in range(3):
        browser.key("Tab")
    check(browser.run("document.activeElement === figures('%s')[0].querySelector('.surface')" % ITEM),
          "Tab does not reach the plot")
    outline = browser.run("getComputedStyle(document.activeElement).outlineStyle")
    check(outline == "solid", "the focus cannot be seen")
    said = []
    for name in ("Home", "ArrowRight", "End", "ArrowLeft"):
        browser.key(name)
        said.append(browser.run("document.getElementById('live').textContent"))
    check(len(set(said)) == 4 and all(re.match(r"\d+( to \d+)? ticks: [\d,]+ samples? \(", s) for s in said),
          "the arrows say %s" % said)
    check(browser.run("figures('%s')[0].querySelector('output').textContent" % ITEM) == said[-1],
          "the readout is not what is said")
    browser.run("window.plot = figures('%s')[0].plot; window.other = figures('%s')[1].plot" % (ITEM, ITEM))
    whole = browser.run("range(plot)")
    browser.key("+")
    near = browser.run("range(plot)")
    check(near[1] - near[0] < 0.8 * (whole[1] - whole[0]), "+ does not zoom: %s of %s" % (near, whole))
    check(browser.run("range(other)") == near, "the tail does not follow the distribution")
    check(" to " in browser.run("document.getElementById('live').textContent"), "the zoom is not said")
    browser.key("-")
    browser.key("0")
    check(browser.run("range(plot)") == whole, "0 does not show the whole range")
    box = browser.run("(() => { const b = plot.u.over.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
    x, y = box[0] + box[2] * 0.3, box[1] + box[3] / 2
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y, 1, 1)
    browser.mouse("mouseMoved", x + box[2] * 0.4, y, 1)
    browser.mouse("mouseReleased", x + box[2] * 0.4, y, 0, 1)
    drawn = browser.run("range(plot)")
    check(0.2 < (drawn[1] - drawn[0]) / (whole[1] - whole[0]) < 0.6, "dragging zooms to %s of %s" % (drawn, whole))
    browser.run("[...figures('%s')[0].querySelectorAll('.zooms button')].pop().click()" % ITEM)
    check(browser.run("range(plot)") == whole, "Reset does not show the whole range")
    quiet(browser)


def case_links(browser):
    """A link leads to its measurement, also where the sections before it are still empty."""
    make_capture("run.log")
    report = page_of("run.log", "--board", "nucleo-h5e5zj")
    for result in (report["results"][0], report["results"][6], report["results"][-1]):
        label = " ".join(filter(None, (result["phase"], result["name"])))
        browser.open("page.html", 1200, 900)
        browser.run(HELPERS)
        browser.run("document.querySelector(`.overview a[href='#${itemOf('%s').id}']`).focus()" % label)
        browser.key("Enter")
        browser.wait("shown('%s')" % label)
        # Whatever else comes near is filled, too, in the next frames.
        browser.run("new Promise((done) => setTimeout(done, 300))")
        top = browser.run("document.getElementById(itemOf('%s').id).getBoundingClientRect().top" % label)
        check(0 <= top < 450, "%s stands at %d of 900 pixels" % (label, top))
    wide = browser.run("[...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth).length")
    check(wide == 0, "%d tables are wider than a wide window" % wide)
    quiet(browser)


def case_print(browser):
    """On paper, which is light, every measurement has its plots: nobody scrolls there."""
    make_capture("run.log")
    page_of("run.log")
    browser.open("page.html", 1200, 900, dark=True)
    browser.run(HELPERS)
    check(not browser.run("report.items.every((i) => figures(i.label).length === 3)"), "all is filled before")
    colours = "['ink', 'run-0', 'muted'].map((name) => style(`--${name}`)).join()"
    dark = browser.run(colours)
    browser.run("addEventListener('beforeprint', () => queueMicrotask(() => (window.printed = %s)))" % colours)
    browser.send("Page.printToPDF")
    check(browser.run("printed") != dark, "a dark page is printed in its light letters")
    check(browser.run(colours) == dark, "the page stays light after it was printed")
    check(browser.run("report.items.every((i) => shown(i.label))"), "measurements are printed without their plots")
    quiet(browser)


def case_access(browser):
    """Names and roles for a screen reader, and the distribution as a table."""
    make_capture("run.log")
    report = page_of("run.log")
    raw = next(r["raw"] for r in report["results"] if (r["phase"], r["name"]) == ("idle", "irq_entry"))
    open_page(browser)
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    named = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes
             if not n.get("ignored") and "role" in n]
    names = [name for role, name in named if role == "application"]
    check(any(re.match(r"Distribution of idle irq_entry: 2,048 samples, min 20, avg ", n) for n in names),
          "the plot's name is none of %s" % names[:3])
    check(all(name for role, name in named if role in ("application", "button", "link", "region")),
          "something has no name: %s" % [r for r, n in named if not n and r in ("button", "link", "region")])
    check([n for r, n in named if r == "heading"][:4] == ["run.log", "Overview", "What to know", "Measurements"],
          "headings: %s" % [n for r, n in named if r == "heading"][:5])
    check("canvas" not in [r.lower() for r, _ in named], "a canvas is offered to the screen reader")
    browser.run("document.getElementById(itemOf('%s').id).querySelector('summary').focus()" % ITEM)
    browser.key("Enter")
    browser.wait("document.getElementById(itemOf('%s').id).querySelector('details table') !== null" % ITEM)
    rows = browser.run("[...document.getElementById(itemOf('%s').id).querySelectorAll('details tbody tr')]"
                       ".map((r) => [...r.cells].map((c) => c.textContent))" % ITEM)
    wanted = [[str(v), str(raw.count(v))] for v in sorted(set(raw))]
    check([r[:2] for r in rows] == wanted, "the table is %s..." % rows[:3])
    quiet(browser)


def case_worst(browser):
    """The largest samples, by name; where their cause is not known it says so."""
    make_capture("run.log")
    report = page_of("run.log", "--board", "nucleo-h5e5zj")
    label = "idle event_to_task"
    by_name = {(r["phase"], r["name"]): r for r in report["results"]}
    raw = by_name["idle", "event_to_task"]["raw"]
    entry = by_name["idle", "irq_entry"]
    open_page(browser, label=label)
    rows = browser.run("[...document.getElementById(itemOf('%s').id).querySelectorAll('.worst tbody tr')]"
                       ".map((r) => [...r.cells].map((c) => c.textContent))" % label)
    order = sorted(range(len(raw)), key=lambda i: (-raw[i], i))[:8]
    check([int(r[0].replace(",", "")) for r in rows] == order, "others are called the largest")
    check([int(r[1].replace(",", "")) for r in rows] == [raw[i] for i in order], "other values")
    before = entry["raw"][order[0]] - entry["mode_ticks"]
    check(rows[0][3].startswith("+%d before the ISR's read" % before), "its place is %s" % rows[0][3])
    check({r[4] for r in rows} == {"unknown"}, "a capture alone knows no cause: %s" % rows[0])
    silicon = browser.run("document.getElementById(itemOf('%s').id).querySelector('tr.silicon').textContent" % label)
    check("466" in silicon and "632" in silicon, "published figures: %s" % silicon)
    quiet(browser)


def case_published(browser):
    """Figures of silicon beyond the visible stretch are named at its end."""
    make_capture("run.log")
    page_of("run.log", "--board", "nucleo-h5e5zj")
    label = "idle event_to_task"
    open_page(browser, label=label)
    browser.run("window.bars = figures('%s')[0].plot" % label)
    published = browser.run("itemOf('%s').series[0].published.ticks" % label)

    def beyond():
        browser.wait("bars.u.status === 1")
        browser.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        return browser.run("bars.u.beyond")

    def inked(side):
        """Pixels of silicon's colour above the plot, in its outer third."""
        return browser.run("""(() => { const { left, top, width } = bars.u.bbox;
            const third = Math.round(bars.u.ctx.canvas.width / 3);
            const from = '%s' === 'left' ? left : bars.u.ctx.canvas.width - third;
            const data = bars.u.ctx.getImageData(from, 0, third, top - 1).data;
            let count = 0;
            for (let i = 0; i < data.length; i += 4) count += near([...data.slice(i, i + 4)], style('--silicon'), 60);
            return count; })()""" % side)

    check(beyond() == [], "all of them are visible: %s" % beyond())
    browser.run("bars.zoom(%d, %d)" % (published[0] - 2, published[0] + 20))
    texts = beyond()
    check(len(texts) == 1 and texts[0].endswith("max %d \u203a" % published[3]), "to the right: %s" % texts)
    check(inked("right") > 40, "nothing is drawn at the right")
    browser.run("bars.zoom(%d, %d)" % (published[3] + 10, published[3] + 40))
    texts = beyond()
    check(len(texts) == 1 and texts[0].startswith("\u2039 silicon min"), "to the left: %s" % texts)
    check(inked("left") > 40, "nothing is drawn at the left")
    quiet(browser)


def case_fold(browser):
    """Folded by the tick, what comes with the tick stands in one place."""
    def disturb(text):
        """Every pair whose timer compares in the first 5,000 cycles of a tick is late."""
        def late(match):
            index = int(match.group(1))
            extra = 3000 if index * 252250 % 250000 < 5000 else 0
            return b"RAW,idle,%d,%d,%d" % (index, 26 + extra, 466 + extra)
        return re.sub(rb"RAW,idle,(\d+),\d+,\d+", late, text)

    make_capture("run.log", "--no-crc", change=disturb)
    run("tailchain", "report", "run.log", "--html", "page.html", code=1)
    open_page(browser)
    places = """(() => { const p = figures('%s')[2].plot; return p.u.data[0].filter((x, i) =>
        p.u.data.slice(1).some((c) => c[i] > 1000)); })()""" % ITEM
    before = browser.run(places)
    check(max(before) - min(before) > 1500, "the disturbance is not spread over the run")
    browser.run("figures('%s')[2].querySelector('[aria-pressed]').click()" % ITEM)
    after = browser.run(places)
    check(len(after) == len(before) > 20 and max(after) < 5000, "folded it stands at %s" % after[:5])
    check(browser.run("figures('%s')[2].querySelector('[aria-pressed]').getAttribute('aria-pressed')" % ITEM)
          == "true", "the button does not say that it is pressed")
    quiet(browser)


def case_causes(browser):
    """A simulated run names what happened in its samples' windows, and draws it in colours."""
    run("tailchain", "run", os.environ["IMAGE"], "--html", "page.html", "--json", "run.json")
    with open("run.json", encoding="utf-8") as file:
        results = {(r["phase"], r["name"]): r for r in json.load(file)["results"]}
    check(os.path.getsize("page.html") < SIZE_MAX, "the page is %d bytes" % os.path.getsize("page.html"))
    late = results["critical20us", "irq_entry"]
    masked = next(c for c in late["causes"] if c["name"] == "masked")
    # The section takes 5,000 cycles of every 250,000: 2 in 100 samples, and whatever is that late.
    check(0.01 < len(masked["samples"]) / late["n"] < 0.03, "%d samples are masked" % len(masked["samples"]))
    known = {s["index"] for s in masked["samples"]}
    check({i for i, v in enumerate(late["raw"]) if v > 200} <= known, "late samples without a cause")
    block = results[None, "notify_block"]
    ticks = next(c for c in block["causes"] if c["name"] == "kernel tick")
    check({i for i, v in enumerate(block["raw"]) if v != block["mode_ticks"]}
          == {s["index"] for s in ticks["samples"]}, "other samples differ than those with a tick in them")
    check(results[None, "slice_A_B"]["causes"][0]["every"], "a slice is not ended by a tick")
    label = "critical20us irq_entry"
    open_page(browser, label=label)
    rows = browser.run("[...document.getElementById(itemOf('%s').id).querySelectorAll('.worst tbody tr')]"
                       ".map((r) => [...r.cells].pop().textContent)" % label)
    check(len(rows) == 8 and all(re.match(r"masked: entered [\d,]+ cycles after the compare$", r) for r in rows),
          "causes: %s" % rows)
    legend = browser.run("[...figures('%s')[2].querySelectorAll('.legend li')].map((l) => l.textContent)" % label)
    check(legend == ["neither", "kernel tick", "masked"], "the legend says %s" % legend)
    check(browser.run("inked(figures('%s')[2].plot, style('--cause-1'))" % label) > 300,
          "masked samples have no colour of their own")
    browser.run("figures('%s')[2].querySelector('.surface').focus()" % label)
    browser.run("moveTo(figures('%s')[2].plot, %d, true)" % (label, late["raw"].index(max(late["raw"]))))
    said = browser.run("document.getElementById('live').textContent")
    check("masked: entered" in said, "a screen reader hears %s" % said)
    quiet(browser)


def case_nested(browser):
    """A sample into which several interrupts came names each, and how often."""
    image = os.path.join(os.path.dirname(os.environ["IMAGE"]), "irq_nesting.elf")
    run("tailchain", "run", image, "--html", "page.html")
    open_page(browser, label="irq_nesting_isr_low")
    cause = browser.run("document.getElementById(itemOf('irq_nesting_isr_low').id)"
                        ".querySelector('.worst tbody tr').lastElementChild.textContent")
    check(re.match(r"other interrupt: exception \d+ \(board_soft_a_isr\); exception \d+ \(board_timer_isr\), "
                   r"3 times$", cause), "the cause is %s" % cause)
    quiet(browser)


def case_marks(browser):
    """A logic analyser's marks are causes as far as they go; what has none stays unknown."""
    rows = ["Time [s],PE2,PE3,PE4", "0.0,0,0,0"]
    for index in range(40):
        start, late = 10000 * (index + 1), 900 if index % 10 == 3 else 5 * (index % 3)
        rows.append("%.9f,1,0,0" % (start * 1e-9))
        if late == 900:
            rows.append("%.9f,1,0,1" % ((start + 200) * 1e-9))
        rows.append("%.9f,1,1,%d" % ((start + 1855 + late) * 1e-9, late == 900))
        rows.append("%.9f,0,0,0" % ((start + 5000) * 1e-9))
    with open("capture.csv", "w", encoding="ascii") as file:
        file.write("\n".join(rows) + "\n")
    run("tailchain", "import", "capture.csv", "--from", "PE2:rise", "--to", "PE3:rise", "--mark", "PE4",
        "--samplerate", "200M", "-o", "run.log")
    run("tailchain", "report", "run.log", "--html", "page.html")
    browser.open("page.html", 1200, 900)
    browser.wait("document.querySelectorAll('.worst tbody tr').length > 0")
    causes = browser.run("[...document.querySelectorAll('.worst tbody tr')].map((r) => [...r.cells].pop().textContent)")
    check(causes[:4] == ["edge of PE4:any"] * 4 and set(causes[4:]) == {"unknown"}, "causes: %s" % causes)
    check("no instrument calibrated" not in browser.run("document.querySelector('.mast').textContent"),
          "an analyser's clock is called the board's")
    quiet(browser)


def case_themes(browser):
    """Light and dark, also when it changes under an open page, at two widths."""
    make_capture("run.log")
    page_of("run.log", "--board", "nucleo-h5e5zj")
    for width in (1200, 400):
        grounds = []
        open_page(browser, width)
        for dark in (False, True):
            browser.theme(dark)
            browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            colour = browser.run("style('--run-0')")
            check(browser.run("inked(figures('%s')[0].plot, '%s')" % (ITEM, colour)) > 500,
                  "the bars have not the theme's colour, dark: %s" % dark)
            grounds.append(browser.run("getComputedStyle(document.body).backgroundColor"))
            browser.picture("page.png")
            box = browser.run("(() => { const b = figures('%s')[0].querySelector('.surface').getBoundingClientRect();"
                              "return [b.left, b.top, b.right, b.bottom].map(Math.round); })()" % ITEM)
            seen = Image.open("page.png").convert("RGB").crop(box).getcolors(1 << 24)
            check(len(seen) > 20, "the picture is blank where the plot is, at width %d" % width)
            wanted = tuple(browser.run("rgb('%s')" % colour))
            check(sum(n for n, c in seen if max(abs(a - b) for a, b in zip(c, wanted)) < 60) > 500,
                  "the picture lacks the bars, at width %d" % width)
        check(grounds[0] != grounds[1], "dark looks like light")
        check(browser.run("document.documentElement.scrollWidth") <= width, "wider than the screen of %d" % width)
    # The overview fits a tablet's screen.
    for unit in ("ticks", "ns"):
        open_page(browser, 880)
        browser.run("setUnit('%s')" % unit)
        wide = browser.run("(() => { const e = document.querySelector('.overview').parentElement; return e.scrollWidth - e.clientWidth; })()")
        check(wide == 0, "the overview in %s is %d pixels wider than its place" % (unit, wide))
    quiet(browser)


def case_runs(browser):
    """Two runs over each other, in colours of their own; ns; published statistics alone."""
    make_capture("a.log")
    make_capture("b.log", "--no-crc")
    page_of("a.log", "b.log")
    open_page(browser)
    plots = browser.run("figures('%s').map((f) => f.plot.u.data.length - 1)" % ITEM)
    check(plots == [2, 2, 2], "series in the plots: %s" % plots)
    browser.run("document.querySelector('[data-set-unit=ns]').click()")
    browser.wait("shown('%s') && figures('%s')[0].plot.describe(3).includes(' ns: ')" % (ITEM, ITEM))
    low = browser.run("range(figures('%s')[0].plot)" % ITEM)
    check(60 < low[0] <= 80, "the scale in ns begins at %s" % low)
    check(browser.run("getComputedStyle(document.querySelector('.overview .ticks')).display") == "none",
          "the overview still shows ticks")
    quiet(browser)


def case_plain(browser):
    """Statistics without samples, and a page whose scripts do not run."""
    run("tailchain", "report", os.environ["PUBLISHED_LOG"], "--allow-summary", "--html", "page.html")
    browser.open("page.html", 1200, 900)
    browser.wait("document.querySelectorAll('.item .none').length > 0")
    check("as the board sent them" in browser.run("document.querySelector('.item .none').textContent"),
          "nothing is said about missing samples")
    quiet(browser)
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    before = browser.loaded
    browser.send("Page.reload")
    while browser.loaded == before:
        browser.receive("the page does not load")
    browser.send("Emulation.setScriptExecutionDisabled", value=False)
    text = browser.run("document.querySelector('.overview').innerText")
    check("249998" in text and "999992" in text, "without scripts the overview lacks the statistics")


def case_history(browser):
    """Trends of a history: a point a run, the change marked, all by keyboard and in words."""
    make_capture("run.log")
    run("sh", "-c", "plant --cycles 7 --series notify_preempt <run.log >slow.log")
    for commit, log in (("aaaa", "run.log"), ("bbbb", "run.log"), ("cccc", "slow.log")):
        run("tailchain", "history", "add", log, "--simulated", "--commit", commit, "--label", "<b>" + log,
            "--history", "runs.db")
    run("tailchain", "history", "plot", "--html", "page.html", "--history", "runs.db")
    check(os.path.getsize("page.html") < SIZE_MAX, "the page is %d bytes" % os.path.getsize("page.html"))
    browser.open("page.html", 1200, 900)
    browser.run(HELPERS)
    k = browser.run("report.trends.findIndex((t) => t.metric === 'notify_preempt')")
    browser.run("window.figure = document.querySelector('#t%d figure')" % k)
    values = browser.run("figure.plot.u.data")
    check(values[0] == [0, 1, 2] and values[1][0] == values[1][1] < values[1][2], "other points: %s" % values)
    check(browser.run("inked(figure.plot, style('--run-0'))") > 100, "the runs are not drawn")
    check(browser.run("inked(figure.plot, style('--silicon'))") > 20, "the change is not drawn")
    words = browser.run("document.querySelector('#t%d .meaning').textContent" % k)
    check("changed at run 3, commit cccc" in words, "in words: %s" % words)
    row = browser.run("[...document.querySelectorAll('.changes tbody tr')].find((r) => r.cells[0].textContent === 'notify_preempt').innerText")
    check("cccc" in row, "the overview does not name the commit: %s" % row)
    browser.run("figure.querySelector('.surface').focus()")
    browser.key("End")
    said = browser.run("document.getElementById('live').textContent")
    check("run 3" in said and "<b>slow.log" in said, "a screen reader hears %s" % said)
    check(browser.run("document.querySelectorAll('b').length") == 0, "a label became an element")
    quiet(browser)


def case_hostile(browser):
    """Names that would be markup stay text."""
    evil = b"</script><img/src=x/onerror=hacked=1>\"'&"
    make_capture("<b>&'.log", "--no-wire", "--no-crc", change=lambda t: t.replace(b"notify_preempt", evil))
    run("tailchain", "report", "<b>&'.log", "--html", "page.html")
    open_page(browser)
    check(browser.run("typeof hacked") == "undefined", "a name was executed")
    check(browser.run("document.querySelectorAll('img, b').length") == 0, "a name became an element")
    names = browser.run("[...document.querySelectorAll('.overview th a')].map((a) => a.textContent)")
    check(evil.decode() in names, "the name is not shown: %s" % names)
    check(browser.run("document.querySelector('h1').textContent") == "<b>&'.log", "the file's name")
    quiet(browser)


def main():
    case = globals()["case_" + sys.argv[1]]
    browser = Chromium()
    try:
        with scratch():
            case(browser)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
