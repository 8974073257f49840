# NUCLEO-F410RB (STM32F410RB, Cortex-M4F at 100 or 16 MHz): what the build must know of it. Its clocks are rows of wire/boards.def.
set(BOARD_MACHINE nucleo-f410rb)            # a name of the simulator's machines.def
set(BOARD_CPU_FLAGS -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard)
set(BOARD_KERNEL_PORT ARM_CM4F)
set(BOARD_KERNEL_PORT_FOLDER portable/GCC/ARM_CM4F)
set(BOARD_KERNEL_PORT_SOURCES port.c)
set(BOARD_PROFILE mainline)            # startup/faults_<profile>.c
set(BOARD_TIMEBASE dwt)           # lib/timebase_<timebase>
set(BOARD_SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/boards/stm32f4/board.c"
  "${BOARD_FOLDER}/clock_<clock>.c")
set(FIRMWARE_SERIAL usart2 CACHE STRING "Serial port: usart2 (PA2, PA3) or usart1 (PA9, PA10)")
set(BOARD_INCLUDES "${CMAKE_CURRENT_SOURCE_DIR}/boards/stm32f4/serial_${FIRMWARE_SERIAL}")
set(BOARD_LINKER_SCRIPT "${BOARD_FOLDER}/board.ld")
