/* Text for JSON, whatever its encoding was.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <jansson.h>

/* Names of files and channels may be of any encoding, JSON is UTF-8: what is none has '?' for each
 * byte beyond ASCII. Never NULL. */
json_t *json_text(const char *text);
