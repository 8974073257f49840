/* Kernel trace hooks of an image that measures nothing: none.
 * SPDX-License-Identifier: MIT
 */
#pragma once
