# add_image(NAME HOOKS folder SOURCES ...): one ELF for the chosen board, kernel and start-up included.

# Flags that change code; they go into the ELF note. No link-time optimisation: the kernel's
# functions must stay apart, so that cycles can be accounted to them.
set(CODE_FLAGS ${FIRMWARE_OPTIMISATION} ${BOARD_CPU_FLAGS} -std=gnu11 -ffunction-sections
    -fdata-sections)
set(WARNING_FLAGS -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wundef
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wimplicit-fallthrough -Wswitch-enum)
if(TAILCHAIN_WERROR)
  list(APPEND WARNING_FLAGS -Werror)
endif()
# Paths of this machine must not reach the image: __FILE__ and debug information start here.
set(PATH_FLAGS "-ffile-prefix-map=${FREERTOS_KERNEL_PATH}=FreeRTOS-Kernel"
    "-ffile-prefix-map=${TAILCHAIN_ROOT}/=")
string(JOIN " " NOTE_FLAGS ${CODE_FLAGS})

# The kernel is third-party code in its own style: our warnings are not for it.
function(add_kernel name hooks)
  add_library(${name} OBJECT ${KERNEL_SOURCES})
  target_compile_options(${name} PRIVATE -g ${CODE_FLAGS} ${PATH_FLAGS} --specs=picolibc.specs)
  target_include_directories(${name} PUBLIC
    "${CMAKE_CURRENT_SOURCE_DIR}" "${TAILCHAIN_ROOT}" "${BOARD_FOLDER}"
    "${CMAKE_CURRENT_SOURCE_DIR}/rtos" "${CMAKE_CURRENT_SOURCE_DIR}/${hooks}")
  target_include_directories(${name} SYSTEM PUBLIC
    "${FREERTOS_KERNEL_PATH}/include" "${KERNEL_PORT_PATH}")
  target_compile_definitions(${name} PUBLIC
    BOARD_CORE_HZ=${BOARD_CORE_HZ} BOARD_TIMER_HZ=${BOARD_TIMER_HZ}
    FIRMWARE_IDLE_WFI=$<BOOL:${FIRMWARE_IDLE_WFI}>)
endfunction()

function(add_image name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "HOOKS" "SOURCES")
  add_kernel(${name}_kernel ${image_HOOKS})
  add_executable(${name}
    main.c lib/check.c lib/emit.c startup/startup.c startup/note.c rtos/kernel_hooks.c
    "${BOARD_FOLDER}/board.c" "${TAILCHAIN_ROOT}/wire/wire.c" ${image_SOURCES})
  if(FIRMWARE_IDLE_WFI)
    target_sources(${name} PRIVATE rtos/idle_wfi.c)
  endif()
  set_target_properties(${name} PROPERTIES SUFFIX .elf)
  target_link_libraries(${name} PRIVATE ${name}_kernel)
  target_compile_options(${name} PRIVATE -g ${CODE_FLAGS} ${PATH_FLAGS} ${WARNING_FLAGS}
    -fstack-usage --specs=picolibc.specs)
  set_source_files_properties(startup/note.c PROPERTIES COMPILE_DEFINITIONS
    "NOTE_VALUE_MACHINE=\"${BOARD_MACHINE}\";NOTE_VALUE_PORT=\"${BOARD_KERNEL_PORT}\";NOTE_VALUE_FLAGS=\"${NOTE_FLAGS}\"")
  target_link_options(${name} PRIVATE ${BOARD_CPU_FLAGS} --specs=picolibc.specs -nostartfiles
    "-T${BOARD_FOLDER}/board.ld" -Wl,--gc-sections -Wl,--print-memory-usage -Wl,--fatal-warnings
    "-Wl,-Map=${name}.map")
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${BOARD_FOLDER}/board.ld")
endfunction()
