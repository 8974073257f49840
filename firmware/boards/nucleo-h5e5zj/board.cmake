# NUCLEO-H5E5ZJ (STM32H5E5ZJ, Cortex-M33 at 250 MHz): what the build must know of it.
set(BOARD_MACHINE nucleo-h5e5zj)           # a name of the simulator's machines.def
set(BOARD_CORE_HZ 250000000)               # after board_init
set(BOARD_TIMER_HZ 250000000)              # TIM2
set(BOARD_CPU_FLAGS -mcpu=cortex-m33 -mthumb -mfloat-abi=soft)
set(BOARD_KERNEL_PORT ARM_CM33_NTZ)
set(BOARD_KERNEL_PORT_FOLDER portable/GCC/ARM_CM33_NTZ/non_secure)
set(BOARD_KERNEL_PORT_SOURCES port.c portasm.c)
