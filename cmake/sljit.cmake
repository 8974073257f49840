# sljit, the code generator of the simulator's JIT (BSD-2-Clause), as tools/setup.sh brings it.
# Without it, or on hosts where the JIT is not tested, the simulator interprets.
set(SLJIT_PATH "${PROJECT_SOURCE_DIR}/build/sljit/sljit_src" CACHE PATH "The source of sljit")
set(TAILCHAIN_JIT OFF)
if(NOT EXISTS ${SLJIT_PATH}/sljitLir.c)
  message(WARNING "no sljit in ${SLJIT_PATH}: the simulator will be slow; tools/setup.sh brings it")
elseif(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|aarch64)$")
  message(STATUS "no JIT for ${CMAKE_SYSTEM_PROCESSOR}: the simulator interprets")
else()
  set(TAILCHAIN_JIT ON)
  add_library(sljit STATIC ${SLJIT_PATH}/sljitLir.c)
  target_include_directories(sljit SYSTEM PUBLIC ${SLJIT_PATH})
  target_compile_options(sljit PRIVATE -w)
  # Its checks of arguments find our mistakes where the sanitizers look for others.
  target_compile_definitions(sljit PUBLIC SLJIT_VERBOSE=0 SLJIT_UTIL_STACK=0
    SLJIT_DEBUG=$<BOOL:${TAILCHAIN_SANITIZE}>
    SLJIT_ARGUMENT_CHECKS=$<BOOL:${TAILCHAIN_SANITIZE}>)
endif()
