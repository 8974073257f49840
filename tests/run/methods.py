#!/usr/bin/python3
"""The methods of sem_pingpong agree, window by window: counter, pins, pins as analysers of some
rates see them, total time; and the scheduler's pins lie inside the window. Those of
preempt_response likewise: the timer's counter, and the pins of timer and task.

SPDX-License-Identifier: MIT

usage: methods.py TAILCHAIN BOARD CLOCK

Prints the figures that it compares.
"""
import collections
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

PS = 10 ** 12
WARM_UP_ROUNDS = 8  # move no pin
RATES_HZ = (24_000_000, 50_000_000, 100_000_000)
# From the counter's value to the pin's edge, by the model: the load of the word and its store, and
# what the store waits for; and what it takes more where stamp and store lie in two lines of the
# flash and the second must be read.
STAMP_TO_PIN = {
    ("nucleo-h5e5zj", "pll250"): (3, 0),  # a store to AHB takes 2 cycles; code comes from ICACHE
    ("stm32f407", "pll168"): (3, 5),      # 1 for the way from SRAM to AHB1; 5 wait states
    ("nucleo-f410rb", "pll100"): (2, 3),
    ("nucleo-f410rb", "hsi16"): (2, 0),
    ("nucleo-f091rc", "pll48"): (4, 1),   # loads and stores take 2 cycles
    ("nucleo-f091rc", "hsi8"): (4, 0),
}
# Instructions that the compiler has put between stamp and store of preempt_response.
RESPONSE_BETWEEN = {"nucleo-h5e5zj": 1, "nucleo-f091rc": 2}
LOST_EACH = 37  # of the pulses, one in so many is lost, each in a capture of its own
# A time stamp is truncated to 1 ps, so a difference of two is up to 1 ps off.
STAMP_PS = 1


def check(condition, text):
    if not condition:
        sys.exit(f"methods.py: {text}")


def run(*arguments, codes=(0,)):
    done = subprocess.run(arguments, capture_output=True, text=True)
    check(done.returncode in codes,
          f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Capture:
    """Edges of a VCD's channels: name to a list of (ps, level), and the text around them."""

    def __init__(self, path):
        names, levels, self.edges, now = {}, {}, collections.defaultdict(list), 0
        for line in path.read_text().splitlines():
            if line.startswith("$var"):
                _, _, _, code, name, _ = line.split()
                names[code] = name
            elif line.startswith("#"):
                now = int(line[1:])
            elif line[:1] in ("0", "1"):
                level, name = int(line[0]), names[line[1:]]
                if levels.get(name, level) != level:
                    self.edges[name].append((now, level))
                levels[name] = level
        self.end = now

    def rises(self, name):
        return [ps for ps, level in self.edges[name] if level == 1]

    def pulses(self, name):
        """(rise, fall) of each pulse that is whole."""
        edges = self.edges[name]
        return [(a[0], b[0]) for a, b in zip(edges, edges[1:]) if a[1] == 1]

    def without(self, gone):
        """The same, but for one pulse of each pin in gone: {pin: index of the pulse}."""
        left = copy.copy(self)
        left.edges = dict(self.edges)
        for pin, index in gone.items():
            rise, fall = self.pulses(pin)[index]
            left.edges[pin] = [edge for edge in self.edges[pin] if edge[0] not in (rise, fall)]
        return left

    def sampled(self, names, hz, path):
        """Writes what an analyser of so many samples a second records of the channels: an edge
        comes with the first sample behind it, and pulses between two samples are not seen."""
        seen = []
        for code, name in enumerate(names):
            before, at = 0, {}
            for ps, level in self.edges[name]:
                at[-(-ps * hz // PS)] = level  # rounded up; the last level before the sample holds
            for sample, level in at.items():
                if level != before:
                    seen.append((sample, code, level))
                before = level
        # In ps, as no time scale is 1/hz; what is read is told the rate.
        text = ["$timescale 1 ps $end"]
        text += [f"$var wire 1 {chr(33 + code)} {name} $end" for code, name in enumerate(names)]
        text += ["$enddefinitions $end", "#0", "$dumpvars"]
        text += [f"0{chr(33 + code)}" for code in range(len(names))] + ["$end"]
        for sample, code, level in sorted(seen):
            text += [f"#{sample * PS // hz}", f"{level}{chr(33 + code)}"]
        text += [f"#{self.end}"]
        path.write_text("\n".join(text) + "\n")


class Import:
    """What `tailchain import` makes of two channels."""

    def __init__(self, tailchain, vcd, start, end, scratch, whole=True):
        out = scratch / "import.json"
        done = run(tailchain, "import", str(vcd), "--from", start, "--to", end, "--json", str(out),
                   *([] if whole else ["--allow-unpaired"]))
        pairs = json.loads(out.read_text())["pairs"]
        self.ps, self.n = pairs["raw"], pairs["n"]
        self.left_over = pairs["from_without_to"] + pairs["to_without_from"]
        self.said = done.stdout + done.stderr


def spread(values):
    most = collections.Counter(values).most_common(1)[0]
    return f"{most[0]} in {most[1]} of {len(values)}, {min(values)} to {max(values)}"


def cycles_of(ps, hz):
    return round(ps * hz / PS)


def check_constant(cycles, what, allowed):
    print(f"{what}: {spread(cycles)} cycles")
    usual = collections.Counter(cycles).most_common(1)[0][0]
    check(usual in (allowed[0], sum(allowed)),
          f"from {what} it is {usual} cycles, not {allowed[0]} or {allowed[1]} more")
    # Now and then a tick comes between the two.
    check(all(value == usual or value > usual + 50 for value in cycles)
          and sum(value != usual for value in cycles) <= len(cycles) // 100,
          f"from {what} it is not {usual} cycles but where a tick interrupt comes between")


def check_constants(tailchain, vcd, scratch, pin_a, pin_b, hz, allowed):
    """From each task's stamp to its pin's edge, in cycles, window by window."""
    constants = []
    for stamp, pin in (("sem_pingpong:rise", pin_a), ("sem_pingpong:fall", pin_b)):
        found = Import(tailchain, vcd, stamp, f"{pin}:rise", scratch, whole=False)
        check(found.left_over == WARM_UP_ROUNDS, f"{stamp} to {pin}: {found.left_over} stamps "
              f"without a pin's edge, not the {WARM_UP_ROUNDS} of the warm-up")
        constants.append([cycles_of(ps, hz) for ps in found.ps])
        check_constant(constants[-1], f"{stamp} to {pin}", allowed)
    return constants


def check_rate(tailchain, capture, scratch, pins, rate, exact, counter, constant):
    """Pins as an analyser sees them: within a sample of the exact ones, and so within a sample and
    the constant between stamp and pin (ps) of the counter; or edges are missing, and that is said."""
    vcd = scratch / f"{rate}.vcd"
    capture.sampled(pins, rate, vcd)
    shortest = min(fall - rise for pin in pins for rise, fall in capture.pulses(pin))
    if shortest * rate < PS:
        done = run(tailchain, "import", str(vcd), "--from", pins[0], "--to", pins[1], codes=(0, 1))
        lost = any(len(Capture(vcd).rises(pin)) != len(capture.rises(pin)) for pin in pins)
        check((done.returncode == 1) == lost, f"at {rate} Hz edges are {'' if lost else 'not '}lost, "
              f"but the exit status is {done.returncode}:\n{done.stdout}{done.stderr}")
        print(f"at {rate} Hz: pulses of {shortest} ps lie between samples, "
              f"{'some are lost, as is said' if lost else 'none is lost'}")
        if lost:
            return
    found = Import(tailchain, vcd, pins[0], pins[1], scratch)
    check(found.n == len(exact), f"at {rate} Hz {found.n} samples, not {len(exact)}")
    off = [theirs - ours for theirs, ours in zip(found.ps, exact)]
    # Both ends come with the next sample, so the difference is less than one either way.
    check(all(abs(ps) * rate < PS + rate * STAMP_PS for ps in off),
          f"at {rate} Hz pins are off by {min(off)} to {max(off)} ps")
    check(all(abs(theirs - ours) * rate < PS + rate * (constant + 2 * STAMP_PS)
              for theirs, ours in zip(found.ps, counter)), f"at {rate} Hz a window differs from its "
          f"sample by more than one sample of the analyser and {constant} ps")
    print(f"at {rate} Hz: {min(off)} to {max(off)} ps off the exact pins; a sample is {PS // rate} ps")


def check_lost(tailchain, capture, scratch, pins):
    """A pulse of the one pin that is lost with the next of the other leaves nothing over, and no
    sample is wrong without a word: it is suspect, or, with an interrupt in it, named as too long."""
    (pin_a, pin_b), vcd, found = pins, scratch / "lost.vcd", collections.Counter()
    starts = capture.rises(pin_a)
    for lost in range(LOST_EACH // 2, len(starts) - 1, LOST_EACH):
        before = next(k for k, ps in enumerate(capture.rises(pin_b)) if ps > starts[lost - 1])
        capture.without({pin_a: lost, pin_b: before}).sampled(pins, PS, vcd)
        done = run(tailchain, "import", str(vcd), "--from", pins[0], "--to", pins[1], codes=(0, 1))
        what = ("suspect" if done.returncode == 1 and "- 1 suspect: " in done.stdout else
                "late" if "period or more longer than its neighbours" in done.stdout else "unseen")
        check(what != "unseen", f"pulse {lost} of {pin_a} and the one of {pin_b} before it are lost, "
              f"and nothing is said:\n{done.stdout}")
        found[what] += 1
    print(f"pulses lost in pairs: {found['suspect']} suspect, {found['late']} too long")
    check(found["suspect"] > found["late"], "most of the lost pulses look like interrupts")


def check_scheduler(capture, pins, hz):
    """One interval of the scheduler's pin in each window, and whole in it."""
    pin_a, pin_b, pin_scheduler = pins
    windows = list(zip(capture.rises(pin_a), capture.rises(pin_b)))
    pulses, k, parts = capture.pulses(pin_scheduler), 0, []
    for begin, end in windows:
        while pulses[k][0] < begin:
            k += 1
        check(pulses[k][1] < end, f"no interval of {pin_scheduler} is whole in the window at {begin} ps")
        check(k + 1 == len(pulses) or pulses[k + 1][0] > end,
              f"two intervals of {pin_scheduler} in the window at {begin} ps")
        parts.append([cycles_of(ps, hz) for ps in
                      (pulses[k][0] - begin, pulses[k][1] - pulses[k][0], end - pulses[k][1])])
    for text, part in zip(("before the scheduler", "in the scheduler", "behind it"), zip(*parts)):
        print(f"of the window, {text}: {spread(part)} cycles")


def check_response(tailchain, board, clock, scratch):
    """The timer's counter against its pin and the task's, event by event."""
    vcd, report = scratch / "response.vcd", scratch / "response.json"
    run(tailchain, "run", board, "--clock", clock, "--bench", "preempt_response", "--vcd", str(vcd),
        "--json", str(report))
    report = json.loads(report.read_text())
    capture, config = Capture(vcd), report["config"]
    counter, count_cycles = report["results"][0]["raw"], config["core"] // config["timer"]
    pin_task = next(name for name in capture.edges if name[0] == "P" and name[2:] == "2")
    pin_timer = next(name for name in capture.edges
                     if name in ("PA0", "PA15") and len(capture.rises(name)) >= len(counter))
    pairs = list(zip(capture.rises(pin_timer), capture.rises(pin_task)))
    check(len(pairs) == len(counter), f"{len(pairs)} pulses, not {len(counter)}")

    events = [begin for begin, end in capture.pulses("preempt_response")][-len(counter):]
    check(events == [timer for timer, task in pairs], f"{pin_timer} does not rise at the compare")
    ends = [end for begin, end in capture.pulses("preempt_response")][-len(counter):]
    constant = [cycles_of(task - end, config["core"]) for end, (timer, task) in zip(ends, pairs)]
    least, line = STAMP_TO_PIN[board, clock]
    check_constant(constant, f"preempt_response:fall to {pin_task}",
                   (least + RESPONSE_BETWEEN.get(board, 0), line))

    found = Import(tailchain, vcd, f"{pin_timer}:rise", f"{pin_task}:rise", scratch)
    check(found.n == len(counter), f"{found.n} samples, not {len(counter)}")
    # A timer slower than the core has cut off less than a count.
    off = [cycles_of(ps, config["core"]) - counts * count_cycles - way
           for ps, counts, way in zip(found.ps, counter, constant)]
    check(all(0 <= cycles < count_cycles for cycles in off),
          f"pins less counter and the way to the pin: {spread(off)} cycles")
    print(f"{pin_timer} to {pin_task} less counter and the way to the pin: {spread(off)} cycles")


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: methods.py TAILCHAIN BOARD CLOCK")
    tailchain, board, clock = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        vcd, report = scratch / "pins.vcd", scratch / "run.json"
        run(tailchain, "run", board, "--clock", clock, "--bench", "sem_pingpong", "--vcd", str(vcd),
            "--json", str(report))
        report = json.loads(report.read_text())
        hz = report["config"]["core"]
        raw = {result["name"]: result["raw"] for result in report["results"]}
        counter = raw["sem_pingpong"]
        capture = Capture(vcd)
        port = next(name[:2] for name in capture.edges if name[2:] == "2")
        pin_a, pin_b, pin_scheduler = (f"{port}{number}" for number in (2, 3, 9))

        # The counter, from stamp to stamp.
        windows = Import(tailchain, vcd, "sem_pingpong:rise", "sem_pingpong:fall", scratch)
        stamped = [cycles_of(ps, hz) for ps in windows.ps[WARM_UP_ROUNDS:]]
        check(stamped == counter, "the recorded windows are not the samples")

        # The pins of the tasks: the counter and what differs from stamp to store.
        a, b = check_constants(tailchain, vcd, scratch, pin_a, pin_b, hz, STAMP_TO_PIN[board, clock])
        exact = Import(tailchain, vcd, f"{pin_a}:rise", f"{pin_b}:rise", scratch)
        by_pins = [cycles_of(ps, hz) for ps in exact.ps]
        check(by_pins == [ours + to_b - to_a for ours, to_a, to_b in zip(counter, a, b)],
              "pins and counter differ by more than the ways from stamp to store")
        print(f"pins less counter: {spread([x - y for x, y in zip(by_pins, counter)])} cycles")
        constant = max(abs(to_b - to_a) for to_a, to_b in zip(a, b)) * PS / hz
        in_ps = [ticks * PS / hz for ticks in counter]
        for rate in RATES_HZ:
            check_rate(tailchain, capture, scratch, (pin_a, pin_b), rate, exact.ps, in_ps, constant)

        # Total time: the rounds by the counter and by pins, one by one and in all.
        rounds = Import(tailchain, vcd, f"{pin_a}:rise", f"{pin_a}:rise", scratch)
        by_pins = [cycles_of(ps, hz) for ps in rounds.ps]
        check(by_pins == [ours + later - earlier for ours, earlier, later in
                          zip(raw["sem_pingpong_round"], a, a[1:])],
              "rounds by pins and by counter differ by more than the ways from stamp to store")
        check(len(by_pins) == len(counter) - 1, "a round is missing")
        print(f"total time over switches: {sum(by_pins) / 2 / len(by_pins):.1f} cycles, "
              f"turn to turn {sum(counter) / len(counter):.1f}")

        check_lost(tailchain, capture, scratch, (pin_a, pin_b))
        check_scheduler(capture, (pin_a, pin_b, pin_scheduler), hz)
        check_response(tailchain, board, clock, scratch)


main()
