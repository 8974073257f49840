# fpu_used.c where tasks can have a floating-point context, fpu_none.c elsewhere.
set(BENCH_KERNEL no_slicing)
if(BOARD_CPU_FLAGS MATCHES "-mfpu=")
  list(FILTER BENCH_SOURCES EXCLUDE REGEX "/fpu_none\\.c$")
else()
  list(FILTER BENCH_SOURCES EXCLUDE REGEX "/fpu_used\\.c$")
endif()
