"""The JSON of comparisons, imports, histories, lints and prices keeps its published schemas, which refuse what
is none; and every command that writes JSON has a schema.
SPDX-License-Identifier: MIT

schemas.py DOCS                   what takes captures
schemas.py DOCS PLANTED           PLANTED: images with cycles planted, as .../planted_
schemas.py DOCS --prices BOARD CLOCK
"""
import copy
import glob
import json
import os
import re
import sys

import jsonschema

from commands import make_capture, run, scratch

# Commands whose JSON another schema has.
OTHERS = {"run": "report"}


def load(folder, name):
    with open(os.path.join(folder, name + ".schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def check(validator, text, *refusals):
    """refusals: changes after which the schema must refuse it."""
    document = json.loads(text)
    validator.validate(document)
    for number, change in enumerate(refusals):
        wrong = copy.deepcopy(document)
        change(wrong)
        if validator.is_valid(wrong):
            raise SystemExit("change %d is accepted by the schema" % number)


def check_commands(folder):
    names = re.findall(r"^  ([a-z]+)  ", run("tailchain", "--help").decode(), re.M)
    writers = [n for n in names if b"--json" in run("tailchain", n, "--help")]
    if len(writers) < 5:
        raise SystemExit("too few commands write JSON: %s" % writers)
    for name in writers:
        schema = OTHERS.get(name, name)
        if not os.path.exists(os.path.join(folder, schema + ".schema.json")):
            raise SystemExit("tailchain %s --json has no schema" % name)


def compare(validator):
    for seed in range(3):
        run("sh", "-c", "plant --noise %d <base.log >a%d.log" % (seed + 1, seed))
        run("sh", "-c", "plant --cycles 9 --series notify_block <a%d.log >b%d.log" % (seed, seed))
    check(validator, run("tailchain", "compare", "--exact", "base.log", "slow.log", "--format", "json", code=1),
          lambda d: d.__setitem__("gate", "loose"), lambda d: d["measurements"][0].pop("hz"),
          lambda d: d["measurements"][0]["avg"].__setitem__("change", "better"),
          lambda d: d["measurements"][0].__setitem__("where", [{}]), lambda d: d.__setitem__("colour", 1))
    os.rename("slow.log", b"caf\xe9.log")  # no UTF-8
    check(validator, run("tailchain", "compare", "--exact", "base.log", b"caf\xe9.log", "--format", "json", code=1))
    os.rename(b"caf\xe9.log", "slow.log")
    check(validator, run("tailchain", "compare", "--base", "a0.log", "--base", "a1.log", "--base", "a2.log",
                         "b0.log", "b1.log", "b2.log", "--format", "json", code=1),
          lambda d: d["measurements"][0]["avg"].pop("high"))


def images(validator, planted):
    text = run("tailchain", "compare", planted + "0.elf", planted + "1.elf", "--format", "json", code=1)
    check(validator, text, lambda d: next(m for m in d["measurements"] if "where" in m)["where"][0].pop("what"))
    if not any(m.get("where") for m in json.loads(text)["measurements"]):
        raise SystemExit("no function is named")


def imports(validator):
    with open("pins.csv", "w", encoding="ascii") as file:
        file.write("Time [s],A,B,C\n0,0,0,0\n")
        for k in range(20):
            file.write("%.6f,1,0,0\n%.6f,1,1,%d\n%.6f,0,0,0\n" % (k + 0.1, k + 0.2 + k / 1000, k % 2, k + 0.5))
    pair = ["tailchain", "import", "pins.csv", "--from", "A", "--to", "B", "--json", "-"]
    check(validator, run("tailchain", "import", "pins.csv", "--list", "--json", "-"),
          lambda d: d["channels"][0].pop("name"), lambda d: d.__setitem__("kind", "export"))
    check(validator, run("tailchain", "import", "pins.csv", "--edges", "--json", "-"),
          lambda d: d["channels"][0].__setitem__("rising", -1))
    check(validator, run(*pair, "--mark", "C"), lambda d: d["pairs"]["raw"].append("x"),
          lambda d: d["pairs"].pop("statistics"), lambda d: d["pairs"]["marked"].__setitem__("C", 3))
    run("tailchain", "import", "pins.csv", "--from", "A", "--to", "B", "-o", "pins.log")
    check(validator, run(*pair, "--against", "pins.log"), lambda d: d["against"].pop("offset_ps"))


def history(validator):
    for commit, log in (("a", "base.log"), ("b", "base.log"), ("c", "slow.log")):
        run("tailchain", "history", "add", log, "--simulated", "--commit", commit, "--history", "runs.db")
    check(validator, run("tailchain", "history", "list", "--json", "--history", "runs.db"),
          lambda d: d["runs"][0].pop("commit"), lambda d: d["runs"][0].__setitem__("id", 0))
    trend = ["tailchain", "history", "plot", "notify_block", "--json", "--history", "runs.db"]
    check(validator, run(*trend), lambda d: d["change"].pop("after"), lambda d: d.__setitem__("runs", []),
          lambda d: d["runs"][0].__setitem__("value", "7"))
    check(validator, run(*trend, "--commit", "a"))


def lint(validator):
    check(validator, run("tailchain", "lint", "base.log", "--json", "-", code=1),
          lambda d: d.__setitem__("kind", "report"), lambda d: d["findings"][0].pop("costs"),
          lambda d: d["findings"][0].__setitem__("severity", "bad"), lambda d: d.__setitem__("breaks", -1))
    check(validator, run("tailchain", "lint", "base.log", "base.log", "--json", "-"))


def prices(validator, board, clock):
    """Of three options only: the base is measured unasked, the others are not."""
    text = run("tailchain", "prices", board, "--clock", clock, "stack_check_1", "static", "--json", "-")
    measured = [o["name"] for o in json.loads(text)["options"] if "cycles" in o]
    if measured != ["base", "stack_check_1", "static"]:
        raise SystemExit("measured: %s" % measured)
    if json.loads(text)["clock"] != clock:
        raise SystemExit("not at the clock %s" % clock)
    check(validator, text,
          lambda d: d.pop("clock"), lambda d: d.__setitem__("schema", 2), lambda d: d.__setitem__("kind", "prices"),
          lambda d: d["options"][0].pop("cycles"), lambda d: d["options"][0].pop("ram_bytes"),
          lambda d: d["options"][0].__setitem__("why_not", "no"), lambda d: d["measurements"][0].pop("n"),
          lambda d: d["options"][0]["cycles"]["switch"].pop("clear"),
          lambda d: d["options"][0]["cycles"]["switch"]["places"].__setitem__(0, "373"))


def main():
    folder = os.path.abspath(sys.argv[1])
    if sys.argv[2:3] == ["--prices"]:
        with scratch():
            prices(load(folder, "prices"), *sys.argv[3:])
        return
    if len(sys.argv) > 2:
        planted = os.path.abspath(sys.argv[2])
        with scratch():
            images(load(folder, "compare"), planted)
        return
    check_commands(folder)
    for path in glob.glob(os.path.join(folder, "*.schema.json")):
        load(folder, os.path.basename(path).split(".")[0])
    with scratch():
        make_capture("base.log")
        run("sh", "-c", "plant --cycles 5 --series notify_block <base.log >slow.log")
        compare(load(folder, "compare"))
        imports(load(folder, "import"))
        history(load(folder, "history"))
        lint(load(folder, "lint"))


main()
