# A tick must not switch between equal tasks.
set(BENCH_KERNEL no_slicing)
# Begins and ends of 1,000 switches and of the 32 before them.
set(BENCH_SAMPLES 1032)
string(TOLOWER ${BOARD_KERNEL_PORT} port)
list(APPEND BENCH_SOURCES "${BENCH_FOLDER}/handlers/${port}.c")
# Another handler needs another vector table, which Armv6-M has at one address only.
if(BOARD_PROFILE STREQUAL mainline)
  list(APPEND BENCH_SOURCES "${BENCH_FOLDER}/handlers/install.c")
endif()
