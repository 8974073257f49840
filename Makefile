# Entry points for people and CI. cmake and ninja do the work; a second call does none.

# The board of `make bench` and of the tests; `make firmware BOARD=...` builds that one only.
BOARD ?= nucleo-h5e5zj
# A folder for each, and rows in wire/boards.def.
BOARDS := $(sort $(patsubst firmware/boards/%/board.cmake,%,$(wildcard firmware/boards/*/board.cmake)))
PREFIX ?= /usr/local
# A tree of the FreeRTOS kernel to use instead of the one that setup brings.
FREERTOS_KERNEL_PATH ?=
# ON: warnings are errors (CI).
WERROR ?= OFF

HOST := build/host
ASAN := build/host-asan
KERNEL := $(or $(abspath $(FREERTOS_KERNEL_PATH)),$(CURDIR)/build/kernel/FreeRTOS-Kernel)

CONFIGURE := cmake -G Ninja --log-level=WARNING -DTAILCHAIN_WERROR=$(WERROR)
# On a terminal ninja shows how far it is, in one line.
NINJA := ninja $(shell test -t 2 || echo --quiet)

.PHONY: build setup host firmware firmware-all options test-images bench bench-host bench-sim check check-slow check-asan install results clean help

build: host firmware-all ## build the command (build/tailchain) and the firmware of all boards

setup:
	@FREERTOS_KERNEL_PATH='$(FREERTOS_KERNEL_PATH)' tools/setup.sh

host: setup ## build the command and its tests only
	@$(CONFIGURE) -S . -B $(HOST) >/dev/null
	@$(NINJA) -C $(HOST)
	@ln -f $(HOST)/tailchain build/tailchain

firmware: firmware-$(BOARD) ## build every bench for one board only: make firmware BOARD=stm32f407

firmware-all: $(addprefix firmware-,$(BOARDS))

firmware-%: setup
	@$(CONFIGURE) -S firmware -B build/firmware/$* -DBOARD=$* -DFREERTOS_KERNEL_PATH='$(KERNEL)' >/dev/null
	@$(NINJA) -C build/firmware/$*

options: $(addprefix options-,$(BOARDS)) ## build the images of option_price, one for each option

options-%: firmware-%
	@$(NINJA) -C build/firmware/$* options

# Images that go wrong on purpose, for the tests.
test-images: firmware firmware-stm32f407 firmware-nucleo-f410rb firmware-nucleo-f091rc
	@$(NINJA) -C build/firmware/$(BOARD) test_images
	@$(NINJA) -C build/firmware/stm32f407 one_semaphore_pins lint_images
	@$(NINJA) -C build/firmware/nucleo-f410rb too_big
	@$(NINJA) -C build/firmware/nucleo-f091rc too_big lint_images

bench: build ## run RTOS_BENCH_V1 on the simulated BOARD, verify it, print the table
	@mkdir -p build/bench
	@build/tailchain run $(BOARD) --bounds -o build/bench/run.log --json build/bench/run.json \
		--html build/bench/run.html
	@build/tailchain run $(BOARD) --no-idle-skip -o build/bench/run-no-idle-skip.log >/dev/null
	@cmp build/bench/run.log build/bench/run-no-idle-skip.log

results: build options test-images ## run every bench on every board and write docs/results.md
	@tools/results/results.py build/tailchain docs/results.md

check: build test-images options ## run all tests but the slow ones
	@ctest --test-dir $(HOST) -LE slow --output-on-failure

check-slow: build test-images ## run the slow tests
	@ctest --test-dir $(HOST) -L slow --output-on-failure

check-asan: test-images ## run the quick tests under ASan and UBSan
	@$(CONFIGURE) -S . -B $(ASAN) -DTAILCHAIN_SANITIZE=ON >/dev/null
	@$(NINJA) -C $(ASAN)
	@ctest --test-dir $(ASAN) -L quick --output-on-failure

bench-host: host ## what verify, compare and import read a second, what capture keeps up with, what a report takes
	@bench/host/verify.sh build/tailchain $(HOST)/tests/support/bin/make_capture build/bench/host
	@$(NINJA) -C $(HOST) bench-import
	@bench/host/report.sh build/tailchain $(HOST)/tests/support/bin/make_capture build/bench/host
	@bench/host/capture.sh $(CURDIR)/build/tailchain $(CURDIR)/$(HOST)/tests/support/bin/make_capture \
		$(CURDIR)/$(HOST)/tests/support/bin/pty_board build/bench/host

bench-sim: build ## guest instructions a second, here and in QEMU; whole runs, memory
	@$(CONFIGURE) -S . -B $(HOST) -DFREERTOS_KERNEL_PATH='$(KERNEL)' -DBENCH_SIM_BOARD='$(BOARD)' >/dev/null
	@$(NINJA) -C $(HOST) bench-sim

install: build ## install the command, its firmware, man pages and completion below PREFIX (/usr/local)
	@cmake --install $(HOST) --prefix '$(PREFIX)'

clean: ## remove everything that was built, the kernel included
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(firstword $(MAKEFILE_LIST))
