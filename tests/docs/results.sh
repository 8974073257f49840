#!/bin/sh
# docs/results.md is, to the byte, what the runs of today give.
# SPDX-License-Identifier: MIT
#
# results.sh TAILCHAIN
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tools/results/results.py "$1" "$scratch/results.md"
diff -u docs/results.md "$scratch/results.md" || {
    echo "docs/results.md is not what the runs give; see and update with: make results"
    exit 1
}
