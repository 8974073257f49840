#!/bin/sh
# A program for a core that the machine does not have is refused before it runs, in one line; on a core that has
# all of its instructions it is taken.
# SPDX-License-Identifier: MIT
#
# wrong_core.sh TAILCHAIN
set -u
tailchain=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0

cat >program.c <<'END'
extern unsigned char stack_end[];
static void reset(void)
{
    for (;;) {
    }
}
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {stack_end, (const void *)reset};
END
cat >program.ld <<'END'
MEMORY { flash : ORIGIN = 0x08000000, LENGTH = 16K }
SECTIONS { stack_end = 0x20001000; .text : { *(.vectors) *(.text*) *(.rodata*) } >flash }
END

check() { # CORE MACHINE ARCHITECTURE VERB...: refused where ARCHITECTURE is not empty
    core=$1 machine=$2 architecture=$3
    shift 3
    "$tailchain" "$@" "$core.elf" --machine "$machine" >out 2>err
    status=$?
    if [ -z "$architecture" ]; then
        ! grep -q 'built for' err && return
    else
        [ $status -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
            grep -q "$core.elf: is built for $architecture, which the cortex-m[0-9]* of $machine does not have" err &&
            return
    fi
    echo "$* $core.elf --machine $machine: status $status:"
    cat out err
    failed=1
}

while read -r core machine architecture; do
    [ -e "$core.elf" ] || arm-none-eabi-gcc -mcpu="$core" -mthumb -nostdlib -ffreestanding -T program.ld \
        -o "$core.elf" program.c || exit 1
    check "$core" "$machine" "$architecture" run --max-time 0.001
    [ -z "$architecture" ] || check "$core" "$machine" "$architecture" debug --port 0
    [ -z "$architecture" ] || check "$core" "$machine" "$architecture" lint
done <<END
cortex-m0 nucleo-f091rc
cortex-m0 stm32f407
cortex-m0 nucleo-h5e5zj
cortex-m3 generic-m3
cortex-m3 stm32f407
cortex-m3 nucleo-f091rc Armv7-M
cortex-m4 stm32f407
cortex-m4 nucleo-h5e5zj
cortex-m4 generic-m3 Armv7E-M
cortex-m4 nucleo-f091rc Armv7E-M
cortex-m33 nucleo-h5e5zj
cortex-m33 stm32f407 Armv8-M Mainline
cortex-m55 nucleo-h5e5zj Armv8.1-M Mainline
cortex-m23 nucleo-f091rc Armv8-M Baseline
END
exit $failed
