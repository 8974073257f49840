# add_image(NAME TRACE folder SOURCES ...): one ELF for the chosen board, with kernel and start-up.
set(FIRMWARE_FOLDER "${CMAKE_CURRENT_SOURCE_DIR}")

# Flags that change code; they go into the ELF note. No link-time optimisation: the kernel's
# functions must stay apart, so that cycles can be accounted to them.
set(CODE_FLAGS ${FIRMWARE_OPTIMISATION} ${BOARD_CPU_FLAGS} -std=gnu11 -ffunction-sections
    -fdata-sections)
string(JOIN " " CODE_FLAGS_TEXT ${CODE_FLAGS})
set(WARNING_FLAGS -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wundef
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wimplicit-fallthrough -Wswitch-enum)
if(TAILCHAIN_WERROR)
  list(APPEND WARNING_FLAGS -Werror)
endif()
# Where the tree lies on this machine must not reach the image.
set(PATH_FLAGS "-ffile-prefix-map=${FREERTOS_KERNEL_PATH}=FreeRTOS-Kernel"
    "-ffile-prefix-map=${TAILCHAIN_ROOT}/=")

# The kernel with one set of trace hooks, compiled once for all images that use it. It is third-party
# code in its own style: our warnings are not for it.
function(add_kernel name trace)
  add_library(${name} OBJECT ${KERNEL_SOURCES})
  target_compile_options(${name}
    PUBLIC -g ${CODE_FLAGS} ${PATH_FLAGS} --specs=picolibc.specs)
  target_include_directories(${name} PUBLIC
    "${FIRMWARE_FOLDER}" "${TAILCHAIN_ROOT}" "${BOARD_FOLDER}" "${FIRMWARE_FOLDER}/rtos"
    "${FIRMWARE_FOLDER}/rtos/${trace}")
  target_include_directories(${name} SYSTEM PUBLIC
    "${FREERTOS_KERNEL_PATH}/include" "${KERNEL_PORT_PATH}")
  target_compile_definitions(${name} PUBLIC
    BOARD_CORE_HZ=${BOARD_CORE_HZ} BOARD_TIMER_HZ=${BOARD_TIMER_HZ}
    FIRMWARE_IDLE_WFI=$<BOOL:${FIRMWARE_IDLE_WFI}>
    # for the ELF note, startup/note.c
    "NOTE_VALUE_MACHINE=\"${BOARD_MACHINE}\"" "NOTE_VALUE_PORT=\"${BOARD_KERNEL_PORT}\""
    "NOTE_VALUE_FLAGS=\"${CODE_FLAGS_TEXT}\"")
endfunction()

function(add_image name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "TRACE" "SOURCES")
  if(NOT TARGET kernel_${image_TRACE})
    add_kernel(kernel_${image_TRACE} ${image_TRACE})
  endif()
  add_executable(${name}
    ${FIRMWARE_FOLDER}/main.c
    ${FIRMWARE_FOLDER}/lib/check.c ${FIRMWARE_FOLDER}/lib/emit.c
    ${FIRMWARE_FOLDER}/startup/startup.c ${FIRMWARE_FOLDER}/startup/note.c
    ${FIRMWARE_FOLDER}/rtos/kernel_hooks.c
    ${BOARD_FOLDER}/board.c ${TAILCHAIN_ROOT}/wire/crc.c ${TAILCHAIN_ROOT}/wire/wire.c
    ${image_SOURCES})
  if(FIRMWARE_IDLE_WFI)
    target_sources(${name} PRIVATE ${FIRMWARE_FOLDER}/rtos/idle_wfi.c)
  endif()
  set_target_properties(${name} PROPERTIES SUFFIX .elf LINK_DEPENDS "${BOARD_FOLDER}/board.ld")
  target_link_libraries(${name} PRIVATE kernel_${image_TRACE})
  target_compile_options(${name} PRIVATE ${WARNING_FLAGS} -fstack-usage)
  target_link_options(${name} PRIVATE ${BOARD_CPU_FLAGS} --specs=picolibc.specs -nostartfiles
    "-T${BOARD_FOLDER}/board.ld" -Wl,--gc-sections -Wl,--fatal-warnings "-Wl,-Map=${name}.map")
endfunction()
