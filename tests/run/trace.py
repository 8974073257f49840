#!/usr/bin/env python3
"""tailchain run --trace: on every track the slices follow each other, handlers nest across tracks, every task of
the run has its track, and the two engines write the same (C42).
SPDX-License-Identifier: MIT

trace.py TAILCHAIN
"""
import json
import re
import subprocess
import sys
import tempfile
from decimal import Decimal

TAILCHAIN = sys.argv[1]
HANDLERS, TASKS = 1, 2
PICOSECOND = Decimal("0.000001")


def fail(text):
    sys.exit(f"{sys.argv[0]}: {text}")


def traced(folder, *words):
    """The trace's text and what it says: slices by (process, track), as (begin, end), and the tracks' names."""
    path = f"{folder}/trace.json"
    subprocess.run([TAILCHAIN, "run", *words, "--trace", path, "-o", f"{folder}/run.log"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(path, encoding="ascii") as file:
        text = file.read()
    if re.search(r'"(ts|dur)":(?![0-9]+\.[0-9]{6}[,}])', text):
        fail(f"{words}: a time that is no fixed decimal of six places")
    slices, names = {}, {}
    for event in json.loads(text, parse_float=Decimal)["traceEvents"]:
        track = event["pid"], event.get("tid")
        if event["ph"] == "X":
            slices.setdefault(track, []).append((event["ts"], event["ts"] + event["dur"]))
        elif event["name"] == "thread_name":
            names[track] = event["args"]["name"]
    if not slices.keys() <= names.keys():
        fail(f"{words}: a track without a name")
    return text, slices, names


def check_tracks(words, slices, names):
    for track, spans in slices.items():
        if spans != sorted(spans):
            fail(f"{words}: {names[track]}: not in their order")
        for (begin, end), (after, _) in zip(spans, spans[1:]):
            if end > after or end < begin:
                fail(f"{words}: {names[track]}: {begin} to {end} overlaps what begins at {after}")


def check_nesting(words, slices):
    """Two handlers are one inside the other or apart; some are inside."""
    nested, open_ends = 0, []
    handlers = sorted((begin, -end) for track, spans in slices.items() if track[0] == HANDLERS
                      for begin, end in spans)
    for begin, end in handlers:
        while open_ends and open_ends[-1] <= begin:
            open_ends.pop()
        if open_ends and -end > open_ends[-1]:
            fail(f"{words}: a handler from {begin} outlasts the one that it pre-empts")
        nested += bool(open_ends)
        open_ends.append(-end)
    return nested


def check_tasks(words, folder, slices, names):
    """One task at a time; those of the run's STACK lines that have run are there."""
    spans = sorted(span for track, spans in slices.items() if track[0] == TASKS for span in spans)
    for (_, end), (after, _) in zip(spans, spans[1:]):
        if end > after:
            fail(f"{words}: two tasks run at {after}")
    with open(f"{folder}/run.log", encoding="ascii") as file:
        stated = set(re.findall(r"^STACK,([^,]+),", file.read(), re.M))
    shown = {name for (process, _), name in names.items() if process == TASKS}
    if not stated or not stated <= shown | {"IDLE"}:
        fail(f"{words}: tasks {stated - shown} have no track")


def main():
    runs = (("stm32f407", "--bench", "irq_nesting"), ("nucleo-f091rc", "--bench", "preempt_response"),
            ("nucleo-h5e5zj", "--bench", "self_test"))
    nested = 0
    for words in runs:
        with tempfile.TemporaryDirectory() as folder:
            _, slices, names = traced(folder, *words)
            check_tracks(words, slices, names)
            nested += check_nesting(words, slices)
            check_tasks(words, folder, slices, names)
    if nested < 100:
        fail(f"{nested} nested handlers")
    with tempfile.TemporaryDirectory() as folder:
        if traced(folder, *runs[1])[0] != traced(folder, *runs[1], "--stepper")[0]:
            fail(f"{runs[1]}: the two engines differ")


main()
