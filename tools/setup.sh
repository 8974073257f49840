#!/bin/sh
# Installs what the build needs and is missing, and brings the pinned FreeRTOS kernel, sljit and uPlot.
# SPDX-License-Identifier: MIT
#
# setup.sh [uplot]   uplot: only that.
# Does nothing at all where everything is there. FREERTOS_KERNEL_PATH in the environment names a
# kernel tree to use instead; then the kernel is not brought.
set -eu
cd "$(dirname "$0")/.."

packages=.ci/packages.txt
page=host/render/page
uplot=build/uplot
cargo_needed=1.85

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# ---- packages ----

missing_packages() {
    dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | awk '
        FNR == NR { if ($1 == "ii") installed[$2] = 1; next }
        { sub(/#.*/, ""); if (NF > 0 && !($1 in installed)) print $1 }' - "$packages"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "packages are missing and neither root nor sudo is at hand; install: $wanted"
    fi
}

install() {
    wanted=$*
    say "installing $wanted"
    as_root apt-get update -qq >&2 || fail "apt-get update failed, so these stay missing: $wanted"
    # shellcheck disable=SC2086 # a list of words
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted \
        >&2 || fail "apt-get could not install: $wanted"
}

install_packages() {
    command -v dpkg-query >/dev/null ||
        fail "this is no Debian system; install the counterparts of $packages, then use cmake"
    missing=$(missing_packages)
    # shellcheck disable=SC2086 # a list of words
    [ -z "$missing" ] || install $missing
}

# ---- cargo, only as the client that brings sources ----

# Whether version $1 is at least $2; both MAJOR.MINOR[.PATCH].
at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# Fails with one line where what is called cargo, or the rustc beside it, cannot do the work.
check_tool() {
    path=$(command -v "$1") || fail "$1 is missing beside cargo; install rustup's, or Debian's $1-web"
    version=$("$1" --version 2>/dev/null | awk 'NR == 1 { print $2 }')
    [ -n "$version" ] || fail "$path does not run; try '$1 --version' and repair it"
    at_least "$version" "$cargo_needed" ||
        fail "$path is version $version, the crates need $cargo_needed or newer:" \
            "install rustup's, or Debian's cargo-web and rustc-web in its place"
}

find_cargo() {
    PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
    command -v cargo >/dev/null || install cargo-web rustc-web
    check_tool cargo
    check_tool rustc
}

# ---- sources ----

# Brings to build/$1 the tree $4 of the crate $3, which the manifest in folder $2 pins.
bring() {
    cmp -s "$2/Cargo.lock" "build/$1/Cargo.lock" && return 0

    find_cargo
    say "bringing $1"
    to=build/$1
    rm -rf "$to" "$to.part"
    mkdir -p "$to.part"
    cargo vendor --locked --quiet --manifest-path "$2/Cargo.toml" "$to.part/crates" >/dev/null ||
        fail "cargo could not bring $1"
    mv "$to.part/crates/$3"*/"$4" "$to.part/"
    rm -rf "$to.part/crates"
    # The crate's files carry an old date, and ninja would not notice that they have changed.
    find "$to.part" -type f -exec touch {} +
    cp "$2/Cargo.lock" "$to.part/Cargo.lock"
    mv "$to.part" "$to"
}

# ---- uPlot, which the HTML report embeds ----

bring_uplot() {
    cmp -s "$page/package-lock.json" "$uplot/package-lock.json" && return 0

    command -v npm >/dev/null || install npm
    say "bringing uPlot"
    rm -rf "$uplot" "$uplot.part"
    mkdir -p "$uplot.part"
    cp "$page/package.json" "$page/package-lock.json" "$uplot.part"
    # npm holds the package against the checksum in the lock file, and runs nothing of it.
    (cd "$uplot.part" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >&2 ||
        fail "npm could not bring uPlot; with its dist folder at hand, set TAILCHAIN_UPLOT in CMake"
    cp "$uplot.part"/node_modules/uplot/dist/uPlot.iife.min.js \
        "$uplot.part"/node_modules/uplot/dist/uPlot.min.css \
        "$uplot.part"/node_modules/uplot/LICENSE "$uplot.part"
    rm -rf "$uplot.part/node_modules"
    touch "$uplot.part"/*
    mv "$uplot.part" "$uplot"
}

if [ "${1:-}" = uplot ]; then
    bring_uplot
    exit
fi
install_packages
[ -n "${FREERTOS_KERNEL_PATH:-}" ] ||
    bring kernel firmware/rtos/kernel freertos-next FreeRTOS-Kernel
bring sljit sim/core/sljit pcre2-sys upstream/deps/sljit/sljit_src
bring_uplot
