# Equal tasks change by yields only.
set(BENCH_KERNEL no_slicing)
set(BENCH_SAMPLES 1000)
