#!/bin/sh
# Lints an image whose CONFIG is of another build than its kernel: every key that both tell.
# SPDX-License-Identifier: MIT
# usage: contradiction.sh TAILCHAIN IMAGE   IMAGE: lint_contradiction.elf
set -u
[ -e "$2" ] || { echo "$2 does not exist; build it with 'make test-images'"; exit 1; }
said=$("$1" lint "$2" --max-time 5 | sed -n 's/^ *seen  CONFIG says //p')
expected='assert=0, the image has it
trace=1, the image has it not
stackcheck=2, the image has it not
tickless=1, the image has it not
sel=clz, the image has generic
olevel=O3, the image has O2'
[ "$said" = "$expected" ] || { printf 'said:\n%s\nexpected:\n%s\n' "$said" "$expected"; exit 1; }
