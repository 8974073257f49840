# The plugin freertos-gdb lists the tasks of a halted benchmark.
python import freertos_gdb
hbreak notify_block_measure
continue
freertos task
delete
hbreak PendSV_Handler
continue
freertos task
kill
