# NUCLEO-F091RC (STM32F091RC, Cortex-M0 at 48 or 8 MHz): what the build must know of it. Its clocks are rows of wire/boards.def.
set(BOARD_MACHINE nucleo-f091rc)            # a name of the simulator's machines.def
set(BOARD_CPU_FLAGS -mcpu=cortex-m0 -mthumb -mfloat-abi=soft -masm-syntax-unified)
set(BOARD_KERNEL_PORT ARM_CM0)
set(BOARD_KERNEL_PORT_FOLDER portable/GCC/ARM_CM0)
set(BOARD_KERNEL_PORT_SOURCES port.c portasm.c)
set(BOARD_PROFILE baseline)            # startup/faults_<profile>.c
set(BOARD_TIMEBASE timer)           # lib/timebase_<timebase>
set(BOARD_SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/boards/stm32f0/board.c"
  "${BOARD_FOLDER}/clock_<clock>.c")
# For images with vectors in RAM, which this core has no VTOR for.
set(BOARD_RAM_AT_0 "${CMAKE_CURRENT_SOURCE_DIR}/boards/stm32f0/ram_at_0.c")
set(FIRMWARE_SERIAL usart2 CACHE STRING "Serial port: usart2 (PA2, PA3) or usart1 (PA9, PA10)")
set(BOARD_INCLUDES "${CMAKE_CURRENT_SOURCE_DIR}/boards/stm32f0/serial_${FIRMWARE_SERIAL}")
set(BOARD_LINKER_SCRIPT "${BOARD_FOLDER}/board.ld")
