"""Runs our commands in a scratch folder, for the tests of this folder.
SPDX-License-Identifier: MIT
"""
import contextlib
import os
import subprocess
import tempfile

ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1")
ENVIRONMENT["PATH"] = os.environ.get("TAILCHAIN_BIN", "") + ":" + os.environ["PATH"]


@contextlib.contextmanager
def scratch():
    """A folder of its own, which is the current one meanwhile."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)


def run(*words, code=0):
    """Standard output of a command that must end with this code."""
    result = subprocess.run(words, env=ENVIRONMENT, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, check=False)
    if result.returncode != code:
        raise SystemExit("%s ended with %d:\n%s" % (" ".join(words), result.returncode,
                                                    result.stderr.decode(errors="replace")))
    return result.stdout


def make_capture(path, *options, change=None):
    """A synthetic run; change takes its text and gives another."""
    text = run("make_capture", *options)
    with open(path, "wb") as file:
        file.write(change(text) if change else text)
