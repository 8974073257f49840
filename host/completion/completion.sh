#!/bin/sh
# Prints the completion of a shell, made from what every command says: its --help, and what it refuses.
# SPDX-License-Identifier: MIT
#
# completion.sh TAILCHAIN bash|zsh
set -eu
tailchain=$1 shell=$2
here=$(dirname "$0")
export LC_ALL=C

# "name<TAB>summary" of each command.
commands() {
    "$tailchain" --help | sed -n 's/^  \([a-z][a-z]*\)  *\([a-z].*\)/\1\t\2/p' |
        grep -v '^tailchain'
}

options() {
    "$tailchain" "$1" --help | awk -f "$here/options.awk"
}

# What a command says that there is for "--name=?": an empty line where it says nothing. The other
# words make the command look at the option; none of them does anything.
ask() { # COMMAND OPTION
    case $1 in
    capture) set -- "$1" "$2" --flash=none --board=none --port=none --output=none ;;
    import) set -- "$1" "$2" --list /dev/null ;;
    esac
    command=$1 option=$2
    shift 2
    "$tailchain" "$command" "$option=?" "$@" 2>&1 </dev/null | tr '\n' ' ' |
        sed -n "s/ Try \`.*//; t said; :said; s/.*: no [a-z ]* '?'; there \(are\|is\) //; t found; d; :found; s/,//g; s/ *\$//p"
}

# "--name<TAB>word word ..." of each option of a command whose values are known. What takes a file or
# a number is not asked.
values() {
    options "$1" | awk -F '\t' '$2 != "" { print $1 "=" $2 }' | while read -r option; do
        argument=$option option=${option%%=*}
        case $argument in
        --board=*) list=$boards ;;
        --machine=*) list=$machines ;;
        --bench=*) list=$benches ;;
        --clock=*) list=$clocks ;;
        --option=*) list=$prices ;;
        --*=NAME | --*=HOW* | --*=\[HOW* | --*=TOOL | --*=WHAT | --*=FORMAT | --*=ORIGIN | --*=FIELD* | --*=[a-z]*)
            list=$(ask "$1" "$option") ;;
        *) list= ;;
        esac
        [ -z "$list" ] || printf '%s\t%s\n' "$option" "$list"
    done
}

usage() {
    "$tailchain" "$1" --help | sed -n "s/^\(Usage: \|  or:  \)tailchain $1 \[OPTION...\] *//p"
}

# What an argument of a command may be besides a file: an action, a board, a bench.
words() {
    usage "$1" | while read -r first rest; do
        case $first in
        [a-z]*) echo "$first" ;;
        *BOARD*)
            echo "$boards"
            [ "$1" != prices ] || echo "$prices"
            ;;
        *BENCH*) echo "$benches" ;;
        *) case $rest in *BOARD*) echo "$boards" ;; esac ;;
        esac
    done | paste -s -d ' '
}

# Whether the first is an action, and files come behind it.
has_actions() {
    usage "$1" | grep -q '^[a-z]'
}

# Whether it may be a file.
takes_files() {
    usage "$1" | grep -Eq '\.ELF|\.LOG|FILE|RUN|BASE'
}

machines=$("$tailchain" machines | sed -n 's/^\([a-z0-9-]*\): .*/\1/p' | paste -s -d ' ')
# Those with firmware.
boards=$("$tailchain" machines | awk '
    /^[a-z0-9-]*: / { name = substr($1, 1, length($1) - 1) }
    /^- clock / && !seen[name]++ { print name }' | paste -s -d ' ')
clocks=$("$tailchain" machines | sed -n 's/^- clock \([a-z0-9]*\).*/\1/p' | sort -u | paste -s -d ' ')
benches=$("$tailchain" benches | sed -n 's/^\([a-z0-9_]*\): .*/\1/p' | paste -s -d ' ')

prices=$("$tailchain" benches option_price | sed -n 's/^- --option \([a-z0-9_]*\):.*/\1/p' | paste -s -d ' ')

bash_completion() {
    names=$(commands | cut -f 1 | paste -s -d ' ')
    cat <<END
# Completion of tailchain for bash.
_tailchain() {
    local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
    local options='' taking='' words='' values='' files=no
    COMPREPLY=()
    if [ "\$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '$names --help --version' -- "\$word")
        return
    fi
    # "--bench=rtos" comes as three words.
    [ "\$word" != = ] || word=''
    [ "\$before" != = ] || before=\${COMP_WORDS[COMP_CWORD - 2]}
    case \${COMP_WORDS[1]} in
END
    for name in $names; do
        printf "    %s)\n        options='%s'\n" "$name" "$(options "$name" | cut -f 1 | paste -s -d ' ')"
        printf "        taking='%s'\n" "$(options "$name" | awk -F '\t' '$2 ~ /^[^[]/ { print $1 }' | paste -s -d ' ')"
        printf "        words='%s'\n" "$(words "$name")"
        if has_actions "$name"; then
            printf '        [ "$COMP_CWORD" -eq 2 ] || { words=; files=yes; }\n'
        elif takes_files "$name"; then
            printf '        files=yes\n'
        fi
        printf '        case $before in\n'
        values "$name" | while IFS="$(printf '\t')" read -r option list; do
            printf "        %s) values='%s' ;;\n" "$option" "$list"
        done
        printf '        esac ;;\n'
    done
    cat <<'END'
    esac
    # Where nothing is offered, "-o default" offers files.
    if [ "$values" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
        return
    fi
    case $word in
    -*)
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        return
        ;;
    esac
    case " $taking " in *" $before "*) return ;; esac
    [ "$words" ] || return
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; [ $files = no ] || compgen -f -- "$word")
    [ $files = no ] || compopt -o filenames 2>/dev/null
}
complete -o default -F _tailchain tailchain
END
}

# zsh reads colons and brackets of a description itself.
zsh_text() {
    sed "s/[]:\\\\[]/\\\\&/g; s/'/'\\\\''/g"
}

# The arguments that are no options.
zsh_arguments() {
    list=$(words "$1")
    if [ -z "$list" ]; then
        spec='*:file:_files'
    elif has_actions "$1"; then
        spec="1:action:($list)' \\
            '*:file:_files"
    elif ! takes_files "$1"; then
        spec="*:word:($list)"
    else
        spec="*:word or file:{_alternative \"word:word:($list)\" \"file:file:_files\"}"
    fi
    printf " \\\\\n            '%s' ;;\n" "$spec"
}

zsh_completion() {
    printf '#compdef tailchain\n# Completion of tailchain for zsh.\n_tailchain() {\n'
    printf "    local -a commands=(\n"
    commands | tr '\t' ':' | sed "s/'/'\\\\''/g; s/.*/        '&'/"
    cat <<'END'
    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
END
    for name in $(commands | cut -f 1); do
        printf '    %s)\n        _arguments' "$name"
        options "$name" | zsh_text | awk -F '\t' -v known="$(values "$name")" '
        BEGIN {
            n = split(known, row, "\n")
            for (i = 1; i <= n; i++) {
                split(row[i], field, "\t")
                values[field[1]] = field[2]
            }
        }
        {
            action = $1 in values ? "(" values[$1] ")" : "_files"
            # "+": the argument follows or is the next word; "=": the same, or behind the sign.
            sign = $2 == "" ? "" : $1 ~ /^--/ ? "=" : "+"
            colon = ":"
            if (sub(/^\\\[/, "", $2)) { # it may be left out
                sub(/\\\]$/, "", $2)
                sign = "=-"
                colon = "::"
            }
            printf " \\\n            '\''*%s%s[%s]%s'\''", $1, sign, $3, $2 == "" ? "" : colon $2 ":" action
        }'
        zsh_arguments "$name"
    done
    printf '    esac\n}\n_tailchain "$@"\n'
}

case $shell in
bash) bash_completion ;;
zsh) zsh_completion ;;
*) echo "completion.sh: which shell is '$shell'? bash or zsh" >&2; exit 2 ;;
esac
