# CRC-32 in two ways.
computation_bench(crc32_table crc32_bitwise)
