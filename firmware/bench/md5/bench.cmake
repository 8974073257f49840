computation_bench(md5)
