"""The JSON report keeps its published schema, and the schema refuses what is none.
SPDX-License-Identifier: MIT

schema.py SCHEMA PUBLISHED.LOG | schema.py SCHEMA --report RUN.JSON   (simulated, with ledger and bounds)
"""
import copy
import json
import re
import sys

import jsonschema

from commands import make_capture, run, scratch


def refused(validator, report, why, change):
    """A schema that accepts anything proves nothing."""
    wrong = copy.deepcopy(report)
    change(wrong)
    if validator.is_valid(wrong):
        raise SystemExit("the schema accepts a report with " + why)


def check_refusals(validator, report):
    def set_to(key, value):
        return lambda r: r.__setitem__(key, value)

    def in_result(key, value):
        return lambda r: r["results"][0].__setitem__(key, value)

    refused(validator, report, "another schema number", set_to("schema", 2))
    refused(validator, report, "an unknown key", set_to("colour", "red"))
    refused(validator, report, "verified as a word", set_to("verified", "yes"))
    refused(validator, report, "no results", lambda r: r.pop("results"))
    refused(validator, report, "a sample that is no number", in_result("raw", [1, "2", 3]))
    refused(validator, report, "a negative sample", in_result("raw", [-1]))
    refused(validator, report, "an average in fractions", in_result("avg_ticks", 1.5))
    refused(validator, report, "a mode without its count", lambda r: r["results"][0].pop("not_mode"))
    refused(validator, report, "an unknown key in a result", in_result("median", 3))
    refused(validator, report, "no clock", lambda r: r["results"][0].pop("hz"))


def captures(validator, published):
    make_capture("good.log")
    make_capture("bad.log", change=lambda text: re.sub(rb"RAW,notify_block,500,.*\n", b"", text))
    make_capture("big.log", "--no-crc",
                 change=lambda text: re.sub(rb"RAW,idle,7,\d+", b"RAW,idle,7,18446744073709551615", text))
    good = json.loads(run("tailchain", "report", "good.log", "--format", "json"))
    for words, code in ((["good.log"], 0), (["good.log", "--board", "nucleo-h5e5zj"], 0),
                        (["bad.log"], 1), (["big.log"], 1), ([published, "--allow-summary"], 0),
                        (["good.log", "bad.log", "good.log"], 1)):
        text = run("tailchain", "report", *words, "--format", "json", code=code)
        validator.validate(json.loads(text))
    check_refusals(validator, good)
    scored = copy.deepcopy(good)
    scored["results"][0]["score"] = {"value": 95449, "unit": "bytes/s/MHz"}
    validator.validate(scored)
    refused(validator, scored, "a score without its unit", lambda r: r["results"][0]["score"].pop("unit"))
    two = json.loads(run("tailchain", "report", "good.log", "good.log", "--format", "json"))
    assert two["runs"] == [good, good], "two runs are not the two reports"


def simulated(validator, path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    validator.validate(report)
    assert report["ledger"] and report["bounds"], "the report lacks a ledger or bounds"
    check_refusals(validator, report)
    refused(validator, report, "an engine that is none",
            lambda r: r["environment"].__setitem__("engine", "jet"))
    refused(validator, report, "a ledger row without its cycles",
            lambda r: r["ledger"][0]["rows"][0].pop("cycles"))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    if sys.argv[2] == "--report":
        simulated(validator, sys.argv[3])
        return
    with scratch():
        captures(validator, sys.argv[2])


main()
