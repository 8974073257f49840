# The port's handler and the bench touch the FPU's registers by name. Where the board leaves the FPU
# out, it is let in; calls pass nothing in its registers, as in the libraries.
if("-mfloat-abi=soft" IN_LIST BOARD_CPU_FLAGS)
  set(KERNEL_FLAGS -mfloat-abi=softfp)
endif()
