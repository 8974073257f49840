# Break, step, registers, memory, watch, continue, reset: what gdb needs of a board.
break vTaskStartScheduler
continue
backtrace
info registers msp control msplim
printf "vectors %x %x\n", ((unsigned *)0x08000000)[0], ((unsigned *)0x08000000)[1]
set $before = $pc
stepi
printf "stepped %d\n", $pc - $before
next
next
frame
set var uxTopUsedPriority = 123
set var $s1 = 2.5
printf "float %.1f\n", $s1
info registers fpscr
printf "written %d\n", uxTopUsedPriority
watch xTickCount
continue
continue
printf "ticks %d\n", xTickCount
backtrace
delete
hbreak PendSV_Handler
continue
printf "exception %d\n", $xpsr & 0x1ff
printf "vector %x\n", *(unsigned *)0xe000ed08
x/1i $pc
delete
monitor status
monitor devices on
printf "tim2 psc %d\n", *(unsigned *)0x40000028
monitor reset
maintenance flush register-cache
frame
printf "primask %d\n", $primask
tbreak main
continue
kill
