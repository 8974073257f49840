# NUCLEO-H5E5ZJ (STM32H5E5ZJ, Cortex-M33 at 250 MHz): what the build must know of it.
set(BOARD_MACHINE nucleo-h5e5zj)           # a name of the simulator's machines.def
set(BOARD_CPU_FLAGS -mcpu=cortex-m33 -mthumb -mfloat-abi=soft)
set(BOARD_KERNEL_PORT ARM_CM33_NTZ)
set(BOARD_KERNEL_PORT_FOLDER portable/GCC/ARM_CM33_NTZ/non_secure)
set(BOARD_KERNEL_PORT_SOURCES port.c portasm.c)
set(BOARD_PROFILE mainline)                # startup/faults_<profile>.c
set(BOARD_TIMEBASE dwt)                    # lib/timebase_<timebase>
set(BOARD_SOURCES "${BOARD_FOLDER}/board.c")
set(BOARD_INCLUDES "")
set(BOARD_LINKER_SCRIPT "${BOARD_FOLDER}/board.ld")
