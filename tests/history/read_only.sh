#!/bin/sh
# A history can be read where nothing can be written: as another user, and where there is no room.
# SPDX-License-Identifier: MIT
# usage: read_only.sh TAILCHAIN MAKE_CAPTURE
set -eu
make_capture=$2
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
chmod 755 "$folder"
mkdir "$folder/kept"
# Where another user can run it, too.
cp "$1" "$folder/tailchain"
tailchain=$folder/tailchain
cd "$folder"
"$make_capture" >run.log
for run in 1 2; do
    "$tailchain" history add run.log --history kept/runs.db --commit $run --simulated 2>/dev/null
done
failed=0

# Root may write anything, so root reads as somebody else.
if [ "$(id -u)" = 0 ]; then
    as_other() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
else
    as_other() { "$@"; }
fi
# HOW STATUS WORDS COMMAND...: the exit status, and what standard error must say.
expect() {
    how=$1 wanted=$2 words=$3 status=0
    shift 3
    "$@" >out 2>err || status=$?
    { [ $status -eq "$wanted" ] && { [ -z "$words" ] || grep -q "$words" err; }; } ||
        { echo "$how: $*: exit status $status, wanted $wanted and '$words'"; head out err; failed=1; }
}
reads() { # HOW RUNNER...
    how=$1
    shift
    for action in list 'show 2' plot change 'export 1'; do
        "$tailchain" history $action --history kept/runs.db >wanted
        expect "$how" 0 '' "$@" "$tailchain" history $action --history kept/runs.db
        cmp -s out wanted || { echo "$how: history $action: shows something else"; head out err; failed=1; }
    done
}

chmod 444 kept/runs.db
chmod 555 kept
reads 'read-only' as_other
expect 'read-only' 2 'read-only' as_other "$tailchain" history add run.log --history kept/runs.db --simulated
chmod 755 kept
chmod 644 kept/runs.db

# No file may grow beyond a block: not even the index of a log that a reader makes.
expect 'no room' 2 'nothing was added: .*; make room' \
    sh -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' sh "$tailchain" history add run.log --history kept/runs.db --simulated
expect 'no room' 0 '' sh -c 'trap "" XFSZ; (ulimit -f 1; exec "$@") | cat' sh \
    "$tailchain" history list --history kept/runs.db
[ "$(wc -l <out)" -gt 1 ] || { echo 'no room: history list: shows nothing'; head out err; failed=1; }

# What died in the middle leaves runs in a log, which must not be left out.
cp kept/runs.db whole.db
sqlite3 kept/runs.db '.dbconfig no_ckpt_on_close on' "UPDATE run SET label = 'late'" >/dev/null
rm -f kept/runs.db-shm
[ -s kept/runs.db-wal ] || { echo 'sqlite3 leaves no log'; failed=1; }
chmod 555 kept
expect 'a log' 2 'runs.db-wal' as_other "$tailchain" history list --history kept/runs.db
chmod 755 kept
"$tailchain" history list --history kept/runs.db | grep -q late || { echo 'a log: it is left out'; failed=1; }
exit $failed
