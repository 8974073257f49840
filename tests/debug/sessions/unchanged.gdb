# Halts by every means on the way; the serial output must be that of a run that nobody halted.
hbreak time_slice_measure
continue
delete
watch xTickCount
continue
continue
continue
delete
hbreak xTaskIncrementTick
continue
step
next
finish
continue
delete
rwatch xTickCount
continue
delete
stepi 2000
monitor steps into
stepi 2000
hbreak notify_preempt_measure
continue
delete
hbreak notify_block_measure
continue
kill
