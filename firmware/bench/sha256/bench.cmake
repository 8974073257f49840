computation_bench(sha256)
