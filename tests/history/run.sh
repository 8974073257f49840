#!/bin/sh
# tailchain run adds its run to a history; the image against it is equal.
# SPDX-License-Identifier: MIT
# usage: run.sh TAILCHAIN IMAGE PLANTED   PLANTED: its images with 0, 1 and 5 cycles planted
set -eu
tailchain=$1 image=$2 planted=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TAILCHAIN_HISTORY="$folder/runs.db"
"$tailchain" run "$image" -o "$folder/run.log" --commit abc --label stock >/dev/null
"$tailchain" history export 1 | cmp - "$folder/run.log"
"$tailchain" history show 1 >"$folder/shown"
for fact in 'commit +abc' 'label +stock' 'identity\.origin +simulator' 'identity\.knobs +none' \
    "image\.sha256 +$(sha256sum "$image" | cut -c1-64)" 'host\.system +Linux ' 'note\.flags +-O2 ' 'sim\.cycles +[0-9]+' 'identity\.board +nucleo-h5e5zj'; do
    grep -Eq "^  $fact" "$folder/shown" || { cat "$folder/shown"; echo "not kept: $fact"; exit 1; }
done
"$tailchain" compare --against history "$image" >"$folder/out" || { cat "$folder/out"; exit 1; }
grep -q '^12 measurements: 12 equal$' "$folder/out"

# The same capture as of a board, with the image that the board ran; another image is refused.
"$tailchain" history add "$folder/run.log" --board nucleo-h5e5zj --image "$image" --commit abd 2>/dev/null
"$tailchain" history show 2 >"$folder/shown"
grep -Eq '^  identity\.origin +board$' "$folder/shown" && grep -Eq '^  identity\.flags +-O2 ' "$folder/shown" &&
    grep -q "$(sha256sum "$image" | cut -c1-64)" "$folder/shown" ||
    { cat "$folder/shown"; echo 'the image of a board is not kept'; exit 1; }
status=0
"$tailchain" history add "$folder/run.log" --image "${image%rtos_bench.elf}rhealstone.elf" 2>"$folder/err" || status=$?
[ $status -eq 2 ] && grep -q 'did not send this run' "$folder/err" || { cat "$folder/err"; exit 1; }

# Five commits, of which the third and the fifth are slower.
export TAILCHAIN_HISTORY="$folder/planted.db"
commit=0
for cycles in 0 0 1 1 5; do
    commit=$((commit + 1))
    log=$folder/planted_$cycles.log
    [ -e "$log" ] || "$tailchain" run "$planted$cycles.elf" -o "$log" --history '' >/dev/null 2>&1
    "$tailchain" history add "$log" --simulated --board nucleo-h5e5zj --commit commit$commit 2>/dev/null
done
status=0
"$tailchain" history change notify_preempt --statistic min >"$folder/out" || status=$?
cat >"$folder/wanted" <<END
notify_preempt min changed at run 5, commit commit5:
  374.0000 -> 378.0000 ticks, 4 runs before and 1 from there on;
  run 4, commit commit4, was the last before.
  Before that at run 3, commit commit3: 373.0000 -> 374.0000 ticks.
END
diff -u "$folder/wanted" "$folder/out"
[ $status -eq 1 ] || { echo "exit status $status of a change"; exit 1; }
"$tailchain" history change slice_A_B --statistic max >/dev/null || { echo 'what did not change is called changed'; exit 1; }
"$tailchain" run "${image%rtos_bench.elf}preempt_response.elf" --commit commit6 >/dev/null 2>&1
"$tailchain" history plot 'idle irq_entry' | grep -q ', ticks: 5 runs' ||
    { echo 'a newer run of another bench hides the others'; exit 1; }
"$tailchain" history list --bench preempt_response | grep -c commit6 | grep -qx 1
