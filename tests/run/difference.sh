#!/bin/sh
# The accounts of `tailchain run --difference` add up to the windows, and these to the samples.
#
# usage: difference.sh TAILCHAIN MD5.ELF
tailchain=$1 image=$2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0
say() { printf '%s: %s\n' "$0" "$1"; failed=1; }

for pair in m4_o1 m0_o3; do
    "$tailchain" run "$image" --difference "md5_${pair}_flash,md5_${pair}_ram" -o "$scratch/log" \
        >"$scratch/out" 2>"$scratch/err" || { say "$pair: exit $?"; cat "$scratch/err"; continue; }
    sample() { sed -n "s/^RESULT,md5_${pair}_$1,.*,avg_ticks=\([0-9]*\),.*/\1/p" "$scratch/log"; }
    sed -n '/^base md5/,/^[^b ]/p' "$scratch/out" |
        awk -v flash="$(sample flash)" -v ram="$(sample ram)" '
        / new-base$/ { base = new = change = 0; accounts++; next }
        /^  the whole window/ {
            n = NF
            if ($(n-2) != base || $(n-1) != new || $n + 0 != change || base != flash || new != ram)
                wrong = 1
            next
        }
        /^  / { base += $(NF-2); new += $(NF-1); change += $NF }
        END { exit wrong || accounts != 2 || flash == ram }' ||
        say "$pair: an account does not add up"
done

for pair in 'md5_m4_o1_flash' 'md5_m4_o1_flash,' 'a,b,c'; do
    "$tailchain" run "$image" --difference "$pair" >"$scratch/out" 2>&1
    [ $? = 2 ] && grep -q 'is not BASE,NEW' "$scratch/out" || say "'$pair' is taken"
done
"$tailchain" run "$image" --difference md5_m4_o1_flash,irq_entry >"$scratch/out" 2>&1
[ $? = 2 ] && grep -q "no series 'irq_entry'" "$scratch/out" || say "a series that is not there is taken"
exit $failed
