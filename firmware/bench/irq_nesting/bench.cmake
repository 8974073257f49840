set(BENCH_KERNEL irq_nesting)
