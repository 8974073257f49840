/* FreeRTOSConfig.h as it stands, without trace hooks.
 * SPDX-License-Identifier: MIT
 */
#pragma once
