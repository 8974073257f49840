#!/bin/sh
# Brings the gdb plugin freertos-gdb into a folder, once.
# SPDX-License-Identifier: MIT
#
# plugin.sh FOLDER   Exit 77: no network, so not tested.
set -eu
folder=$1 version=1.0.4
[ ! -e "$folder/$version" ] || exit 0
say() { echo "$0: $*" >&2; }

rm -rf "$folder"
if ! python3 -m venv "$folder/venv"; then
    say "python3-venv is missing; tools/setup.sh installs it"
    exit 1
fi
if ! "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 \
    --target "$folder/modules" "freertos-gdb==$version"; then
    say "skipped: pip cannot bring freertos-gdb $version; is there a network?"
    exit 77
fi
touch "$folder/$version"
