# Benches of computation: bench/computation/ runs functions that are compiled for each instruction set and
# optimisation level on their own, since that is what is measured.
#
# computation_bench(KERNEL...), in the bench.cmake of such a bench
#   bench/BENCH/kernels/KERNEL.c defines the function COMPUTATION_NAME, which the build calls
#   KERNEL_<isa>_<level>. The results of each are two rows, .._FLASH and .._RAM, of wire/results/BENCH.def,
#   in this order: kernel, instruction set, level.
#
# The code for the Cortex-M0 is the same on every board, byte for byte: these are all its flags.
if(BOARD_PROFILE STREQUAL mainline)
  set(COMPUTATION_ISAS m4 m0)
else()
  set(COMPUTATION_ISAS m0)
endif()
set(COMPUTATION_LEVELS 1 2 3 s)

# One function: an object library of its name.
function(add_computation name source isa level include)
  add_library(${name} OBJECT "${source}")
  target_compile_options(${name} PRIVATE -mcpu=cortex-${isa} -mthumb -mfloat-abi=soft -O${level}
    -std=gnu11 -ffunction-sections -fdata-sections -g ${PATH_FLAGS} ${WARNING_FLAGS})
  target_compile_definitions(${name} PRIVATE COMPUTATION_NAME=${name})
  target_include_directories(${name} PRIVATE "${FIRMWARE_FOLDER}" "${include}")
endfunction()

macro(computation_bench)
  set(BENCH_KERNEL small_heap)
  set(BENCH_SAMPLES 16)
  cmake_path(GET BENCH_FOLDER FILENAME COMPUTATION_INCLUDE)
  set(COMPUTATION_INCLUDE "${CMAKE_CURRENT_BINARY_DIR}/computation/${COMPUTATION_INCLUDE}")
  set(COMPUTATION_VARIANTS "")
  set(COMPUTATION_ROWS "")
  foreach(kernel ${ARGN})
    foreach(isa IN LISTS COMPUTATION_ISAS)
      foreach(level IN LISTS COMPUTATION_LEVELS)
        set(name ${kernel}_${isa}_o${level})
        add_computation(${name} "${BENCH_FOLDER}/kernels/${kernel}.c" ${isa} ${level}
          "${COMPUTATION_INCLUDE}")
        list(APPEND COMPUTATION_VARIANTS ${name})
        string(TOUPPER ${name} id)
        string(APPEND COMPUTATION_ROWS "COMPUTATION_VARIANT(${name}, ${id})\n")
      endforeach()
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT "${COMPUTATION_INCLUDE}/computation_variants.def" CONTENT "${COMPUTATION_ROWS}" @ONLY)
  list(APPEND BENCH_SOURCES "${FIRMWARE_FOLDER}/bench/computation/computation.c"
    "${FIRMWARE_FOLDER}/bench/computation/message.c")

  function(bench_configure target clock)
    target_include_directories(${target} PRIVATE "${COMPUTATION_INCLUDE}")
    # They pass no floating-point arguments, so how a board passes those does not matter.
    target_link_options(${target} PRIVATE -Wl,--no-warn-mismatch)
    target_compile_definitions(${target} PRIVATE
      "COMPUTATION_MESSAGE_FILE=\"${FREERTOS_KERNEL_PATH}/tasks.c\"")
    target_link_libraries(${target} PRIVATE ${COMPUTATION_VARIANTS})
  endfunction()
endmacro()
