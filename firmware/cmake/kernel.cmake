# Finds the FreeRTOS kernel and refuses any version but the one that the figures are for.
set(KERNEL_VERSION V11.2.0)
set(KERNEL_TASK_H "${FREERTOS_KERNEL_PATH}/include/task.h")

if(NOT EXISTS "${KERNEL_TASK_H}")
  message(FATAL_ERROR
    "no FreeRTOS kernel in FREERTOS_KERNEL_PATH=${FREERTOS_KERNEL_PATH} (include/task.h is missing); "
    "run tools/setup.sh, or point FREERTOS_KERNEL_PATH to a tree of FreeRTOS ${KERNEL_VERSION}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${KERNEL_TASK_H}")

file(STRINGS "${KERNEL_TASK_H}" found REGEX "#define[ \t]+tskKERNEL_VERSION_NUMBER[ \t]")
string(REGEX REPLACE ".*\"([^\"]*)\".*" "\\1" found "${found}")
if(NOT found STREQUAL KERNEL_VERSION)
  message(FATAL_ERROR
    "FREERTOS_KERNEL_PATH=${FREERTOS_KERNEL_PATH} is FreeRTOS ${found}, this firmware is for "
    "${KERNEL_VERSION}; point it to that version or leave it out")
endif()

set(KERNEL_PORT_PATH "${FREERTOS_KERNEL_PATH}/${BOARD_KERNEL_PORT_FOLDER}")
set(KERNEL_SOURCES
  "${FREERTOS_KERNEL_PATH}/tasks.c"
  "${FREERTOS_KERNEL_PATH}/list.c"
  "${FREERTOS_KERNEL_PATH}/queue.c"
  "${FREERTOS_KERNEL_PATH}/timers.c"
  "${FREERTOS_KERNEL_PATH}/portable/MemMang/heap_4.c")
foreach(source ${BOARD_KERNEL_PORT_SOURCES})
  list(APPEND KERNEL_SOURCES "${KERNEL_PORT_PATH}/${source}")
endforeach()
