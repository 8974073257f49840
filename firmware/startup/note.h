/* What the image knows of itself that only the build can say.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* One size for all, so that a longer name moves nothing. */
#define NOTE_OPTION_SIZE 32
#define NOTE_OPTION_NONE "none"

/* The option that the image is built with, as in its ELF note: a name of wire/options.def, behind
 * it
 * +<bytes> where its code is moved; NOTE_OPTION_NONE where its bench has no options. */
extern const char note_option[NOTE_OPTION_SIZE];
