#!/bin/sh
# A batch session of gdb with a simulated board.
# SPDX-License-Identifier: MIT
#
# session.sh [--same] TAILCHAIN IMAGE.ELF SESSION [PLUGINS]
# SESSION: path without suffix; .gdb has the commands, each line of .expect an extended regular
# expression that a line of gdb's output must match, in that order. PLUGINS: a folder of Python
# modules that it needs. --same: what the board has sent must begin the capture of an ordinary run.
# Exit 77: not possible here, so not tested.
set -eu
same=no
if [ "$1" = --same ]; then same=yes; shift; fi
tailchain=$1 image=$2 session=$3 plugins=${4:-}
scratch=$(mktemp -d)
server=
end() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$scratch"; }
trap end EXIT
say() { echo "$0: $*" >&2; exit 1; }

[ -z "$plugins" ] || [ -d "$plugins" ] || { echo "skipped: no plugin in $plugins"; exit 77; }
command -v gdb-multiarch >/dev/null || say "gdb-multiarch is missing; tools/setup.sh installs it"
[ -e "$image" ] || say "$image does not exist; build it with 'make firmware'"

"$tailchain" debug "$image" --port 0 >"$scratch/serial" 2>"$scratch/messages" &
server=$!
tries=0
until grep -q "target remote" "$scratch/messages"; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || say "the server does not start: $(cat "$scratch/messages")"
    sleep 0.1
done
address=$(sed -n "s/.*target remote \(.*\)'$/\1/p" "$scratch/messages")

timeout 240 env PYTHONPATH="$plugins" gdb-multiarch -batch -nx -ex "set pagination off" \
    -ex "set remotetimeout 120" -ex "target remote $address" -x "$session.gdb" "$image" \
    >"$scratch/out" 2>&1 || say "gdb failed: $(cat "$scratch/out")"
cat "$scratch/out"
wait "$server" || say "the server ended with $?: $(cat "$scratch/messages")"
server=

awk 'FNR == NR { wanted[count++] = $0; next }
     next_one < count && $0 ~ wanted[next_one] { next_one++ }
     END { if (next_one < count) { print "no line matches: " wanted[next_one]; exit 1 } }' \
    "$session.expect" "$scratch/out" >&2

[ $same = yes ] || exit 0
"$tailchain" run "$image" -o "$scratch/run.log" >/dev/null 2>&1 || say "the plain run fails"
cmp -n "$(wc -c <"$scratch/serial")" "$scratch/serial" "$scratch/run.log" ||
    say "the debugger has changed what the board sends"
