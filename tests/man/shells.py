"""A real bash and a real zsh on a terminal complete what is typed before TAB.
SPDX-License-Identifier: MIT

shells.py TAILCHAIN FOLDER   FOLDER: of completion.sh
"""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

PATIENCE_SECONDS = 60
# What is typed, and the words that the command gets then.
CASES = [
    ("ver", ["verify"]),
    ("run nucleo-h", ["run", "nucleo-h5e5zj"]),
    ("run --bench rt", ["run", "--bench", "rtos_bench"]),
    ("run --bench=rt", ["run", "--bench=rtos_bench"]),
    ("run nucleo-f410rb --clock hsi1", ["run", "nucleo-f410rb", "--clock", "hsi16"]),
    ("run --option trace_s", ["run", "--option", "trace_stamp"]),
    ("debug stm", ["debug", "stm32f407"]),
    ("report --board nucleo-f0", ["report", "--board", "nucleo-f091rc"]),
    ("report --format ht", ["report", "--format", "html"]),
    ("compare --format mark", ["compare", "--format", "markdown"]),
    ("import --format sig", ["import", "--format", "sigrok"]),
    ("capture --flow rt", ["capture", "--flow", "rts-cts"]),
    ("history pl", ["history", "plot"]),
    ("history --statistic av", ["history", "--statistic", "avg"]),
    ("prices stm32f407 trace_s", ["prices", "stm32f407", "trace_stamp"]),
    ("verify my-r", ["verify", "my-run.log"]),
    ("report run.log -o my-p", ["report", "run.log", "-o", "my-page.html"]),
]
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], ". ./tailchain; bind 'set enable-bracketed-paste off'"),
    "zsh": (["zsh", "-f", "-i"], "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; unsetopt prompt_sp"),
}


class Shell:
    def __init__(self, words):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8", PS1="> ", HISTFILE="/dev/null")
            os.execvp(words[0], words)
        self.text = ""

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def until(self, pattern, why):
        end = time.monotonic() + PATIENCE_SECONDS
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise SystemExit("%s: no answer, only %r" % (why, self.text[-400:]))
            self.text += os.read(self.terminal, 65536).decode(errors="replace")
        self.text = self.text[found.end():]
        return found.group(1)

    def close(self):
        self.type("\x15exit\n")
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def check(name):
    words, set_up = SHELLS[name]
    shell = Shell(words)
    # The command says which words it got, between brackets that no typed line has.
    shell.type(set_up + "; tailchain() { printf '<%s' \"$#\"; printf ':%s' \"$@\"; printf '>\\n'; }; tailchain ready\n")
    shell.until(r"<(1:ready)>", name)
    wrong = 0
    for typed, wanted in CASES:
        shell.type("tailchain " + typed + "\t\n")
        got = shell.until(r"<\d+:([^<>\n]*)>", "%s: %s" % (name, typed)).split(":")
        if got != wanted:
            print("%s: 'tailchain %s' and TAB gives %s, not %s" % (name, typed, got, wanted))
            wrong += 1
    shell.close()
    return wrong


def main():
    tailchain, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        for shell, name in (("bash", "tailchain"), ("zsh", "_tailchain")):
            with open(os.path.join(scratch, name), "wb") as file:
                subprocess.run([os.path.join(folder, "completion.sh"), tailchain, shell], stdout=file, check=True)
        for name in ("my-run.log", "my-page.html"):
            open(os.path.join(scratch, name), "w", encoding="ascii").close()
        os.chdir(scratch)
        sys.exit(1 if sum(check(name) for name in SHELLS) != 0 else 0)


main()
