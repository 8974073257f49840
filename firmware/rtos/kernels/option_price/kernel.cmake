# Where the board leaves the FPU out, it is let in for tasks that use it; calls pass nothing in its
# registers, as in the libraries.
option_part(context ${option} context integer)
if(context STREQUAL fpu AND "-mfloat-abi=soft" IN_LIST BOARD_CPU_FLAGS)
  set(KERNEL_FLAGS -mfloat-abi=softfp)
endif()
