"""What every command prints on standard output fits a terminal of 80 columns.
SPDX-License-Identifier: MIT

widths.py             synthetic captures, of them one with the longest names and numbers
widths.py FIRMWARE    the captures of all images in build/firmware/BOARD, at each clock
"""
import glob
import os
import re
import subprocess
import sys

from commands import ENVIRONMENT, make_capture, run, scratch

COLUMNS = 80


def fits(*words):
    """Standard output of tailchain: something, and no line too wide. How it ends is for other tests."""
    result = subprocess.run(["tailchain", *words], env=ENVIRONMENT, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, check=False)
    text = result.stdout.decode()
    said = result.stderr.decode()
    if not text.strip() and "has no measurement" not in said:
        raise SystemExit("tailchain %s prints nothing:\n%s" % (" ".join(words), said))
    for line in text.split("\n"):
        if len(line) > COLUMNS:
            raise SystemExit("tailchain %s: %d columns:\n%s" % (" ".join(words), len(line), line))
    return text


def plant(base, new, *options):
    run("sh", "-c", "plant %s <%s >%s" % (" ".join(options), base, new))


def captures(log, noise=True):
    """Everything that takes runs: one, a slower one, and noisy ones where the run may be changed so."""
    plant(log, "slow.log", "--cycles 123456")
    for seed in range(1, 7):
        plant(log if seed <= 3 else "slow.log", "n%d.log" % seed, "--noise %d" % (seed * noise))
    noisy = ["--base", "n1.log", "--base", "n2.log", "--base", "n3.log"]
    for words in (["report", log, "--histogram"], ["report", log, "slow.log", "n1.log", "--histogram"],
                  ["verify", log], ["verify", log, "slow.log"], ["lint", log], ["lint", log, "slow.log"],
                  ["compare", "--exact", log, log], ["compare", "--exact", log, "slow.log"],
                  ["compare", log, "slow.log"], ["compare", *noisy, "n4.log", "n5.log", "n6.log"],
                  ["compare", *noisy, log, "n1.log", "n2.log"]):
        fits(*words)
    for commit, path in (("1", log), ("2", log), ("3", "slow.log")):
        run("tailchain", "history", "add", path, "--simulated", "--commit", commit * 40, "--label",
            "a label of some length", "--history", "runs.db")
    for words in (["list"], ["show", "3"], ["plot"], ["change"]):
        fits("history", *words, "--history", "runs.db")
    fits("compare", "--against", "history", "--history", "runs.db", "slow.log")
    os.remove("runs.db")


def widest(text):
    """The same run with a name and a clock as long as they come."""
    return text.replace(b"notify_preempt", b"notify_preempt_" + b"long_" * 9)


def synthetic():
    for words in (["--help"], ["machines"], ["benches"], ["lint", "--list"], ["model", "--check"]):
        fits(*words)
    for command in re.findall(r"^  ([a-z]+)  ", fits("--help"), re.M):
        fits(command, "--help")
    for bench in re.findall(r"^([a-z0-9_]+): ", fits("benches"), re.M):
        fits("benches", bench)
    for machine in re.findall(r"^([a-z0-9-]+): ", fits("machines"), re.M):
        fits("model", machine)
    make_capture("base.log")
    captures("base.log")
    make_capture("plain.log", "--no-crc", "--no-wire", change=widest)
    captures("plain.log")


def pins(image):
    """What import prints of a run's pins: channels, edges, and samples between each two channels."""
    run("tailchain", "run", image, "--vcd", "pins.vcd", "-o", "run.log")
    fits("import", "pins.vcd", "--list")
    channels = re.findall(r"^ *[0-9]+  (\S+) +[1-9]", fits("import", "pins.vcd", "--edges"), re.M)
    for start in channels[:4]:
        for end in channels[:4]:
            if start != end:
                fits("import", "pins.vcd", "--from", start + ":rise", "--to", end + ":rise", "--mark", start)


def firmware(folder):
    images = [path for path in glob.glob(folder + "/*.elf") + glob.glob(folder + "/*/*.elf")
              if "/test_images/" not in path]
    if len(images) < 10:
        raise SystemExit("%s: too few images: %s" % (folder, images))
    for image in images:
        fits("run", image, "-o", "run.log")
        captures("run.log", "/self_test" not in image)  # which measures cycles that are planted
        if "/sem_pingpong" in image or "/preempt_response" in image:
            pins(image)


def main():
    folder = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
    with scratch():
        if folder is not None:
            firmware(folder)
        else:
            synthetic()


main()
