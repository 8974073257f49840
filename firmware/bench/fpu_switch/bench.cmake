set(BENCH_KERNEL fpu_switch)
# Begins and ends of 1,000 switches and of the 32 before them.
set(BENCH_SAMPLES 1032)
