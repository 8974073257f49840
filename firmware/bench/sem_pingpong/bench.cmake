set(BENCH_KERNEL sem_pingpong)
list(APPEND BENCH_SOURCES "${FIRMWARE_FOLDER}/lib/pins.c")
