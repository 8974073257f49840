/* Records windows through the simulator's public interface.
 * SPDX-License-Identifier: MIT
 */
#include "windows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "host/core/image/image.h"
#include "kernel_layout.h"
#include "sim/sim.h"

#define LIMIT_NS UINT64_C(20000000000)
#define TIMER_SIGNAL "tim2.cc1"

struct open_window {
    uint32_t begin_address, end_address; /* begin 0: at the timer's signal */
    bool open;
    struct window window;
};

struct recording {
    struct windows *windows;
    struct sim *sim;
    struct kernel_layout layout;
    struct open_window open[WINDOW_LISTS];
    uint32_t tick_address, switch_address;
    uint64_t last_tick;
    uint32_t leaving; /* the task that was current when a switch began, 0 for none */
    uint32_t stamp;   /* the label whose load has begun and has not read yet, 0 for none */
};

static void give_up(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(2);
}

static uint32_t word_at(const struct recording *r, uint32_t address)
{
    uint32_t word;
    if (!sim_peek(r->sim, address, &word, sizeof word))
        give_up("the kernel's data lies outside the memories");
    return word;
}

static struct windows_task running_task(const struct recording *r)
{
    struct windows_task task = {0};
    uint32_t current = word_at(r, r->layout.current);
    if (current == 0) /* the kernel has not started */
        return task;
    task.priority = word_at(r, current + r->layout.priority);
    if (!sim_peek(r->sim, current + r->layout.name, task.name, sizeof task.name - 1))
        give_up("a task lies outside the memories");
    return task;
}

/* ---- events ---- */

static void count_switch(struct recording *r)
{
    if (r->leaving == 0 || word_at(r, r->layout.current) == r->leaving)
        return;
    for (int i = 0; i < WINDOW_LISTS; i++)
        r->open[i].window.switches++;
    r->leaving = 0;
}

static void count_tick(struct recording *r, uint64_t cycle)
{
    for (int i = 0; i < WINDOW_LISTS; i++)
        r->open[i].window.ticks++;
    r->last_tick = cycle;
}

static void open_window(struct recording *r, struct open_window *open, uint64_t cycle)
{
    open->open = true;
    open->window = (struct window){
        .begin = cycle, .opener = running_task(r), .since_tick = cycle - r->last_tick};
}

static void close_window(struct recording *r, int index, uint64_t cycle)
{
    struct open_window *open = &r->open[index];
    struct window_list *list = &r->windows->lists[index];
    if (!open->open)
        return;
    open->open = false;
    open->window.end = cycle;
    open->window.closer = running_task(r);
    list->list = xgrow(list->list, &list->capacity, list->count + 1, sizeof *list->list);
    list->list[list->count++] = open->window;
}

static void on_probe(void *context, uint32_t address, uint64_t cycle)
{
    struct recording *r = context;
    count_switch(r);
    if (address == r->switch_address)
        r->leaving = word_at(r, r->layout.current);
    if (address == r->tick_address)
        count_tick(r, cycle);
    for (int i = 0; i < WINDOW_LISTS; i++)
        if (address == r->open[i].end_address || address == r->open[i].begin_address)
            r->stamp = address;
}

/* A stamp is what its load reads. Its fetch and the bus come before that: the label is too early by
 * them wherever the line of the load has left the cache. */
static void on_counter(void *context, uint64_t cycle)
{
    struct recording *r = context;
    uint32_t stamp = r->stamp;
    r->stamp = 0;
    if (stamp == 0)
        return;
    for (int i = 0; i < WINDOW_LISTS; i++) {
        if (stamp == r->open[i].end_address)
            close_window(r, i, cycle);
        if (stamp == r->open[i].begin_address)
            open_window(r, &r->open[i], cycle);
    }
}

static void on_signal(void *context, const char *name, uint64_t cycle)
{
    struct recording *r = context;
    if (strcmp(name, TIMER_SIGNAL) != 0)
        return;
    for (int i = SECTION_A_METRICS; i < WINDOW_LISTS; i++)
        open_window(r, &r->open[i], cycle);
}

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    struct recording *r = context;
    char c = (char)byte;
    (void)usart;
    (void)cycle;
    intake_feed(&r->windows->intake, &c, 1);
    if (c == '\n' && r->windows->intake.parser.last != NULL)
        sim_stop_request(r->sim);
}

/* ---- the run ---- */

static uint32_t find(const struct image *image, const char *name)
{
    uint32_t address;
    if (!image_find(image, name, &address)) {
        fprintf(stderr, "no symbol %s\n", name);
        exit(2);
    }
    return address;
}

static void find_window(struct recording *r, const struct image *image, int index, const char *name)
{
    struct open_window *open = &r->open[index];
    char label[96];
    r->windows->lists[index].name = name;
    snprintf(label, sizeof label, "window_end_%s", name);
    open->end_address = find(image, label);
    if (index >= SECTION_A_METRICS)
        return;
    snprintf(label, sizeof label, "window_begin_%s", name);
    /* A slice begins where the one before it ended. */
    if (!image_find(image, label, &open->begin_address))
        open->begin_address = open->end_address;
}

static struct sim *make_board(const struct image *image)
{
    struct sim_config config = {.machine = image->note[NOTE_MACHINE]};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    for (size_t i = 0; sim != NULL && i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        if (!sim_load(sim, segment->load_address, segment->bytes, segment->file_size, &error))
            give_up(error.text);
    }
    if (sim == NULL)
        give_up(error.text);
    return sim;
}

static void probe(struct recording *r, uint32_t address)
{
    struct sim_error error;
    if (address != 0 && !sim_probe(r->sim, address, &error))
        give_up(error.text);
}

void windows_record(struct windows *windows, const char *image_path)
{
    struct image image;
    struct error error;
    struct recording r = {.windows = windows};
    *windows = (struct windows){0};
    intake_init(&windows->intake, &windows->session);
    if (!image_open(&image, image_path, &error))
        give_up(error.text);
    if (!kernel_layout_read(&r.layout, &image))
        give_up("the image has no debug data of the kernel");
    for (int i = 0; i < SECTION_A_METRICS; i++)
        find_window(&r, &image, i, wire_metrics[i].name);
    for (int i = 0; i < WIRE_PAIRS; i++)
        find_window(&r, &image, SECTION_A_METRICS + i, wire_pairs[i].name);
    r.tick_address = find(&image, "SysTick_Handler");
    r.switch_address = find(&image, "vTaskSwitchContext");
    r.sim = make_board(&image);
    sim_observe(r.sim, &(struct sim_observer){.context = &r,
                                              .uart = on_uart,
                                              .probe = on_probe,
                                              .counter = on_counter,
                                              .signal = on_signal});
    probe(&r, r.tick_address);
    probe(&r, r.switch_address);
    for (int i = 0; i < WINDOW_LISTS; i++) {
        probe(&r, r.open[i].begin_address);
        probe(&r, r.open[i].end_address);
    }
    sim_reset(r.sim);
    struct sim_stop stop = sim_run(r.sim, LIMIT_NS);
    if (stop.reason != SIM_STOP_REQUESTED)
        give_up(stop.reason == SIM_STOP_LIMIT ? "no END in time" : stop.text);
    intake_end(&windows->intake);
    sim_destroy(r.sim);
    image_close(&image);
}

void windows_free(struct windows *windows)
{
    for (int i = 0; i < WINDOW_LISTS; i++)
        free(windows->lists[i].list);
    session_free(&windows->session);
}
