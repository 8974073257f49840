/* One variant of MD5: the flags are those of the build, the function's name is MD5_NAME.
 * SPDX-License-Identifier: MIT
 */
#include "bench/md5/md5.inc"
