# MD5 in two ways: the words of a block copied by the first round, or read where they lie.
computation_bench(md5 md5_in_place)
