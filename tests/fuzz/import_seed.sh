#!/bin/sh
# Binary seeds of the capture formats, on standard output.
# SPDX-License-Identifier: MIT
#
# import_seed.sh KIND
set -eu
u32() { printf '%b' "\\0$(printf %o $(($1 & 255)))\\0$(printf %o $(($1 >> 8 & 255)))\\0\\0"; }
u64() { u32 "$1"; u32 0; }
zero='\0\0\0\0\0\0\0\0'
half='\0\0\0\0\0\0\0340\077'     # 0.5
one='\0\0\0\0\0\0\0360\077'      # 1.0
two='\0\0\0\0\0\0\0\0100'        # 2.0
megahertz='\0\0\0\0\0200\0204\056\0101' # 1e6
metadata='[global]\nsigrok version=0.5\n[device 1]\ncapturefile=logic-1\n'
case $1 in
sigrok-1) printf '%b' "${metadata}total probes=8\nsamplerate=1 MHz\ntotal analog=0\nprobe1=D0\nprobe8=D7\nunitsize=1\n\0\0\01\01\0200\0\01\0200" ;;
sigrok-3) printf '%b' "samplerate=2 mHz\n${metadata}samplerate=1.5MHz\nprobe17=CLK\nunitsize=3\n\0abcabdabdab" ;;
saleae_bin-0) printf '<SALEAE>'; u32 0; u32 0; u32 1; printf '%b' "$zero$two"; u64 2; printf '%b' "$half$one" ;;
saleae_bin-1) printf '<SALEAE>'; u32 1; u32 0; u64 2
    u32 0; printf '%b' "$megahertz$zero$half"; u64 0
    u32 1; printf '%b' "$megahertz$one$two"; u64 1; printf '%b' "$two" ;;
saleae_bin-cut) printf '<SALEAE>'; u32 0; u32 0; u32 1; printf '%b' "$zero$two"; u64 200; printf '%b' "$half$one" ;;
logic1-samples) printf '%b' '\0\0\01\01\03\0200' ;;
logic1-changes) printf '%b' '\05'; u64 0; printf '%b' '\0\0'; u64 24; printf '%b' '\01\0'; u64 25; printf '%b' '\0\01\03' ;;
*) exit 2 ;;
esac
