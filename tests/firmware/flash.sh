#!/bin/sh
# Flashes real images onto a board that is the simulator behind a false tool: what st-flash is given is
# what objcopy makes of the image; the run of the flashed image is accepted, that of an older one is not.
# SPDX-License-Identifier: MIT
# usage: flash.sh TAILCHAIN FIRMWARE_FOLDER OBJCOPY   (of all boards)
set -u
tailchain=$1 firmware=$2 objcopy=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() { echo "$*"; exit 1; }

board=nucleo-f410rb
fast=$firmware/$board/context_size.elf slow=$firmware/$board/hsi16/context_size.elf
for name in fast slow; do
    eval "image=\$$name"
    [ -e "$image" ] || fail "$image does not exist; build it with 'make firmware-$board'"
    "$tailchain" run "$image" -o $name.log >/dev/null 2>&1 || fail "$image does not run"
done
mkdir bin
cat >bin/openocd <<'END'
#!/bin/sh
case "$*" in *"reset run"*) cat runs.log >port & ;; esac
END
cat >bin/st-flash <<'END'
#!/bin/sh
case $1 in
write) cp "$2" flash && echo "$3" >address ;;
read) cp flash "$2" ;;
reset) cat runs.log >port & ;;
esac
END
chmod +x bin/openocd bin/st-flash
mkfifo port
exec 3<>port
PATH=$folder/bin:$PATH
capture() { # TOOL IMAGE
    "$tailchain" capture --port port -o run.log --board $board --flash "$2" --flash-with "$1" >out 2>err
}

for tool in openocd st-flash; do
    cp fast.log runs.log
    capture $tool "$fast" || fail "$tool: exit code $? for the image that runs: $(cat err)"
    cp slow.log runs.log
    capture $tool "$fast"
    code=$?
    [ $code -eq 1 ] || fail "$tool: exit code $code while another image runs, expected 1"
    grep -q 'by CONFIG core is 16000000, not 100000000; timer is 16000000, not 100000000,' err ||
        fail "$tool: another image is not named: $(cat err)"
done

"$objcopy" -O binary "$fast" wanted.bin || exit 1
cmp wanted.bin flash || fail "st-flash is given something else than objcopy makes"
[ "$(cat address)" = 0x08000000 ] || fail "at $(cat address)"
