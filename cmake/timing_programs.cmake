# Timing programs (tests/timing): assembled here, run by their tests and by `tailchain model --check`.
# Without the cross assembler there are none.
include_guard(GLOBAL)
find_program(TIMING_AS arm-none-eabi-as)
find_program(TIMING_LD arm-none-eabi-ld)
set(TIMING_SOURCES ${PROJECT_SOURCE_DIR}/tests/timing)
set(TIMING_BUILD ${PROJECT_BINARY_DIR}/timing)
set_property(GLOBAL PROPERTY timing_programs "")
file(MAKE_DIRECTORY ${TIMING_BUILD})

# timing_program(NAME SOURCE core cpu flash machine...)
function(timing_program name source core cpu flash)
  set(object ${TIMING_BUILD}/${name}.o)
  set(program ${TIMING_BUILD}/${name}.elf)
  add_custom_command(OUTPUT ${program}
    COMMAND ${TIMING_AS} -mthumb -mcpu=${cpu} --defsym CORE=${core} -I ${TIMING_SOURCES}
            -o ${object} ${TIMING_SOURCES}/${source}
    COMMAND ${TIMING_LD} --defsym FLASH=${flash} -T ${TIMING_SOURCES}/program.ld
            -o ${program} ${object}
    DEPENDS ${TIMING_SOURCES}/${source} ${TIMING_SOURCES}/case.inc ${TIMING_SOURCES}/program.ld
    VERBATIM)
  add_custom_target(timing_${name} DEPENDS ${program})
  foreach(machine ${ARGN})
    set_property(GLOBAL APPEND PROPERTY timing_programs "${name} ${machine}")
  endforeach()
endfunction()

if(TIMING_AS AND TIMING_LD)
  timing_program(m0 m0.S 0 cortex-m0 0x08000000 nucleo-f091rc)
  timing_program(m3 v7m.S 3 cortex-m3 0 generic-m3)
  timing_program(m3_access v7m_access.S 3 cortex-m3 0 generic-m3)
  timing_program(m4 v7m.S 4 cortex-m4 0x08000000 stm32f407 nucleo-f410rb)
  timing_program(m4_access v7m_access.S 4 cortex-m4 0x08000000 stm32f407 nucleo-f410rb)
  timing_program(m3_ram ram_v7m.S 3 cortex-m3 0 generic-m3)
  timing_program(m4_ram ram_v7m.S 4 cortex-m4 0x08000000 stm32f407 nucleo-f410rb)
  timing_program(flash_f0 flash_f0.S 0 cortex-m0 0x08000000 nucleo-f091rc)
  timing_program(flash_f4 flash_f4.S 4 cortex-m4 0x08000000 stm32f407 nucleo-f410rb)
  timing_program(m33 m33.S 33 cortex-m33 0x08000000 nucleo-h5e5zj)
else()
  message(STATUS "no timing programs: arm-none-eabi-as or arm-none-eabi-ld is missing")
endif()

# timing_programs_source(VARIABLE): a C file with all of them, for the command.
function(timing_programs_source variable)
  get_property(programs GLOBAL PROPERTY timing_programs)
  set(bytes "")
  set(rows "")
  set(files "")
  foreach(pair ${programs})
    separate_arguments(pair)
    list(GET pair 0 name)
    list(GET pair 1 machine)
    string(MAKE_C_IDENTIFIER "program_${name}_${machine}" symbol)
    set(elf ${TIMING_BUILD}/${name}.elf)
    list(APPEND files ${elf})
    string(APPEND bytes "BYTES(${symbol}, \"${elf}\")\n")
    string(APPEND rows "    {\"${name}\", \"${machine}\", ${symbol}, ${symbol}_end},\n")
  endforeach()
  list(REMOVE_DUPLICATES files)
  set(source ${TIMING_BUILD}/programs.c)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/timing_programs.c.in ${source} @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
  set(${variable} ${source} PARENT_SCOPE)
endfunction()
