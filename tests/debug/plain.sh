#!/bin/sh
# Any bare-metal ELF: its console, its exit status, and what a fault shows.
# SPDX-License-Identifier: MIT
#
# plain.sh TAILCHAIN PROGRAMS MACHINE CPU [FPU]   compiles with picolibc for that -mcpu, and -mfpu.
set -eu
tailchain=$1 programs=$2 machine=$3 cpu=$4 fpu=${5:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() { echo "$0: $machine: $*" >&2; exit 1; }
float=-mfloat-abi=soft
build() { # NAME FLAG...
    name=$1
    shift
    # shellcheck disable=SC2086 # two words, for an FPU
    arm-none-eabi-gcc -mcpu="$cpu" -mthumb $float -O2 "$@" --specs=picolibc.specs \
        --oslib=semihost -Wl,--defsym=__flash=0x08000000 -Wl,--defsym=__flash_size=0x10000 \
        -Wl,--defsym=__ram=0x20000000 -Wl,--defsym=__ram_size=0x4000 \
        "$programs/$name.c" -o "$scratch/$name.elf" || say "$name.c does not build"
}
run() { # EXIT_CODE NAME ARGUMENT...
    code=$1 name=$2
    shift 2
    got=0
    "$tailchain" run "$scratch/$name.elf" --machine "$machine" "$@" \
        >"$scratch/out" 2>"$scratch/err" || got=$?
    [ "$got" -eq "$code" ] || { cat "$scratch/err"; say "$name: exit code $got, expected $code"; }
}
expect() { # FILE: lines of standard input are regular expressions that match its lines in order
    awk 'FNR == NR { wanted[count++] = $0; next }
         next_one < count && $0 ~ wanted[next_one] { next_one++ }
         END { if (next_one < count) { print "no line matches: " wanted[next_one]; exit 1 } }' \
        - "$scratch/$1" || { cat "$scratch/$1"; say "see above"; }
}

build console -g
printf 'one\ntwo\n' >"$scratch/in"
run 7 console --cycles <"$scratch/in"
expect out <<'END'
^standard output$
^standard error$
^read: one$
^read: two$
^time passes: yes$
END
grep -q '^cycles=[0-9]*$' "$scratch/err" || say "--cycles prints nothing"
cycles=$(sed -n s/cycles=//p "$scratch/err")
run 7 console --cycles --stepper <"$scratch/in"
[ "$cycles" = "$(sed -n s/cycles=//p "$scratch/err")" ] || say "the two engines disagree"
run 7 console -o "$scratch/kept" <"$scratch/in"
grep -q '^standard output$' "$scratch/kept" || say "-o does not keep the output"
[ ! -s "$scratch/out" ] || say "-o does not take the place of standard output"
run 2 console --json "$scratch/run.json" <"$scratch/in"
grep -q 'is no benchmark' "$scratch/err" || say "--json is not refused"

# A lint sees it to its end, too.
"$tailchain" lint "$scratch/console.elf" --machine "$machine" >"$scratch/out" 2>"$scratch/err" ||
    { cat "$scratch/out" "$scratch/err"; say "lint of a program with semihosting fails"; }
! grep -q 'BKPT' "$scratch/out" || { cat "$scratch/out"; say "lint stops at semihosting"; }

# Strict, the first access ends the run; lenient, reads and writes of an address are logged once
# each, and it reads as zero.
build lenient
run 1 lenient
grep -q 'write to 0x400FF000' "$scratch/err" || say "an unmodelled register is not named"
[ ! -s "$scratch/out" ] || say "a program goes on behind an unmodelled register"
run 0 lenient --lenient
grep -q '^sum 0$' "$scratch/out" || say "--lenient does not go on"
[ "$(grep -c 0x400FF000 "$scratch/err")" -eq 1 ] || say "a write is not logged once"
[ "$(grep -c 'read of 0x400FF004' "$scratch/err")" -eq 1 ] || say "a read is not logged once"
[ "$(grep -c 'write to 0x400FF004' "$scratch/err")" -eq 1 ] || say "a write behind reads is not logged once"

# By .debug_frame, to the line, through the interrupt; with and without floating-point context.
check_lines() { # how SysTick's frame is described
    run 1 fault --max-time 0.1
    expect err <<END
is in the handler of a fault after 0.1 simulated seconds
^pc +0800
^frame at MSP
^backtrace:
#0 
-- HardFault, which interrupted:
#1 .* fault_here at programs/fault.c:21\$
#2 .* with_large_frame at programs/fault.c:31\$
#3 .* with_frame_pointer at programs/fault.c:3[89]\$
#4 .* arm_systick_isr at programs/fault.c:44\$
-- SysTick$1, which interrupted:
#5 .* with_all_registers at programs/fault.c:[56]
#6 .* main at programs/fault.c:69\$
END
}
build fault -g
check_lines ""
if [ -n "$fpu" ]; then
    float="-mfloat-abi=hard -mfpu=$fpu"
    build fault -g -DCONTEXT=float
    float=-mfloat-abi=soft
    check_lines " .extended frame."
    build fault -g
fi
run 1 fault --stop-on-fault
grep -q ': HardFault$' "$scratch/err" || say "--stop-on-fault does not say HardFault"

# A fault in HardFault's handler, which has moved SP: the frame is found by unwinding.
build lockup -g
run 1 lockup
expect err <<'END'
lockup: a fault that no handler can take
^pc +0800
^backtrace:
#0 .* read_from at programs/lockup.c:13$
#1 .* report at programs/lockup.c:18$
#2 .* arm_hardfault_isr at programs/lockup.c:24$
-- HardFault, which interrupted:
frame at MSP 2000[0-9A-F]+: r0 [0-9A-F]+ r1
r12 [0-9A-F]+ lr 0800[0-9A-F]+ pc 0800[0-9A-F]+ xpsr
#3 .* read_from at programs/lockup.c:13$
#4 .* report at programs/lockup.c:18$
#5 .* main at programs/lockup.c:30$
END

# By .ARM.exidx alone, to the function; picolibc's linker script for C drops it.
build fault -g0 -funwind-tables -T picolibcpp.ld -Wl,--defsym=__aeabi_unwind_cpp_pr0=0 \
    -Wl,--defsym=__aeabi_unwind_cpp_pr1=0
run 1 fault --stop-on-fault
expect err <<'END'
-- HardFault, which interrupted:
#1 .* fault_here$
#2 .* with_large_frame$
#3 .* with_frame_pointer$
#4 .* arm_systick_isr$
-- SysTick, which interrupted:
#5 .* with_all_registers$
#6 .* main$
END

# Without tables there is LR.
build fault -g0
run 1 fault --stop-on-fault
expect err <<'END'
-- HardFault, which interrupted:
#1 .* fault_here$
END
