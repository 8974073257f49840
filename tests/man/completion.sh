#!/bin/sh
# bash and zsh complete every command, every option that its --help lists, and what is known of arguments.
# SPDX-License-Identifier: MIT
#
# completion.sh TAILCHAIN FOLDER
set -eu
tailchain=$1 folder=$2
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
"$folder/completion.sh" "$tailchain" bash >"$scratch/tailchain"
"$folder/completion.sh" "$tailchain" zsh >"$scratch/_tailchain"

# in_bash WORD...: what bash offers for the last of the words.
in_bash() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tailchain; printf "%s\n" "${COMPREPLY[@]}"' \
        "$scratch/tailchain" tailchain "$@" | sort
}
# in_zsh WORD...: the same; zsh's own functions print what they are given to offer.
in_zsh() {
    zsh -fc '
        _describe() { print -l -- "${commands[@]%%:*}"; }
        _arguments() { print -l -- "${@%%\[*}"; }
        file=$1; shift; words=("$@"); CURRENT=$#; . $file' zsh "$scratch/_tailchain" tailchain "$@" |
        sed 's/^\*//; s/[=+]-*$//' | grep -v ':file:_files' | sort
}
same() { # WHAT WANTED GOT
    [ -s "$2" ] || { echo "$1: nothing to compare"; failed=1; }
    diff -u --label "$1 wanted" --label "$1 offered" "$2" "$3" || failed=1
}

"$tailchain" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' | sort >"$scratch/commands"
in_bash '' | grep -v '^-' >"$scratch/got"
same "bash commands" "$scratch/commands" "$scratch/got"
in_zsh '' >"$scratch/got"
same "zsh commands" "$scratch/commands" "$scratch/got"

while read -r command; do
    # By another road than options.awk: the words that --usage and --help both know.
    "$tailchain" "$command" --usage | tr -s '[]|=\n ' '\n' | grep '^--[a-z]' | sort -u >"$scratch/wanted"
    in_bash "$command" -- >"$scratch/got"
    same "bash $command" "$scratch/wanted" "$scratch/got"
    in_zsh "$command" -- | grep '^--' >"$scratch/got"
    same "zsh $command" "$scratch/wanted" "$scratch/got"
done <"$scratch/commands"
[ "$(in_bash verify --eq)" = --equal ] || { echo "bash does not complete --eq"; failed=1; }

# Values, and arguments that are no files.
expect() { # WANTED WORD...
    wanted=$1
    shift
    [ "$(in_bash "$@" | paste -s -d ' ')" = "$wanted" ] ||
        { echo "bash: tailchain $*: offered '$(in_bash "$@" | paste -s -d ' ')', not '$wanted'"; failed=1; }
}
cd "$scratch"
: >nuclear.elf
expect 'nuclear.elf nucleo-f091rc nucleo-f410rb nucleo-h5e5zj' run nucl
expect 'rtos_bench' run --bench rt
expect 'rtos_bench' run --bench = rt
expect 'json junit' report --format j
expect 'none rts-cts xon-xoff' capture --flow ''
expect 'openocd st-flash' capture --flash-with ''
expect 'dtr' capture --reset = d
expect 'saleae-bin saleae-csv' import --format sal
expect 'avg max min p99' history --statistic ''
expect 'simulator' history --origin s
expect 'change' compare --fail-on c
expect 'stackcheck' compare --allow-different st
expect 'trace_stamp' run --option trace_s
expect 'trace_stamp' prices stm32f407 trace_s
: >plot.log
expect 'plot' history p
expect 'history' compare --against ''
expect 'stm32f407' model st
expect 'generic-m3' run --machine g
expect 'stm32f407' run --bounds st
expect '' run -o nu # files, which "-o default" offers
# zsh gets the same words; its own functions offer them.
zsh_knows() { # COMMAND LINE
    sed -n "/^    $1)/,/;;\$/p" "$scratch/_tailchain" | grep -qF -- "$2" || { echo "zsh: tailchain $1: no $2"; failed=1; }
}
zsh_knows run ':NAME:(rtos_bench '
zsh_knows run '"word:word:(nucleo-h5e5zj '
zsh_knows report ':FORMAT:(term markdown html json csv samples junit)'
zsh_knows history "'1:action:(add list show plot change export)'"
zsh_knows model "'*:word:(nucleo-h5e5zj "
zsh -n "$scratch/_tailchain" || failed=1
exit $failed
