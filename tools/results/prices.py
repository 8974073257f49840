"""What options cost: directives of the results page that ask `tailchain prices` and `tailchain compare`.

SPDX-License-Identifier: MIT
"""
import json
import pathlib
import subprocess
import sys

from tables import number, table

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "build/firmware"
# What two images that differ in an option may say differently.
ALLOWED = ("opt", "sel", "flags", "fpu", "tick", "wfi", "assert", "trace", "stackcheck", "tickless", "olevel")


def prices_of(runs, board):
    """The table of a board, made once."""
    key = ("prices", board)
    if key not in runs.done:
        path = runs.scratch / f"prices-{board}.json"
        runs.command("prices", board, "--json", str(path))
        runs.done[key] = json.loads(path.read_text())
    return runs.done[key]


def boards_of(runs):
    return list(dict.fromkeys(board for board, _ in runs.clocks))


def base_cell(series):
    low, high = min(series["places"]), max(series["places"])
    return f"{series['mean']:,.0f}" if low == high else f"{series['mean']:,.0f} ({low:,.0f} to {high:,.0f})"


def more_cell(series):
    more = 0 if abs(series["more"]) < 0.5 else series["more"]
    return f"{more:+,.0f}" if series["clear"] else f"({more:+,.0f})"


def about(prices):
    counts = ", ".join(f"{entry['name']} {entry['n']}" for entry in prices["measurements"])
    return (f"**{prices['board']}**, {prices['clock']}: {number(prices['core_hz'])} Hz, simulated; FreeRTOS "
            f"{prices['kernel']}, port {prices['port']}; {prices['compiler']}, {prices['flags'].split()[0]}; cycles "
            f"of the core, n at each of {len(prices['places_bytes'])} places: {counts}.")


def directive_prices(runs, figures):
    """Every board: the base, and what each option adds to it."""
    out = []
    for board in boards_of(runs):
        prices = prices_of(runs, board)
        names = [entry["name"] for entry in prices["measurements"]]
        base = prices["options"][0]
        lines = [[f"`{base['name']}`: {base['what']}", *[base_cell(base["cycles"][name]) for name in names],
                  number(base["flash_bytes"]), number(base["ram_bytes"])]]
        for option in prices["options"][1:]:
            if option["why_not"] is None:
                lines.append([f"`{option['name']}`: {option['what']}",
                              *[more_cell(option["cycles"][name]) for name in names],
                              f"{option['flash_bytes'] - base['flash_bytes']:+,}",
                              f"{option['ram_bytes'] - base['ram_bytes']:+,}"])
        out += [about(prices), ""] + table(["option", *[f"`{name}`" for name in names], "flash, B", "RAM, B"], lines)
        refused = [f"`{option['name']}` ({option['why_not']})"
                   for option in prices["options"] if option["why_not"] is not None]
        out += ["", "Not on this board: " + ", ".join(refused) + ".", ""] if refused else [""]
    return out[:-1]


def directive_tick_load(runs, figures):
    """What ticks take of the core, and how often a window meets one."""
    lines = []
    for board in boards_of(runs):
        prices = prices_of(runs, board)
        options = {option["name"]: option for option in prices["options"]}
        for name, rate in (("tick_100", 100), ("base", prices["tick_hz"]), ("tick_10000", 10000)):
            cycles = options[name]["cycles"]
            share = rate / prices["core_hz"]
            lines.append([board, number(rate), f"{cycles['tick']['mean']:,.0f}",
                          f"{cycles['tick']['mean'] * share:.3%}",
                          f"{cycles['event_to_task']['mean'] * share:.3%}"])
    return table(["board", "ticks a second", "a tick, cycles", "load of the core", "chance that `event_to_task` meets one"],
                 lines)


def changed(tailchain, scratch, board, option):
    """Measurement to the functions whose cycles changed in its most common window."""
    path = scratch / "compare.json"
    images = [IMAGES / board / "option_price.elf", IMAGES / board / "options" / option / "option_price.elf"]
    allow = [word for field in ALLOWED for word in ("--allow", field)]
    done = subprocess.run([tailchain, "compare", *map(str, images), *allow, "--json", str(path)],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"compare {images}: exit status {done.returncode}\n{done.stderr}")
    return {entry["name"]: entry.get("where", []) for entry in json.loads(path.read_text())["measurements"]}


def directive_price_where(runs, figures, board, *pairs):
    """option:measurement: by how much the cycles of each function changed, the code at its own place."""
    lines = []
    for option, series in (pair.split(":") for pair in pairs):
        key = ("where", board, option)
        if key not in runs.done:
            runs.done[key] = changed(runs.tailchain, runs.scratch, board, option)
        where = [f"{entry['what']} {entry['new_cycles'] - entry['base_cycles']:+}"
                 for entry in runs.done[key][f"option_price_{series}"]
                 if entry["new_cycles"] != entry["base_cycles"]]
        lines.append([f"`{option}`, `{series}`", ", ".join(where)])
    return table(["option and window", "cycles more or less, by function"], lines)
