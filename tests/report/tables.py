"""CSV, Markdown and JUnit as other readers see them: the same statistics as in the JSON.
SPDX-License-Identifier: MIT
"""
import csv
import io
import json
import xml.etree.ElementTree as xml

from commands import make_capture, run, scratch

NAMES = ["a.log", 'with, "quotes".log']
ITEMS = ["min", "avg", "p99", "max"]


def records(text):
    """Rows of a CSV; strict, and each line ends in CR LF."""
    decoded = text.decode("ascii")
    assert decoded.count("\n") == decoded.count("\r\n"), "a line does not end in CR LF"
    rows = list(csv.reader(io.StringIO(decoded, newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1, "the records have different numbers of fields"
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def report(form):
    return run("tailchain", "report", *NAMES, "--format", form)


def check_statistics(reports):
    rows = records(report("csv"))
    wanted = {(name, r["phase"] or "", r["name"]): r
              for name, one in zip(NAMES, reports) for r in one["results"]}
    assert len(rows) == len(wanted) == len({(r["run"], r["phase"], r["name"]) for r in rows})
    for row in rows:
        result = wanted[row["run"], row["phase"], row["name"]]
        for key in ["n", "hz", "mode_ticks", "not_mode"] + [i + u for i in ITEMS
                                                            for u in ("_ticks", "_ns")]:
            assert row[key] == str(result[key]), (row, key)


def check_samples(reports):
    rows = records(report("samples"))
    wanted = {(name, r["phase"] or "", r["name"]): r
              for name, one in zip(NAMES, reports) for r in one["results"]}
    seen = {}
    for row in rows:
        seen.setdefault((row["run"], row["phase"], row["name"]), []).append(row)
    assert seen.keys() == wanted.keys()
    for key, some in seen.items():
        result = wanted[key]
        assert [int(r["index"]) for r in some] == list(range(result["n"]))
        assert [int(r["ticks"]) for r in some] == result["raw"]
        assert all(int(r["ns"]) == int(r["ticks"]) * 10**9 // result["hz"] for r in some)


def check_junit(reports):
    root = xml.fromstring(report("junit"))
    assert [suite.get("name") for suite in root] == NAMES
    for suite, one in zip(root, reports):
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases) == 1 + len(one["results"])
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) == 0
        for case, result in zip(cases[1:], one["results"]):
            out = dict(pair.split("=") for pair in case.find("system-out").text.split())
            assert out["max_ticks"] == str(result["max_ticks"]) and out["n"] == str(result["n"])


def check_markdown(reports):
    lines = report("markdown").decode().splitlines()
    ticks = lines[lines.index("## Ticks") + 2:lines.index("## Nanoseconds") - 1]
    widths = {line.replace("\\|", "").count("|") for line in ticks}
    assert len(widths) == 1, "the rows of a Markdown table have different numbers of cells"
    assert len(ticks) == 2 + sum(len(one["results"]) for one in reports)


def main():
    with scratch():
        make_capture(NAMES[0])
        make_capture(NAMES[1], "--no-crc")
        reports = json.loads(report("json"))["runs"]
        check_statistics(reports)
        check_samples(reports)
        check_junit(reports)
        check_markdown(reports)


main()
