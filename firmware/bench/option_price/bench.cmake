set(BENCH_KERNEL option_price)
set(BENCH_SAMPLES 256)
set(BENCH_OPTIONS ${OPTIONS})
list(FILTER BENCH_SOURCES EXCLUDE REGEX "/(objects|context)_[a-z]+\\.c$")

# objects=dynamic|static: where tasks and semaphores come from; context=integer|fpu: what a task's
# context holds.
function(bench_option result option)
  option_part(objects ${option} objects dynamic)
  option_part(context ${option} context integer)
  set(folder "${FIRMWARE_FOLDER}/bench/option_price")
  # A memory for the stacks may have to be set up.
  option_part(stacks ${option} stacks ram)
  file(GLOB memory "${BOARD_FOLDER}/stacks_${stacks}/*.c")
  set(${result} "${folder}/objects_${objects}.c" "${folder}/context_${context}.c" ${memory}
    PARENT_SCOPE)
endfunction()
