#!/usr/bin/python3
"""Runs every bench on every board and clock that has an image and writes docs/results.md from what they report.

SPDX-License-Identifier: MIT

usage: results.py TAILCHAIN OUTPUT.md

The text is page.md; a line that begins with "@" there is a directive, replaced by a table made from the
runs. Numbers are never written by hand in page.md, but for those that others published.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import loops
from prices import directive_price_where, directive_prices, directive_tick_load
from tables import number, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
STATISTICS = ("min", "avg", "p99", "max")


def rows(path, macro):
    """Rows of a .def table, each a list of its quoted strings and bare numbers."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / path).read_text(), flags=re.S)
    for body in re.findall(rf"^{macro}\((.*)\)$", text, flags=re.M):
        yield [quoted if quoted else bare.strip()
               for quoted, bare in re.findall(r'"((?:[^"\\]|\\.)*)"|([^",]*[^", ][^",]*)', body)]


class Runs:
    """The runs, made when they are asked for, each once."""

    def __init__(self, tailchain, scratch):
        self.tailchain, self.scratch, self.done = tailchain, scratch, {}
        self.clocks = [(row[0], row[1]) for row in rows("wire/boards.def", "WIRE_CLOCK")]
        self.benches = [row[1] for row in rows("wire/benches.def", "WIRE_BENCH")]
        ids = {row[0]: row[1] for row in rows("wire/benches.def", "WIRE_BENCH")}
        self.refused = {(ids[row[0]], row[1]): row[2]
                        for row in rows("wire/benches.def", "WIRE_NOT_ON")}

    def why_not(self, board, clock, bench):
        return self.refused.get((bench, board)) or self.refused.get((bench, f"{board}/{clock}"))

    def command(self, *arguments):
        done = subprocess.run([self.tailchain, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
        return done.stdout

    def run(self, board, clock, bench):
        """The JSON report of a run that verified."""
        key = (board, clock, bench)
        if key not in self.done:
            path = self.scratch / ("-".join(key) + ".json")
            self.command("run", board, "--clock", clock, "--bench", bench, "--json", str(path))
            report = json.loads(path.read_text())
            if report["verified"] is not True:
                sys.exit(f"{key}: not verified")
            self.done[key] = report
        return self.done[key]

    def with_ledger(self, board, clock, bench):
        """A run with a ledger: what the command prints, and the tables of its JSON."""
        key = ("ledger", board, clock, bench)
        if key not in self.done:
            path = self.scratch / ("-".join(key) + ".json")
            text = self.command("run", board, "--clock", clock, "--bench", bench, "--ledger",
                                "--json", str(path))
            self.done[key] = text, json.loads(path.read_text())["ledger"]
        return self.done[key]

    def ledger(self, board, clock, bench):
        return self.with_ledger(board, clock, bench)[0]

    def account(self, board, clock, bench):
        """Series to its account; one that does not add up ends this."""
        tables = self.with_ledger(board, clock, bench)[1]
        for table in tables:
            if not table["valid"] and "has no label" not in table["why"]:
                sys.exit(f"{board} {clock} {bench}: {table['name']}: {table['why']}")
        return {table["name"]: table for table in tables if table["valid"]}

    def vcd(self, board, clock, bench):
        path = self.scratch / ("-".join((board, clock, bench)) + ".vcd")
        if not path.exists():
            self.command("run", board, "--clock", clock, "--bench", bench, "--vcd", str(path))
        return path

    def image(self, board, clock, bench):
        folder = ROOT / "build/firmware" / board
        is_default = next(entry for entry in self.clocks if entry[0] == board) == (board, clock)
        return folder / f"{bench}.elf" if is_default else folder / clock / f"{bench}.elf"

    def bench_of(self, result):
        """Results are named BENCH or BENCH_VARIANT."""
        return max((bench for bench in self.benches if f"{result}_".startswith(f"{bench}_")), key=len)

    def ticks(self, board, clock, result):
        """The mean of a result."""
        report = self.run(board, clock, self.bench_of(result))
        return next(entry["avg_ticks"] for entry in report["results"] if entry["name"] == result)

    def of_bench(self, bench):
        return [(board, clock, self.run(board, clock, bench)) for board, clock in self.clocks
                if self.why_not(board, clock, bench) is None]


def published_rows():
    """(board, core_hz, phase, series) to its four published figures."""
    return {(board, int(hz), None if phase == "NULL" else phase, name):
            dict(zip(STATISTICS, map(int, figures)))
            for board, hz, phase, name, *figures in rows("host/core/run/published.def", "PUBLISHED")}


def published_of(figures, board, report, result):
    for hz in (report["config"]["core"], 0):
        found = figures.get((board, hz, result["phase"], result["name"]))
        if found is not None:
            return found
    return {}


def beside(ours, theirs):
    """Two cells: the published figure, and how far ours is from it."""
    if not theirs:
        return ["", ""]
    return [number(theirs), f"{(ours - theirs) * 100 / theirs:+.1f} %"]


def about(board, clock, report):
    config, note = report["config"], report["environment"]["note"]
    flags = note["flags"].split()[0]
    return (f"**{board}**, {clock}: {number(config['core'])} Hz, simulated; FreeRTOS {note['kernel']}, "
            f"port {note['port']}, {config['prio']} priorities ({config['sel']}), slicing "
            f"{config['slicing']}; {note['compiler']}, {flags}; cycles by {config['counter']}, timer "
            f"{number(config['timer'])} Hz.")


def label(result):
    return result["name"] if result["phase"] is None else f"{result['phase']} {result['name']}"


def statistics(board, report, figures):
    core = report["config"]["core"]
    heads = ["count at the clock of its row", "n", "min", "avg", "p99", "max", "avg ns"]
    silicon = any(published_of(figures, board, report, result) for result in report["results"])
    scores = sorted({result["score"]["unit"] for result in report["results"] if "score" in result})
    heads += scores
    lines = []
    for result in report["results"]:
        ticks = [number(result[f"{statistic}_ticks"]) for statistic in STATISTICS]
        unit = "" if result["hz"] == core else f" (at {number(result['hz'])} Hz)"
        line = [f"`{label(result)}`{unit}", number(result["n"]), *ticks, number(result["avg_ns"])]
        if scores:
            line.append(number(result["score"]["value"]) if "score" in result else "")
        if silicon:
            theirs = published_of(figures, board, report, result)
            for statistic in ("avg", "max"):
                line += beside(result[f"{statistic}_ticks"], theirs.get(statistic))
        lines.append(line)
    if silicon:
        heads += ["published avg", "diff", "published max", "diff"]
    return table(heads, lines)


def values(report):
    if not report.get("values"):
        return []
    return [""] + table(["size or count", "value", "unit"],
                        [[f"`{value['name']}`", number(value["value"]), value["unit"]]
                         for value in report["values"]])


def directive_bench(runs, figures, bench):
    """Every board and clock: what it is, its statistics, its values."""
    out = []
    for board, clock, report in runs.of_bench(bench):
        out += [about(board, clock, report), ""]
        if report["results"]:
            out += statistics(board, report, figures)
        out += values(report) + [""]
    for board, clock in runs.clocks:
        why = runs.why_not(board, clock, bench)
        if why is not None:
            out += [f"{board}, {clock}: not run: {why}.", ""]
    return out[:-1]


def directive_one(runs, figures, board, clock, bench):
    report = runs.run(board, clock, bench)
    return [about(board, clock, report), ""] + statistics(board, report, figures) + values(report)


def directive_ledger(runs, figures, board, clock, bench, *series):
    """The ledger of a series (of a phase: its name before) as the command prints it; an account that
    does not add up ends this."""
    name = " ".join(series)
    found = re.search(rf"^{re.escape(name)}: (.*\n(?:.+\n)*)", runs.ledger(board, clock, bench),
                      flags=re.M)
    if found is None or "INVALID" in found.group(0):
        sys.exit(f"{board} {bench}: no valid ledger of {name}")
    return [f"{board}, {clock}:", "", "```", *found.group(0).rstrip().split("\n"), "```"]


def directive_difference(runs, figures, board, clock, bench, base, new):
    """Where the windows of two series differ, as the command prints it."""
    text = runs.command("run", board, "--clock", clock, "--bench", bench, "--difference",
                        f"{base},{new}")
    found = re.search(r"^base .*\n(?:  .*\n)*", text, flags=re.M)
    if found is None:
        sys.exit(f"{board} {bench}: no difference of {base} and {new}")
    return ["```", *found.group(0).rstrip().split("\n"), "```"]


def directive_segments_of(runs, figures, board, clock, bench, series):
    """A switch by its segments in the unmodified handler, as the command prints it."""
    found = re.search(rf"^{re.escape(series)} by segment, .*?(?=\n\n\S+ by segment|\n\nVerified)",
                      runs.ledger(board, clock, bench), flags=re.M | re.S)
    if found is None:
        sys.exit(f"{board} {bench}: no segments of {series}")
    return [f"{board}, {clock}:", "", "```", *found.group(0).split("\n"), "```"]


class Pairs:
    """Edges of two channels of a run's pins and windows, as `tailchain import` pairs them."""

    def __init__(self, runs, run, start, end):
        path = runs.scratch / "pins.json"
        runs.command("import", str(runs.vcd(*run)), "--from", start, "--to", end, "--json", str(path),
                     "--allow-unpaired")
        pairs = json.loads(path.read_text())["pairs"]
        self.n, self.ps = pairs["n"], pairs["raw"]
        self.left_over = pairs["from_without_to"] + pairs["to_without_from"]
        self.statistics = [pairs["statistics"][f"{name}_ticks"] for name in STATISTICS]

    def cycles(self, core_hz):
        return [round(ps * core_hz / 10 ** 12) for ps in self.ps]


def pins_of(runs, run, pin):
    """A pin of the port that the board's benches drive; 0 is that of the timer."""
    board = run[0]
    text = (ROOT / f"firmware/boards/{board}/board_pins.h").read_text()
    if pin == 0:
        return "PA" + re.search(r"BOARD_TIMER_PIN (\d+)u", text).group(1)
    return "P" + re.search(r"BOARD_PINS_PORT .*GPIO([A-Z])", text).group(1) + str(pin)


def directive_methods(runs, figures, board, clock):
    """The same switch by four methods, in ns; times of pins are those of the recorded edges."""
    run = (board, clock, "sem_pingpong")
    report = runs.run(*run)
    result = {entry["name"]: entry for entry in report["results"]}
    core = report["config"]["core"]

    def counted(name, parts):
        ticks = [result[name][f"{statistic}_ticks"] for statistic in STATISTICS]
        ticks[STATISTICS.index("avg")] = sum(result[name]["raw"]) / result[name]["n"]
        return [f"{value * 1e9 / core / parts:,.1f}" for value in ticks]

    lines = [["counter, turn to turn (`sem_pingpong`)", number(result["sem_pingpong"]["n"]),
              *counted("sem_pingpong", 1)],
             ["total time / switches (`sem_pingpong_round` / 2)",
              number(result["sem_pingpong_round"]["n"]), *counted("sem_pingpong_round", 2)]]
    for text, start, end in (("pins of the tasks, PE2 rise to PE3 rise", "PE2:rise", "PE3:rise"),
                             ("of that, to the scheduler's pin: PE2 rise to PE9 rise", "PE2:rise", "PE9:rise"),
                             ("in the scheduler: PE9 rise to fall, of the whole run", "PE9:rise", "PE9:fall"),
                             ("behind it: PE9 fall to PE3 rise", "PE9:fall", "PE3:rise")):
        found = Pairs(runs, run, start, end)
        lines.append([text, number(found.n), *[f"{ps / 1000:,.1f}" for ps in found.statistics]])
    published = figures[(board, core, None, "sem_pingpong")]
    lines.append(["published: analyser, PE2 to PE3, rounded to cycles", "100",
                  *[f"{published[name] * 1e9 / core:,.1f}" if published[name] else ""
                    for name in STATISTICS]])
    return table(["method, ns", "n", "min", "avg", "p99", "max"], lines)


def usual(values):
    """The most common value, and how many differ."""
    value = max(set(values), key=values.count)
    differ = sum(other != value for other in values)
    return number(value) + (f" ({differ} of {number(len(values))} differ)" if differ else "")


def directive_stamps(runs, figures):
    """From a stamp to the edge of the pin that the next store moves, and what is left between counter
    and pins window by window, on every board."""
    lines = []
    for board, clock, report in runs.of_bench("sem_pingpong"):
        run, core = (board, clock, "sem_pingpong"), report["config"]["core"]
        a, b = (pins_of(runs, run, pin) for pin in (2, 3))
        counter = next(entry["raw"] for entry in report["results"] if entry["name"] == "sem_pingpong")
        pins = Pairs(runs, run, f"{a}:rise", f"{b}:rise").cycles(core)
        lines.append([f"{board} {clock}",
                      usual(Pairs(runs, run, "sem_pingpong:rise", f"{a}:rise").cycles(core)),
                      usual(Pairs(runs, run, "sem_pingpong:fall", f"{b}:rise").cycles(core)),
                      usual([by_pins - ticks for by_pins, ticks in zip(pins, counter, strict=True)])])
    return table(["core cycles, most common", "A: stamp to pin", "B: stamp to pin",
                  "pins less counter, 1,000 windows"], lines)


def directive_response(runs, figures):
    """preempt_response by the timer's counter and by pins, in ns."""
    lines = []
    for board, clock, report in runs.of_bench("preempt_response"):
        run, core = (board, clock, "preempt_response"), report["config"]["core"]
        timer, task = (pins_of(runs, run, pin) for pin in (0, 2))
        raw, hz = report["results"][0]["raw"], report["results"][0]["hz"]
        pins = Pairs(runs, run, f"{timer}:rise", f"{task}:rise")
        off = [by_pins - ticks * core // hz
               for by_pins, ticks in zip(pins.cycles(core), raw, strict=True)]
        lines.append([f"{board} {clock}", f"{timer} to {task}", f"{sum(raw) * 1e9 / hz / len(raw):,.1f}",
                      f"{sum(pins.ps) / 1000 / pins.n:,.1f}",
                      usual(Pairs(runs, run, "preempt_response:fall", f"{task}:rise").cycles(core)),
                      f"{number(min(off))} to {number(max(off))}"])
    return table(["board", "pins", "counter, avg ns", "pins, avg ns", "stamp to pin, cycles",
                  "pins less counter, cycles, of 1,000"], lines)


def directive_listing(runs, figures, board):
    """The published listing's pins: turns of the task that keeps the token, and of the other."""
    image = ROOT / "build/firmware" / board / "test_images/one_semaphore_pins.elf"
    path, out = runs.scratch / "listing.vcd", runs.scratch / "listing.json"
    # It never ends: stopped by its time, which is exit status 2.
    subprocess.run([runs.tailchain, "run", str(image), "--max-time", "0.02", "--vcd", str(path)],
                   capture_output=True)
    runs.command("import", str(path), "--edges", "--json", str(out))
    edges = {channel["name"].split(".")[-1]: channel
             for channel in json.loads(out.read_text())["channels"]}
    pins = ("PE2", "PE3")
    kept = max(pins, key=lambda pin: edges[pin]["rising"])
    other = next(pin for pin in pins if pin != kept)
    runs.command("import", str(path), "--from", f"{kept}:rise", "--to", f"{kept}:rise", "--json", str(out))
    turns = json.loads(out.read_text())["pairs"]
    return table(["20 ms of it, ns", "n", "min", "avg", "p99", "max"],
                 [[f"{kept} rise to its next", number(turns["n"]),
                   *[f"{turns['statistics'][f'{name}_ticks'] / 1000:,.1f}" for name in STATISTICS]],
                  [f"{other} rises", number(edges[other]["rising"]), "", "", "", ""]])


def segment_rows():
    """Rows of segments.txt: segment, published low, published high."""
    for line in (ROOT / "tools/results/segments.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split()


def directive_segments(runs, figures):
    """The segments of D by stamps, board by board, beside the published ranges."""
    shown = [(board, clock, {result["name"]: result for result in report["results"]})
             for board, clock, report in runs.of_bench("switch_profile")]
    shown = [entry for entry in shown if "switch_profile_handler" in entry[2]]
    heads = ["cycles, most common of 1,000", "published", *[f"{board} {clock}" for board, clock, _ in shown]]
    lines = []
    for name, low, high in segment_rows():
        lines.append([f"`{name}`", f"{low} to {high}" if low != "-" else "",
                      *[number(results[name]["mode_ticks"]) for _, _, results in shown]])
    return table(heads, lines)


def directive_knobs(runs, figures, board, clock, bench, knobs):
    """The averages of a bench beside those with constants of the timing model changed: NAME=N,NAME=N."""
    path = runs.scratch / "knobs.json"
    changed = knobs.split(",")
    runs.command("run", board, "--clock", clock, "--bench", bench, "--json", str(path),
                 *[word for knob in changed for word in ("--knob", knob)])
    report = runs.run(board, clock, bench)
    others = {label(result): result for result in json.loads(path.read_text())["results"]}
    lines = []
    for result in report["results"]:
        other = others[label(result)]
        theirs = published_of(figures, board, report, result).get("avg")
        lines.append([f"`{label(result)}`", number(result["avg_ticks"]), number(other["avg_ticks"]),
                      f"{other['avg_ticks'] - result['avg_ticks']:+,}",
                      number(theirs) if theirs else ""])
    return table(["avg", "as above", f"with {', '.join(changed)}", "change", "published"], lines)


def segment_cycles(table, names=None, statistic="mean_cycles"):
    """Cycles of some segments of a switch together; of the whole handler where none are named."""
    return sum(segment[statistic] for segment in table["segments"]
               if (segment["in_handler"] if names is None else segment["segment"] in names))


UNUSED_FPU = ("does the task use the FPU?", "save s16-s31, or skip it", "restore s16-s31, or skip it")


def directive_totals(runs, figures):
    """Both totals of D, and what an unused FPU costs, by probes in the unmodified handler and by stamps."""
    places = [(board, clock) for board, clock, _ in runs.of_bench("switch_profile")]
    tables = [runs.account(*place, "switch_profile")["yield_to_task"] for place in places]
    results = [{result["name"]: result for result in runs.run(*place, "switch_profile")["results"]}
               for place in places]

    def stamped(name):
        return [number(found[name]["mode_ticks"]) if name in found else "" for found in results]

    lines = [["handler, entry to exit, by probes", "86 to 203",
              *[f"{segment_cycles(table):.1f}" for table in tables]],
             ["the same, with our stamps in it (`switch_profile_handler`)", "86 to 203",
              *stamped("switch_profile_handler")],
             ["taskYIELD to the first instruction (`yield_to_task`)", "252, made 165",
              *stamped("yield_to_task")],
             ["the same, with our stamps (`switch_profile_stamped_yield`)", "252, made 165",
              *stamped("switch_profile_stamped_yield")],
             ["of the handler, for an FPU that no task uses: test and two skips", "a flag saves 35",
              *[f"{segment_cycles(table, UNUSED_FPU):.1f}" for table in tables]]]
    heads = ["cycles", "published", *[f"{board} {clock}" for board, clock in places]]
    return table(heads, lines)


# One of each core with an FPU: the others of the same core show the same.
CLOCK_OF_MATRIX = {"nucleo-h5e5zj": "pll250", "stm32f407": "pll168"}


def directive_fpu(runs, figures):
    """The matrix of fpu_switch by its parts, as the command prints it, and the sums of them."""
    out, lines = [], []
    for board, clock, _ in runs.of_bench("fpu_switch"):
        found = re.search(r"^switches by what the FPU costs.*?(?=\n\n)",
                          runs.ledger(board, clock, "fpu_switch"), flags=re.M | re.S)
        if found is None:
            sys.exit(f"{board} {clock}: no matrix of fpu_switch")
        account = runs.account(board, clock, "fpu_switch")
        none, both = (account[f"fpu_switch_{tasks}_eager_yield"] for tasks in ("none", "both"))
        part = lambda name: segment_cycles(both, (name,), "min_cycles")
        more = lambda name: part(name) - segment_cycles(none, (name,), "min_cycles")
        names = ("save s16-s31, or skip it", "restore s16-s31, or skip it", "exception entry",
                 "exception return")
        lines.append([f"{board} {clock}", number(part(names[0]) + part(names[1])),
                      *[number(more(name)) for name in names], number(sum(map(more, names)))])
        if clock == CLOCK_OF_MATRIX.get(board):
            out += [f"{board}, {clock}:", "", "```", *found.group(0).split("\n"), "```", ""]
    heads = ["cycles, eager stacking, yield", "VSTM + VLDM (published: 34)", "VSTM over its skip",
             "VLDM over its skip", "FP frame pushed", "FP frame popped",
             "FPU-FPU less none-none (counted: about 68)"]
    return table(heads, lines) + [""] + out[:-1]


def directive_nesting(runs, figures):
    """irq_nesting: the longest delay and the jitter in us, the deepest nesting, stacks of both alignments."""
    heads = ["us", "switch behind interrupts: max", "jitter", "lowest task: max", "jitter",
             "deepest nesting", "main stack, B"]
    lines = []
    for board, clock, report in runs.of_bench("irq_nesting"):
        results = {result["name"]: result for result in report["results"]}
        sizes = {value["name"]: value["value"] for value in report["values"]}
        for variant in ("quiet", "isr", "align4", "deferred"):
            cells = []
            for row in ("task", "low"):
                result = results.get(f"irq_nesting_{variant}_{row}")
                if result is None:
                    cells += ["", ""]
                    continue
                to_us = 1e6 / result["hz"]
                cells += [f"{result['max_ticks'] * to_us:,.2f}",
                          f"{(result['max_ticks'] - result['min_ticks']) * to_us:,.2f}"]
            if any(cells):
                lines.append([f"{board} {clock}, {variant}", *cells,
                              *[number(sizes[f"irq_nesting_{variant}_{what}"])
                                if f"irq_nesting_{variant}_{what}" in sizes else ""
                                for what in ("depth", "stack")]])
    return table(heads, lines)


def ratio_rows():
    """Rows of ratios.txt: numerator and denominator as BOARD/CLOCK/RESULT, low, high, what it is."""
    for line in (ROOT / "tools/results/ratios.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split(maxsplit=4)


def directive_ratios(runs, figures):
    """Ratios beside those of the published figures, and the range that they must lie in: of the kernel md5,
    and of md5_in_place."""
    core = {(board, clock): int(hz) for board, clock, hz, *_ in rows("wire/boards.def", "WIRE_CLOCK")}
    lines = []
    for upper, lower, low, high, what in ratio_rows():
        places = [place.split("/") for place in (upper, lower)]
        ours = [runs.ticks(*place) for place in places]
        theirs = [figures.get((board, core[board, clock], None, name), {}).get("avg", 0)
                  for board, clock, name in places]
        silicon = f"{theirs[0] / theirs[1]:.3f}" if all(theirs) else ""
        in_place = [runs.ticks(board, clock, name.replace("md5_", "md5_in_place_"))
                    for board, clock, name in places]
        cells = []
        for above, below in (ours, in_place):
            ratio = above / below
            cells += [f"{ratio:.3f}", "yes" if float(low) <= ratio <= float(high) else "**no**"]
        lines.append([what, silicon, f"{low} to {high}", *cells])
    return table(["ratio of cycles", "published", "expected", "`md5`", "inside", "`md5_in_place`", "inside"],
                 lines)


def directive_beside(runs, figures, bench):
    """Every published figure of a bench of computation: flash and RAM, theirs and ours."""
    clocks = {(board, int(hz)): clock
              for board, clock, hz, *_ in rows("wire/boards.def", "WIRE_CLOCK")}
    lines = {}
    for (board, hz, _, name), theirs in figures.items():
        found = re.fullmatch(rf"{bench}_(m[04])_o(.)_(flash|ram)", name)
        if found:
            isa, level, place = found.groups()
            ours = runs.ticks(board, clocks[board, hz], name)
            what = f"{board} {clocks[board, hz]}, code for cortex-{isa}, -O{level}"
            lines.setdefault(what, {})[place] = [number(ours), *beside(ours, theirs["avg"])]
    return table(["cycles", *[f"{place}: {column}" for place in ("flash", "RAM")
                              for column in ("ours", "published", "diff")]],
                 [[what, *line["flash"], *line["ram"]] for what, line in lines.items()])


# Whole blocks of 64 bytes in the message of 22,073 bytes, read where it lies.
MESSAGE_BLOCKS = 22073 // 64


def directive_places(runs, figures, bench):
    """Cycles from RAM less those from flash, by block of the message, where both are published; theirs, and
    ours of each kernel."""
    clocks = {(board, int(hz)): clock
              for board, clock, hz, *_ in rows("wire/boards.def", "WIRE_CLOCK")}
    lines = []
    for (board, hz, phase, name), theirs in figures.items():
        found = re.fullmatch(rf"{bench}_(m[04])_o(.)_flash", name)
        ram = figures.get((board, hz, phase, name.replace("flash", "ram")))
        if not found or not ram or board == "nucleo-f091rc":
            continue
        sums = [ram["avg"] - theirs["avg"]]
        for kernel in (bench, f"{bench}_in_place"):
            places = [runs.ticks(board, clocks[board, hz], f"{kernel}_{found[1]}_o{found[2]}_{place}")
                      for place in ("flash", "ram")]
            sums.append(places[1] - places[0])
        cells = []
        for difference in sums:
            each = round(difference / MESSAGE_BLOCKS)
            cells += [f"{difference:+,}", f"{each:+}", f"{difference - each * MESSAGE_BLOCKS:+}"]
        lines.append([f"{board} {clocks[board, hz]}, code for cortex-{found[1]}, -O{found[2]}", *cells])
    return table(["cycles, RAM less flash",
                  *[f"{whose}: {column}" for whose in ("published", f"`{bench}`", f"`{bench}_in_place`")
                    for column in ("all", "a block", "rest")]], lines)


LEVELS = ("o1", "o2", "o3", "os")


def directive_suite(runs, figures, bare, *places):
    """Published cycles a count of a suite beside ours at PLACES (BOARD/CLOCK), less what a pass costs
    without work."""
    places = [place.split("/") for place in places]
    lines = []
    for line in (ROOT / "tools/results/suites.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        result, theirs = line.split()
        ours = [runs.ticks(*place, result) - runs.ticks(*place, bare) for place in places]
        lines.append([f"`{result}`", theirs, *[cell for cycles in ours for cell in
                      (number(cycles), f"{(cycles / float(theirs) - 1) * 100:+.1f} %")]])
    return table(["cycles a count", "published", *[cell for board, clock in places
                                                   for cell in (f"{board}, {clock}", "diff")]], lines)


def directive_gains(runs, figures, board, clock, *benches):
    """How many times longer code for the Cortex-M0 takes than code for the Cortex-M4, by optimisation."""
    lines = []
    for bench in benches:
        names = [entry["name"] for entry in runs.run(board, clock, bench)["results"]]
        for kernel in [name.removesuffix("_m0_o1_flash") for name in names
                       if name.endswith("_m0_o1_flash")]:
            m0, m4 = ([runs.ticks(board, clock, f"{kernel}_{isa}_{level}_flash")
                       for level in LEVELS] for isa in ("m0", "m4"))
            lines.append([f"`{kernel}`", *[f"{a / b:.3f}" for a, b in zip(m0, m4)],
                          f"{min(m0) / min(m4):.3f}"])
    return table([f"{board} {clock}: M0 code to M4 code", *[f"-O{level[1]}" for level in LEVELS],
                  "best to best"], lines)


def directive_scores(runs, figures, *benches):
    """The best score of each kernel on each board and clock, data in flash, and the code that has it."""
    lines = {}
    for bench in benches:
        for board, clock, report in runs.of_bench(bench):
            best = {}
            for result in report["results"]:
                found = re.fullmatch(r"(.+)_(m[04])_o(.)_flash", result["name"])
                if found:
                    kernel, isa, level = found.groups()
                    score = result["score"]["value"]
                    best[kernel] = max(best.get(kernel, (0, "", "")),
                                       (score, f"{isa.upper()} -O{level}", result["score"]["unit"]))
            for kernel, (score, code, unit) in best.items():
                lines.setdefault((kernel, unit), []).append(f"{number(score)} ({code})")
    heads = [f"{board} {clock}" for board, clock in runs.clocks]
    return table(["best score, by code for", "unit", *heads],
                 [[f"`{kernel}`", unit, *cells] for (kernel, unit), cells in lines.items()])


def directive_loops(runs, figures, board, clock):
    """The instructions of loops.txt's code, by kind."""
    lines = []
    for line in (ROOT / "tools/results/loops.txt").read_text().splitlines():
        if not line.startswith("#"):
            bench, variant, function, part, what = line.split(maxsplit=4)
            code = loops.of_variant(runs.image(board, clock, bench), variant, function)
            counts = loops.count(loops.innermost_loop(code) if part == "loop" else code)
            total = sum(counts[kind] for kind in loops.KINDS)
            lines.append([f"`{variant}`: {what}", total, *[value or "" for value in counts.values()]])
    return table(["instructions of", "all", *loops.COLUMNS], lines)


DIRECTIVES = {name.removeprefix("directive_"): function
              for name, function in globals().items() if name.startswith("directive_")}


def page(runs):
    figures, out = published_rows(), []
    for line in (ROOT / "tools/results/page.md").read_text().splitlines():
        if not line.startswith("@"):
            out.append(line)
            continue
        name, *arguments = line[1:].split()
        out += DIRECTIVES[name](runs, figures, *arguments)
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: results.py TAILCHAIN OUTPUT.md")
    with tempfile.TemporaryDirectory() as scratch:
        text = page(Runs(sys.argv[1], pathlib.Path(scratch)))
    pathlib.Path(sys.argv[2]).write_text(text)


if __name__ == "__main__":
    main()
