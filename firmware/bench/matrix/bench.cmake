computation_bench(matrix)
