#!/bin/sh
# Three whole runs into a folder, for the tests that read them; their captures are the same bytes.
# SPDX-License-Identifier: MIT
#
# record.sh TAILCHAIN IMAGE.ELF FOLDER
set -eu
tailchain=$1 image=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
for run in 1 2 3; do
    "$tailchain" run "$image" -o "$folder/$run.log" --json "$folder/$run.json" >/dev/null
    cmp "$folder/1.log" "$folder/$run.log"
    cmp "$folder/1.json" "$folder/$run.json"
done
