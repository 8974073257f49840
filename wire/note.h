/* Layout of the ELF note by which an image says what it is made for.
 * SPDX-License-Identifier: MIT
 *
 * An ordinary SHT_NOTE section (System V gABI, "Note Section"): namesz, descsz, type, name padded
 * to 4, descriptor padded to 4. Written by the firmware, read by the host; the simulator never
 * sees it.
 */
#pragma once

#define WIRE_NOTE_SECTION ".note.tailchain"
#define WIRE_NOTE_NAME "Tailchain"
#define WIRE_NOTE_TYPE 1u
