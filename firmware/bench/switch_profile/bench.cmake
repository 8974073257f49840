# A tick must not switch between equal tasks.
set(BENCH_KERNEL no_slicing)
# Begins and ends of 1,000 switches and of the 32 before them.
set(BENCH_SAMPLES 1032)
string(TOLOWER ${BOARD_KERNEL_PORT} port)
list(APPEND BENCH_SOURCES "${BENCH_FOLDER}/handlers/${port}.c")
# Another handler needs another vector table. A core without VTOR finds it at address 0 only, where
# the board must be able to show RAM.
if(BOARD_PROFILE STREQUAL mainline)
  list(APPEND BENCH_SOURCES "${BENCH_FOLDER}/handlers/install.c")
else()
  list(APPEND BENCH_SOURCES "${BENCH_FOLDER}/handlers/install_at_0.c" ${BOARD_RAM_AT_0})
endif()
