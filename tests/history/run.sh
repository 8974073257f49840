#!/bin/sh
# tailchain run adds its run to a history; the image against it is equal.
# SPDX-License-Identifier: MIT
# usage: run.sh TAILCHAIN IMAGE
set -eu
tailchain=$1 image=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TAILCHAIN_HISTORY="$folder/runs.db"
"$tailchain" run "$image" -o "$folder/run.log" --commit abc --label stock >/dev/null
"$tailchain" history export 1 | cmp - "$folder/run.log"
"$tailchain" history show 1 >"$folder/shown"
for fact in 'commit +abc' 'label +stock' 'identity\.origin +simulator' 'identity\.knobs +none' \
    'note\.flags +-O2 ' 'sim\.cycles +[0-9]+' 'identity\.board +nucleo-h5e5zj'; do
    grep -Eq "^  $fact" "$folder/shown" || { cat "$folder/shown"; echo "not kept: $fact"; exit 1; }
done
"$tailchain" compare --against history "$image" >"$folder/out" || { cat "$folder/out"; exit 1; }
grep -q '^12 measurements: 12 equal$' "$folder/out"
