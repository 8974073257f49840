# Images: one ELF for the chosen board and one of its clocks.
#
# add_image(NAME [CLOCK clock] [BENCH bench] [SAMPLES n] KERNEL folder SOURCES ...)
#   NAME.elf in the build folder, for a clock that is not the default in a folder of its name.
#   KERNEL: a folder of rtos/kernels. BENCH: whose rows it prints; none for other images. SAMPLES: the
#   longest series that its store holds, twice.
#   The target is NAME, or NAME.clock.
set(FIRMWARE_FOLDER "${CMAKE_CURRENT_SOURCE_DIR}")

# Flags that change code; they go into the ELF note. No link-time optimisation: the kernel's
# functions must stay apart, so that cycles can be accounted to them.
set(CODE_FLAGS ${FIRMWARE_OPTIMISATION} ${BOARD_CPU_FLAGS} -std=gnu11 -ffunction-sections
    -fdata-sections)
set(WARNING_FLAGS -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wundef
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wimplicit-fallthrough -Wswitch-enum)
if(TAILCHAIN_WERROR)
  list(APPEND WARNING_FLAGS -Werror)
endif()
# Where the tree lies on this machine must not reach the image.
set(PATH_FLAGS "-ffile-prefix-map=${FREERTOS_KERNEL_PATH}=FreeRTOS-Kernel"
    "-ffile-prefix-map=${TAILCHAIN_ROOT}/=")

# What all images with one clock and one kernel share: how they are compiled.
function(add_settings name clock kernel)
  add_library(${name} INTERFACE)
  # rtos/kernels/<kernel>/kernel.cmake may set flags that this kernel and its images need.
  set(KERNEL_FLAGS "")
  include("${FIRMWARE_FOLDER}/rtos/kernels/${kernel}/kernel.cmake" OPTIONAL)
  string(JOIN " " flags ${CODE_FLAGS} ${KERNEL_FLAGS})
  target_compile_options(${name} INTERFACE -g -masm-syntax-unified ${CODE_FLAGS} ${KERNEL_FLAGS} ${PATH_FLAGS} --specs=picolibc.specs)
  target_include_directories(${name} INTERFACE
    "${FIRMWARE_FOLDER}" "${TAILCHAIN_ROOT}" "${BOARD_FOLDER}" ${BOARD_INCLUDES}
    "${FIRMWARE_FOLDER}/lib/timebase_${BOARD_TIMEBASE}"
    "${FIRMWARE_FOLDER}/rtos" "${FIRMWARE_FOLDER}/rtos/kernels/${kernel}")
  target_include_directories(${name} SYSTEM INTERFACE
    "${FREERTOS_KERNEL_PATH}/include" "${KERNEL_PORT_PATH}")
  target_compile_definitions(${name} INTERFACE
    BOARD_CORE_HZ=${CLOCK_${clock}_CORE_HZ} BOARD_TIMER_HZ=${CLOCK_${clock}_TIMER_HZ}
    FIRMWARE_IDLE_WFI=$<BOOL:${FIRMWARE_IDLE_WFI}>
    # for the ELF note, startup/note.c
    "NOTE_VALUE_MACHINE=\"${BOARD_MACHINE}\"" "NOTE_VALUE_PORT=\"${BOARD_KERNEL_PORT}\""
    "NOTE_VALUE_CLOCK=\"${clock}\"" "NOTE_VALUE_FLAGS=\"${flags}\"")
endfunction()

# The kernel, compiled once for all images that use it: third-party code in its own style, our
# warnings are not for it. And what of ours does not depend on the image.
function(add_shared clock kernel)
  add_settings(settings.${clock}.${kernel} ${clock} ${kernel})
  add_library(kernel.${clock}.${kernel} OBJECT ${KERNEL_SOURCES})
  target_link_libraries(kernel.${clock}.${kernel} PRIVATE settings.${clock}.${kernel})
  set(sources main.c lib/check.c lib/emit.c startup/startup.c startup/faults_${BOARD_PROFILE}.c
    rtos/kernel_hooks.c)
  if(FIRMWARE_IDLE_WFI)
    list(APPEND sources rtos/idle_wfi.c)
  endif()
  list(TRANSFORM sources PREPEND ${FIRMWARE_FOLDER}/)
  string(REPLACE "<clock>" ${clock} board_sources "${BOARD_SOURCES}")
  add_library(base.${clock}.${kernel} OBJECT ${sources} ${board_sources}
    ${TAILCHAIN_ROOT}/wire/crc.c ${TAILCHAIN_ROOT}/wire/wire.c)
  target_link_libraries(base.${clock}.${kernel} PRIVATE settings.${clock}.${kernel})
  target_compile_options(base.${clock}.${kernel} PRIVATE ${WARNING_FLAGS} -fstack-usage)
endfunction()

function(add_image name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "CLOCK;BENCH;KERNEL;SAMPLES" "SOURCES")
  set(target ${name})
  set(clock ${DEFAULT_CLOCK})
  if(NOT image_SAMPLES)
    set(image_SAMPLES ${BENCH_SAMPLES_DEFAULT})
  endif()
  if(image_CLOCK AND NOT image_CLOCK STREQUAL DEFAULT_CLOCK)
    set(clock ${image_CLOCK})
    set(target ${name}.${clock})
  endif()
  if(NOT TARGET kernel.${clock}.${image_KERNEL})
    add_shared(${clock} ${image_KERNEL})
  endif()
  add_executable(${target} ${FIRMWARE_FOLDER}/startup/note.c ${image_SOURCES})
  target_link_libraries(${target} PRIVATE settings.${clock}.${image_KERNEL}
    kernel.${clock}.${image_KERNEL} base.${clock}.${image_KERNEL})
  target_compile_options(${target} PRIVATE ${WARNING_FLAGS} -fstack-usage)
  target_compile_definitions(${target} PRIVATE "NOTE_VALUE_BENCH=\"${image_BENCH}\"")
  if(image_BENCH)
    target_compile_definitions(${target} PRIVATE BENCH_SAMPLES_MAX=${image_SAMPLES}u "BENCH_NAME=\"${image_BENCH}\""
      "BENCH_RESULTS=\"wire/results/${image_BENCH}.def\"")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}")
  if(NOT target STREQUAL name)
    set(folder "${folder}/${clock}")
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .elf
    RUNTIME_OUTPUT_DIRECTORY "${folder}" LINK_DEPENDS "${BOARD_LINKER_SCRIPT};${FIRMWARE_FOLDER}/startup/sections.ld")
  target_link_options(${target} PRIVATE ${BOARD_CPU_FLAGS} --specs=picolibc.specs -nostartfiles
    "-L${FIRMWARE_FOLDER}/startup" "-T${BOARD_LINKER_SCRIPT}" -Wl,--gc-sections
    -Wl,--fatal-warnings "-Wl,-Map=${folder}/${name}.map")
endfunction()

# The 2,048 pairs of a phase, or the 2,049 stamps around slice_A_B's 2,047 intervals: 16,392 bytes.
set(BENCH_SAMPLES_DEFAULT 2049)

# What every bench image is made of besides its own sources.
set(BENCH_BASE runner.c lib/results.c lib/samples.c lib/stats.c lib/switch_stamp.c lib/timebase.c
  lib/timebase_${BOARD_TIMEBASE}/timebase_counter.c bench/bench.c)
list(TRANSFORM BENCH_BASE PREPEND "${FIRMWARE_FOLDER}/")

# add_bench(BENCH): its images, one for each clock of the board. bench/BENCH.c, or the folder
# bench/BENCH/, whose bench.cmake may set BENCH_KERNEL (section_a) and BENCH_SAMPLES, add to BENCH_SOURCES, and define
# bench_configure(target clock), which is called for each image.
macro(add_bench bench)
  set(BENCH_KERNEL section_a)
  set(BENCH_SAMPLES ${BENCH_SAMPLES_DEFAULT})
  set(BENCH_FOLDER "${FIRMWARE_FOLDER}/bench/${bench}")
  if(IS_DIRECTORY "${BENCH_FOLDER}")
    file(GLOB BENCH_SOURCES CONFIGURE_DEPENDS "${BENCH_FOLDER}/*.c")
  else()
    set(BENCH_SOURCES "${BENCH_FOLDER}.c")
  endif()
  function(bench_configure target clock)
  endfunction()
  include("${BENCH_FOLDER}/bench.cmake" OPTIONAL)
  set(clocks ${CLOCKS})
  list(REMOVE_ITEM clocks ${EXCEPT_${bench}} "")
  foreach(clock IN LISTS clocks)
    add_image(${bench} CLOCK ${clock} BENCH ${bench} KERNEL ${BENCH_KERNEL} SAMPLES ${BENCH_SAMPLES}
      SOURCES ${BENCH_BASE} ${BENCH_SOURCES})
    set(target ${bench})
    if(NOT clock STREQUAL DEFAULT_CLOCK)
      set(target ${bench}.${clock})
    endif()
    bench_configure(${target} ${clock})
  endforeach()
endmacro()
