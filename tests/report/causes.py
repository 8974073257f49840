"""In simulated runs of a bench the causes of samples are known: each series' largest have one, and what
the tick's samples have in common is that they are longer.
SPDX-License-Identifier: MIT

causes.py IMAGE.ELF [--engines]   --engines: the plain engine, which is slow, names the same
"""
import json
import sys

from commands import run, scratch

KINDS = ["kernel tick", "other interrupt", "masked", "late entry", "other path", "waits"]


def check(result):
    name, raw, mode = result["name"], result["raw"], result["mode_ticks"]
    if "causes" not in result:
        raise SystemExit("%s: nothing is known of its samples" % name)
    known = set()
    for cause in result["causes"]:
        assert cause["name"] in KINDS
        assert not (cause["every"] and cause["samples"])
        indices = [sample["index"] for sample in cause["samples"]]
        assert indices == sorted(indices) and all(i < len(raw) for i in indices)
        known.update(indices)
        if cause["name"] == "kernel tick" and any(raw[i] <= mode for i in indices):
            raise SystemExit("%s: a tick made a sample no longer" % name)
    nameless = [i for i, value in enumerate(raw) if value > mode and i not in known]
    if nameless:
        raise SystemExit("%s: samples %s are longer than most, and why is not said" % (name, nameless[:9]))
    return sum(len(cause["samples"]) for cause in result["causes"])


def main():
    with scratch():
        run("tailchain", "run", sys.argv[1], "--json", "run.json")
        with open("run.json", encoding="utf-8") as file:
            blocks = json.load(file)
        if "--engines" in sys.argv:
            run("tailchain", "run", sys.argv[1], "--stepper", "--json", "run.json")
            with open("run.json", encoding="utf-8") as file:
                stepper = json.load(file)
            if blocks["results"] != stepper["results"]:
                raise SystemExit("the two engines name other causes")
    if sum(check(result) for result in blocks["results"]) == 0:
        raise SystemExit("no sample has a cause")


main()
