#!/bin/sh
# Whether capture keeps up with a board that sends 300 kB (10^3 bytes) a second into a pty and drops what
# does not fit, and up to which rate nothing is lost.
# SPDX-License-Identifier: MIT
#
# capture.sh TAILCHAIN MAKE_CAPTURE PTY_BOARD FOLDER
set -eu
tailchain=$1 make_capture=$2 pty_board=$3 folder=$4
runs=10
wanted=300000
most=1000000000

rm -rf "$folder/capture"
mkdir -p "$folder/capture"
cd "$folder/capture"
trap 'cd ..; rm -rf capture' EXIT
"$make_capture" >one
for run in $(seq $runs); do cat one; done >sent
bytes=$(wc -c <sent)

# A UART is not held up by other programs: where the system allows it, the board has real-time priority.
# Its largest burst says how late it was.
real_time='chrt -f 10'
$real_time true 2>/dev/null || real_time=

# Prints what was measured; true where all came. An unplugged board ends a capture whose END is lost.
try() { # RATE
    rm -f port run.*
    $real_time "$pty_board" -u -r "$1" port <sent >said &
    board=$!
    while [ ! -e port ]; do sleep 0.01; done
    verdict=verified
    "$tailchain" capture --port port --runs $runs -o run.log >/dev/null 2>&1 || verdict='not verified'
    wait $board || return 1
    for run in $(seq $runs); do
        for file in run.$run.log run.$run.log.partial; do [ ! -e $file ] || cat $file; done
    done >came
    lost=0
    cmp -s sent came || lost=$(diff -a --speed-large-files sent came | grep -ac '^<' || true)
    read -r taken dropped largest seconds <said
    printf 'capture at %s B/s: %s bytes in %s s (%s runs), %s dropped, %s lines lost, %s; at most %s bytes at once\n' \
        "$1" "$bytes" "$seconds" $runs "$dropped" "$lost" "$verdict" "$largest"
    [ "$dropped" -eq 0 ] && [ "$lost" -eq 0 ] && [ "$verdict" = verified ]
}

for n in 1 2 3; do try $wanted || true; done
good=$wanted
while [ $good -lt $most ] && try $((good * 2)); do good=$((good * 2)); done
bad=$((good * 2))
for step in 1 2 3 4; do
    middle=$(((good + bad) / 2))
    if try $middle; then good=$middle; else bad=$middle; fi
done
echo "capture: nothing is lost up to $good B/s, something at $bad B/s"
