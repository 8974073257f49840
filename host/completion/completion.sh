#!/bin/sh
# Prints the completion of a shell, made from what every command's --help says.
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

bash_completion() {
    names=$(commands | cut -f 1 | paste -s -d ' ')
    cat <<END
# Completion of tailchain for bash.
_tailchain() {
    local word=\${COMP_WORDS[COMP_CWORD]} options=''
    COMPREPLY=()
    if [ "\$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '$names --help --version' -- "\$word")
        return
    fi
    case \${COMP_WORDS[1]} in
END
    for name in $names; do
        printf "    %s) options='%s' ;;\n" "$name" "$(options "$name" | cut -f 1 | paste -s -d ' ')"
    done
    cat <<'END'
    esac
    # Anything else is a file, which "-o default" completes.
    case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
    esac
}
complete -o default -F _tailchain tailchain
END
}

# zsh reads colons and brackets of a description itself.
zsh_text() {
    sed "s/[]:\\\\[]/\\\\&/g; s/'/'\\\\''/g"
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
        options "$name" | zsh_text | awk -F '\t' '{
            # "+": the argument follows or is the next word; "=": the same, or behind the sign.
            sign = $2 == "" ? "" : $1 ~ /^--/ ? "=" : "+"
            colon = ":"
            if (sub(/^\\\[/, "", $2)) { # it may be left out
                sub(/\\\]$/, "", $2)
                sign = "=-"
                colon = "::"
            }
            printf " \\\n            '\''*%s%s[%s]%s'\''", $1, sign, $3, $2 == "" ? "" : colon $2 ":_files"
        }'
        printf " \\\\\n            '*:file:_files' ;;\n"
    done
    printf '    esac\n}\n_tailchain "$@"\n'
}

case $shell in
bash) bash_completion ;;
zsh) zsh_completion ;;
*) echo "completion.sh: which shell is '$shell'? bash or zsh" >&2; exit 2 ;;
esac
