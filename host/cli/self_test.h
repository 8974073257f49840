/* tailchain verify --self-test: does the kit measure just as many cycles as were planted?
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

/* Simulates bench self_test and says of each window by how much it moved. what: boards, at all
 * their clocks, or images of the bench; all boards where count is 0. Returns the exit code: EXIT_NO
 * where a window moved by anything else. */
int self_test(const char *const *what, size_t count);
