/* Variants where the core executes code for the Cortex-M4. SPDX-License-Identifier: MIT
 */
#pragma once

#define MD5_VARIANTS \
    MD5_VARIANT(m4, M4, o1, O1) \
    MD5_VARIANT(m4, M4, o2, O2) \
    MD5_VARIANT(m4, M4, o3, O3) \
    MD5_VARIANT(m4, M4, os, OS) \
    MD5_VARIANT(m0, M0, o1, O1) \
    MD5_VARIANT(m0, M0, o2, O2) \
    MD5_VARIANT(m0, M0, o3, O3) \
    MD5_VARIANT(m0, M0, os, OS)
