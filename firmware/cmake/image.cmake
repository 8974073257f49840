# Images: one ELF for the chosen board and one of its clocks.
#
# add_image(NAME [CLOCK clock] [BENCH bench] [SAMPLES n] [OPTION option] KERNEL folder SOURCES ...)
#   NAME.elf in the build folder, for a clock that is not the default in a folder of its name, for an
#   option that is not the first in the folder options/OPTION of it, and then not part of the default
#   build.
#   KERNEL: a folder of rtos/kernels. BENCH: whose rows it prints; none for other images. SAMPLES: the
#   longest series that its store holds, twice.
#   OPTION: a row of wire/options.def, for a bench that can be built with options.
#   The target is NAME, NAME.clock, NAME.option or NAME.clock.option.
set(FIRMWARE_FOLDER "${CMAKE_CURRENT_SOURCE_DIR}")

# Flags that change code; they go into the ELF note. No link-time optimisation: the kernel's
# functions must stay apart, so that cycles can be accounted to them.
set(CODE_FLAGS ${BOARD_CPU_FLAGS} -std=gnu11 -ffunction-sections -fdata-sections)
set(WARNING_FLAGS -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wundef
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wimplicit-fallthrough -Wswitch-enum)
if(TAILCHAIN_WERROR)
  list(APPEND WARNING_FLAGS -Werror)
endif()
# Where the tree lies on this machine must not reach the image.
set(PATH_FLAGS "-ffile-prefix-map=${FREERTOS_KERNEL_PATH}=FreeRTOS-Kernel"
    "-ffile-prefix-map=${TAILCHAIN_ROOT}/=")

# option_part(RESULT OPTION KEY DEFAULT): what the row of an option says for KEY.
function(option_part result option key default)
  set(${result} ${default} PARENT_SCOPE)
  foreach(part IN LISTS OPTION_${option}_PARTS)
    if(part MATCHES "^${key}=(.+)$")
      set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# What all images with one clock, one kernel and one option share: how they are compiled.
function(add_settings name clock kernel option)
  add_library(${name} INTERFACE)
  # rtos/kernels/<kernel>/kernel.cmake may set flags that this kernel and its images need.
  set(KERNEL_FLAGS "")
  include("${FIRMWARE_FOLDER}/rtos/kernels/${kernel}/kernel.cmake" OPTIONAL)
  set(code_flags ${FIRMWARE_OPTIMISATION} ${CODE_FLAGS} ${KERNEL_FLAGS})
  if(OPTION_${option}_FLAGS)
    list(REMOVE_AT code_flags 0)
    list(PREPEND code_flags ${OPTION_${option}_FLAGS})
  endif()
  string(JOIN " " flags ${code_flags})
  list(GET code_flags 0 level)
  string(REGEX REPLACE "^-" "" level "${level}")
  target_compile_options(${name} INTERFACE -g -masm-syntax-unified ${code_flags} ${PATH_FLAGS} --specs=picolibc.specs)
  foreach(definition IN LISTS OPTION_${option}_DEFINITIONS)
    target_compile_options(${name} INTERFACE "-D${definition}")
  endforeach()
  option_part(idle ${option} idle $<IF:$<BOOL:${FIRMWARE_IDLE_WFI}>,wfi,poll>)
  target_include_directories(${name} INTERFACE
    "${FIRMWARE_FOLDER}" "${TAILCHAIN_ROOT}" "${BOARD_FOLDER}" ${BOARD_INCLUDES}
    "${FIRMWARE_FOLDER}/lib/timebase_${BOARD_TIMEBASE}"
    "${FIRMWARE_FOLDER}/rtos" "${FIRMWARE_FOLDER}/rtos/kernels/${kernel}")
  target_include_directories(${name} SYSTEM INTERFACE
    "${FREERTOS_KERNEL_PATH}/include" "${KERNEL_PORT_PATH}")
  target_compile_definitions(${name} INTERFACE
    BOARD_CORE_HZ=${CLOCK_${clock}_CORE_HZ} BOARD_TIMER_HZ=${CLOCK_${clock}_TIMER_HZ}
    FIRMWARE_IDLE_WFI=$<STREQUAL:${idle},wfi> "FIRMWARE_LEVEL=\"${level}\""
    # for the ELF note, startup/note.c
    "NOTE_VALUE_MACHINE=\"${BOARD_MACHINE}\"" "NOTE_VALUE_PORT=\"${BOARD_KERNEL_PORT}\""
    "NOTE_VALUE_CLOCK=\"${clock}\"" "NOTE_VALUE_FLAGS=\"${flags}\"")
endfunction()

# The kernel, compiled once for all images that use it: third-party code in its own style, our
# warnings are not for it. And what of ours does not depend on the image.
function(add_shared clock kernel option)
  set(key ${clock}.${kernel}.${option})
  add_settings(settings.${key} ${clock} ${kernel} ${option})
  add_library(kernel.${key} OBJECT EXCLUDE_FROM_ALL ${KERNEL_SOURCES})
  target_link_libraries(kernel.${key} PRIVATE settings.${key})
  set(sources main.c lib/check.c lib/emit.c startup/startup.c startup/faults_${BOARD_PROFILE}.c
    rtos/kernel_hooks.c)
  option_part(idle ${option} idle poll)
  if(FIRMWARE_IDLE_WFI OR idle STREQUAL wfi)
    list(APPEND sources rtos/idle_wfi.c)
  endif()
  list(TRANSFORM sources PREPEND ${FIRMWARE_FOLDER}/)
  string(REPLACE "<clock>" ${clock} board_sources "${BOARD_SOURCES}")
  add_library(base.${key} OBJECT EXCLUDE_FROM_ALL ${sources} ${board_sources}
    ${TAILCHAIN_ROOT}/wire/crc.c ${TAILCHAIN_ROOT}/wire/wire.c)
  target_link_libraries(base.${key} PRIVATE settings.${key})
  # Else the compiler may copy 8 bytes through the FPU, and a task has a floating-point context that
  # no bench has asked for.
  target_compile_options(base.${key} PRIVATE ${WARNING_FLAGS} -fstack-usage -mgeneral-regs-only)
endfunction()

function(add_image name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "CLOCK;BENCH;KERNEL;SAMPLES;OPTION" "SOURCES")
  set(target ${name})
  set(clock ${DEFAULT_CLOCK})
  if(NOT image_SAMPLES)
    set(image_SAMPLES ${BENCH_SAMPLES_DEFAULT})
  endif()
  if(image_CLOCK AND NOT image_CLOCK STREQUAL DEFAULT_CLOCK)
    set(clock ${image_CLOCK})
    set(target ${name}.${clock})
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}")
  if(NOT target STREQUAL name)
    string(APPEND folder "/${clock}")
  endif()
  set(option none)
  set(excluded "")
  if(image_OPTION)
    set(option ${image_OPTION})
  endif()
  if(NOT option MATCHES "^(none|${DEFAULT_OPTION})$")
    string(APPEND target ".${option}")
    string(APPEND folder "/options/${option}")
    set(excluded EXCLUDE_FROM_ALL)
  endif()
  set(IMAGE_TARGET ${target} PARENT_SCOPE)
  set(IMAGE_FOLDER "${folder}" PARENT_SCOPE)
  set(key ${clock}.${image_KERNEL}.${option})
  if(NOT TARGET kernel.${key})
    add_shared(${clock} ${image_KERNEL} ${option})
  endif()
  add_executable(${target} ${excluded} ${FIRMWARE_FOLDER}/startup/note.c ${image_SOURCES})
  target_link_libraries(${target} PRIVATE settings.${key} kernel.${key} base.${key})
  target_compile_options(${target} PRIVATE ${WARNING_FLAGS} -fstack-usage)
  target_compile_definitions(${target} PRIVATE "NOTE_VALUE_BENCH=\"${image_BENCH}\""
    "NOTE_VALUE_OPTION=\"${option}\"")
  if(image_BENCH)
    target_compile_definitions(${target} PRIVATE BENCH_SAMPLES_MAX=${image_SAMPLES}u "BENCH_NAME=\"${image_BENCH}\""
      "BENCH_RESULTS=\"wire/results/${image_BENCH}.def\"")
  endif()
  finish_image(${target} ${name} ${option} "${folder}" 0)
endfunction()

# What the linker does, the same for every image. moved: bytes that its code lies further on.
function(finish_image target name option folder moved)
  option_part(stacks ${option} stacks ram)
  set(stacks_folder "${FIRMWARE_FOLDER}/startup/stacks_ram")
  if(NOT stacks STREQUAL ram)
    set(stacks_folder "${BOARD_FOLDER}/stacks_${stacks}")
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .elf
    RUNTIME_OUTPUT_DIRECTORY "${folder}" LINK_DEPENDS "${BOARD_LINKER_SCRIPT};${FIRMWARE_FOLDER}/startup/sections.ld")
  set_property(TARGET ${target} PROPERTY RULE_LAUNCH_LINK "\"${FIRMWARE_FOLDER}/cmake/link.sh\" ${BOARD}")
  target_link_options(${target} PRIVATE ${BOARD_CPU_FLAGS} --specs=picolibc.specs -nostartfiles
    "-L${FIRMWARE_FOLDER}/startup" "-L${stacks_folder}" "-T${BOARD_LINKER_SCRIPT}" -Wl,--gc-sections
    -Wl,--fatal-warnings "-Wl,-Map=${folder}/${name}.map" -Wl,--defsym=startup_text_moved=${moved})
endfunction()

# The 2,048 pairs of a phase, or the 2,049 stamps around slice_A_B's 2,047 intervals: 16,392 bytes.
set(BENCH_SAMPLES_DEFAULT 2049)

# Images of options: not part of the default build.
add_custom_target(options)

# The image of a bench with an option once more, its code moved.
function(add_moved bench clock option image folder moved)
  set(target ${image}.moved_${moved})
  set(key ${clock}.${BENCH_KERNEL}.${option})
  add_executable(${target} EXCLUDE_FROM_ALL ${FIRMWARE_FOLDER}/startup/note.c
    "$<FILTER:$<TARGET_OBJECTS:${image}>,EXCLUDE,/startup/note\\.c\\.>")
  target_link_libraries(${target} PRIVATE settings.${key} kernel.${key} base.${key})
  target_compile_definitions(${target} PRIVATE "NOTE_VALUE_BENCH=\"${bench}\""
    "NOTE_VALUE_OPTION=\"${option}+${moved}\"")
  finish_image(${target} ${bench} ${option} "${folder}/moved_${moved}" ${moved})
  add_dependencies(options ${target})
endfunction()

# The images of a bench with an option: one at each place.
function(add_option_places bench clock option image folder)
  if(option STREQUAL DEFAULT_OPTION)
    string(APPEND folder "/options/${option}")
  endif()
  add_dependencies(options ${image})
  foreach(moved IN LISTS OPTION_PLACES)
    add_moved(${bench} ${clock} ${option} ${image} "${folder}" ${moved})
  endforeach()
endfunction()

# What every bench image is made of besides its own sources.
set(BENCH_BASE runner.c lib/results.c lib/samples.c lib/stacks.c lib/stats.c lib/switch_stamp.c
  lib/timebase.c lib/timebase_${BOARD_TIMEBASE}/timebase_counter.c bench/bench.c)
list(TRANSFORM BENCH_BASE PREPEND "${FIRMWARE_FOLDER}/")

# add_bench(BENCH): its images, one for each clock of the board. bench/BENCH.c, or the folder
# bench/BENCH/, whose bench.cmake may set BENCH_KERNEL (section_a) and BENCH_SAMPLES, add to BENCH_SOURCES, and define
# bench_configure(target clock), which is called for each image. It may set BENCH_OPTIONS to
# ${OPTIONS}, for images of each at OPTION_PLACES (all but the first at its own place in the target
# `options` only), and define bench_option(RESULT OPTION): the sources that an option chooses.
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
  set(BENCH_OPTIONS none)
  function(bench_option result option)
    set(${result} "" PARENT_SCOPE)
  endfunction()
  include("${BENCH_FOLDER}/bench.cmake" OPTIONAL)
  set(clocks ${CLOCKS})
  list(REMOVE_ITEM clocks ${EXCEPT_${bench}} "")
  foreach(option IN LISTS BENCH_OPTIONS)
    bench_option(option_sources ${option})
    set(option_clocks ${clocks})
    list(REMOVE_ITEM option_clocks ${EXCEPT_OPTION_${option}} "")
    foreach(clock IN LISTS option_clocks)
      add_image(${bench} CLOCK ${clock} BENCH ${bench} KERNEL ${BENCH_KERNEL}
        SAMPLES ${BENCH_SAMPLES} OPTION ${option}
        SOURCES ${BENCH_BASE} ${BENCH_SOURCES} ${option_sources})
      bench_configure(${IMAGE_TARGET} ${clock})
      if(NOT option STREQUAL none)
        add_option_places(${bench} ${clock} ${option} ${IMAGE_TARGET} "${IMAGE_FOLDER}")
      endif()
    endforeach()
  endforeach()
endmacro()
