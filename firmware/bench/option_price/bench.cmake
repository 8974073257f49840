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
  set(${result} "${folder}/objects_${objects}.c" "${folder}/context_${context}.c" PARENT_SCOPE)
endfunction()
