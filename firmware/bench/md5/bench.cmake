# Each variant of MD5 is compiled on its own: instruction set and optimisation are what is measured. The
# code for the Cortex-M0 is the same on every board, byte for byte.
set(BENCH_KERNEL small_heap)
set(BENCH_SAMPLES 16)
list(REMOVE_ITEM BENCH_SOURCES "${BENCH_FOLDER}/variant.c")
if(BOARD_PROFILE STREQUAL mainline)
  set(MD5_ISA isa_m4)
  set(MD5_ISAS m4 m0)
else()
  set(MD5_ISA isa_m0)
  set(MD5_ISAS m0)
endif()
foreach(isa IN LISTS MD5_ISAS)
  foreach(level 1 2 3 s)
    add_library(md5_${isa}_o${level} OBJECT "${BENCH_FOLDER}/variant.c")
    target_compile_options(md5_${isa}_o${level} PRIVATE -mcpu=cortex-${isa} -mthumb
      -mfloat-abi=soft -O${level} -std=gnu11 -ffunction-sections -fdata-sections -g ${PATH_FLAGS}
      ${WARNING_FLAGS})
    target_compile_definitions(md5_${isa}_o${level} PRIVATE MD5_NAME=md5_${isa}_o${level})
    target_include_directories(md5_${isa}_o${level} PRIVATE "${FIRMWARE_FOLDER}"
      "${BENCH_FOLDER}/${MD5_ISA}")
  endforeach()
endforeach()

function(bench_configure target clock)
  target_include_directories(${target} PRIVATE "${BENCH_FOLDER}/${MD5_ISA}")
  # They pass no floating-point arguments, so how a board passes those does not matter.
  target_link_options(${target} PRIVATE -Wl,--no-warn-mismatch)
  target_compile_definitions(${target} PRIVATE
    "MD5_MESSAGE_FILE=\"${FREERTOS_KERNEL_PATH}/tasks.c\"")
  foreach(isa IN LISTS MD5_ISAS)
    foreach(level 1 2 3 s)
      target_link_libraries(${target} PRIVATE md5_${isa}_o${level})
    endforeach()
  endforeach()
endfunction()
