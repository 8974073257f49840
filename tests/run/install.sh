#!/bin/sh
# An installed command runs the installed firmware from anywhere, without the tree that built it.
# SPDX-License-Identifier: MIT
# usage: install.sh CMAKE BUILD_FOLDER FIRMWARE_TREE
set -u
cmake=$1 build=$2 firmware=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() { echo "$*"; exit 1; }

DESTDIR=$folder/stage "$cmake" --install "$build" --prefix /opt/kit >log 2>&1 || { cat log; exit 1; }
[ "$(ls stage stage/opt stage/opt/kit | tr '\n' ' ')" = 'stage: opt  stage/opt: kit  stage/opt/kit: bin share ' ] ||
    fail "installed elsewhere: $(find stage -maxdepth 3)"
# As it is when the package is unpacked, far from where it was built.
mv stage/opt/kit kit
(cd "$firmware" && find . -name '*.elf' ! -path '*/test_images/*') | sort >built
(cd kit/share/tailchain/firmware && find . -name '*.elf') | sort >installed
[ -s built ] || fail "there is no firmware in $firmware; build it with 'make build'"
diff -u built installed || fail "not every image is installed"
mkdir elsewhere && cd elsewhere || exit 1
for board in nucleo-h5e5zj stm32f407 nucleo-f410rb nucleo-f091rc; do
    ../kit/bin/tailchain run $board --bench context_size -o run.log >/dev/null 2>err || { cat err; exit 1; }
    ../kit/bin/tailchain verify run.log >/dev/null || fail "$board: its run does not verify"
done
../kit/bin/tailchain run nucleo-f410rb --clock hsi16 --bench context_size >/dev/null 2>&1 ||
    fail "another clock is not installed"
[ -s ../kit/share/man/man1/tailchain-run.1 ] || fail "no manual"
[ -s ../kit/share/bash-completion/completions/tailchain ] || fail "no completion"

# Alone it says what is missing.
mv ../kit/share ../kit/gone
../kit/bin/tailchain run nucleo-h5e5zj 2>err
code=$?
[ $code -eq 2 ] || fail "exit code $code without firmware, expected 2"
grep -q '^tailchain: no firmware for nucleo-h5e5zj beside this command' err || { cat err; exit 1; }
