// The section of one measurement: its numbers, its plots, its largest samples.
// SPDX-License-Identifier: MIT
"use strict";

const STATISTICS = ["min", "avg", "p99", "max"];
const several = report.runs.length > 1;
const letterOf = (run) => (several ? `${report.runs[run].letter}: ` : "");

function toUnit(values, series, unit) {
    const scale = unitScale(series, unit);
    return scale === 1 ? values : values.map((v) => v * scale);
}

function row(heading, cells, extra) {
    return el("tr", extra || {}, el("th", { scope: "row" }, heading), ...cells.map((c) => el("td", {}, c)));
}

function swatch(run) {
    return el("span", { class: "swatch", style: `background: var(--run-${run % 8})` });
}

function runName(run) {
    const name = report.runs[run].letter ? `${report.runs[run].letter} ` : "";
    return several ? el("span", {}, swatch(run), name) : "here";
}

// A table that scrolls by itself where the screen is narrow, also by the keyboard.
function scrolled(label, table) {
    return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

// ---- numbers ----

function numbersTable(item, unit) {
    const head = el("tr", {}, el("td", {}), ...["n", ...STATISTICS].map((s) => el("th", { scope: "col" }, s)));
    const rows = item.series.flatMap((series) => {
        const ours = row(runName(series.run), [series.n, ...series[unit]].map(grouped));
        const theirs = series.published && row("silicon", ["", ...series.published[unit].map((v) => (v === 0 ? "" : grouped(v)))], { class: "silicon" });
        const gap = series.published && row("difference", ["", ...series.published.difference], { class: "gap" });
        return [ours, theirs, gap].filter(Boolean);
    });
    return el(
        "table",
        { class: "numbers" },
        el("caption", {}, unit === "ticks" ? "Ticks" : "Nanoseconds"),
        el("thead", {}, head),
        el("tbody", {}, ...rows)
    );
}

// ---- causes ----

const UNKNOWN = "unknown";
const NO_CAUSE = "no tick, other interrupt or masking in it";

// What the run's own record says happened in a sample's window; never a guess.
function causeOf(series, index) {
    if (!series.causes) {
        return UNKNOWN;
    }
    const of = (causes) => causes.filter((c) => c.has(index)).map((c) => c.text(index));
    const own = of(series.causes.filter((c) => !c.every));
    const found = own.length !== 0 ? own : of(series.causes.filter((c) => c.every));
    return found.length !== 0 ? found.join("; ") : series.traced ? NO_CAUSE : UNKNOWN;
}

// How much of a pair's second sample was late before the interrupt was served.
function lateBefore(item, series, index) {
    const first = item.first && item.first.series.find((s) => s.run === series.run);
    if (!first || !first.values || first.count !== series.count) {
        return null;
    }
    const whole = series.values[index] - series.mode;
    const before = first.values[index] - first.mode;
    return `${signed(before)} before the ISR's read, ${signed(whole - before)} after`;
}

const signed = (v) => (v < 0 ? `\u2212${grouped(-v)}` : `+${grouped(v)}`);

const WORST = 8;

function worstTable(item, series, unit) {
    const scale = unitScale(series, unit);
    const withPlace = largest(series.values, 1).some((i) => lateBefore(item, series, i) !== null);
    const heads = ["sample", unit, "over the most common", ...(withPlace ? ["where (ticks)"] : []), "cause"];
    const above = largest(series.values, WORST).filter((i) => series.values[i] > series.mode);
    if (above.length === 0) {
        return el("p", { class: "none" }, `${letterOf(series.run)}no sample is above the most common value.`);
    }
    const rows = above.map((i) => {
        const over = series.values[i] - series.mode;
        const cells = [grouped(series.values[i] * scale), signed(over * scale)];
        if (withPlace) {
            cells.push(lateBefore(item, series, i) || "");
        }
        return row(grouped(i), [...cells, causeOf(series, i)]);
    });
    const name = several ? `Largest samples of run ${report.runs[series.run].letter}` : "Largest samples";
    return scrolled(
        `${name}, ${item.label}`,
        el(
            "table",
            { class: "worst" },
            el("caption", {}, several ? swatch(series.run) : null, name),
            el("thead", {}, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, h)))),
            el("tbody", {}, ...rows)
        )
    );
}

// ---- the distribution as a table, for who cannot see it ----

function distributionTable(item, model) {
    const body = el("tbody");
    const lists = model.lists.map(tailOf);
    const values = [...new Set(lists.flatMap((t) => t.xs))].sort((a, b) => a - b);
    const bins = countBins(model.lists, model.low, model.high, model.quantum, 60);
    const single = values.length <= 60;
    const ranges = single ? values.map((v) => [v, v]) : bins.centres.map((_, i) => [bins.low + i * bins.width, bins.last(i)]);
    ranges.forEach(([low, high]) => {
        const counts = model.lists.map((l) => l.filter((v) => v >= low - 1e-6 && v <= high + 1e-6).length);
        if (counts.some((c) => c !== 0)) {
            const above = model.lists.map((l) => l.filter((v) => v >= low - 1e-6).length);
            const cells = counts.flatMap((c, k) => [grouped(c), percent(above[k], model.lists[k].length)]);
            body.append(row(high > low + 1e-6 ? `${grouped(low)} to ${grouped(high)}` : grouped(low), cells));
        }
    });
    const heads = model.letters.flatMap((l) => [`${l}samples`, `${l}at or above`]);
    return el(
        "table",
        { class: "numbers" },
        el("caption", {}, `Distribution of ${item.label}`),
        el("thead", {}, el("tr", {}, ...[model.unit, ...heads].map((h) => el("th", { scope: "col" }, h)))),
        body
    );
}

function dataDetails(item, model) {
    const details = el("details", { class: "data" }, el("summary", {}, "Distribution as a table"));
    details.addEventListener("toggle", () => {
        if (details.open && details.childElementCount === 1) {
            details.append(scrolled(`Distribution of ${item.label}`, distributionTable(item, model)));
        }
    });
    return details;
}

// ---- plots ----

function modelOf(item, unit) {
    const shown = item.series.filter((s) => s.count !== 0);
    const lists = shown.map((s) => toUnit(s.values, s, unit));
    const published = []; // 0 where it was not
    const board = shown.find((s) => s.published);
    if (board) {
        STATISTICS.forEach((name, i) => published.push({ value: board.published[unit][i], name }));
    }
    return {
        unit,
        lists,
        published: joinEqual(published.filter((p) => p.value !== 0)),
        runs: shown.map((s) => s.run),
        letters: shown.map((s) => letterOf(s.run)),
        quantum: Math.max(...shown.map((s) => unitScale(s, unit))),
        low: Math.min(...lists.map((l) => l.reduce((a, b) => Math.min(a, b)))),
        high: Math.max(...lists.map((l) => l.reduce((a, b) => Math.max(a, b)))),
        groups: several ? [] : groupsOf(shown[0]),
    };
}

// "min, avg" where both stand at one value.
function joinEqual(published) {
    const joined = [];
    published.forEach((p) => {
        const last = joined[joined.length - 1];
        if (last && last.value === p.value) {
            last.name += `, ${p.name}`;
        } else {
            joined.push({ ...p });
        }
    });
    return joined;
}

// Points of the samples in order: by what happened in their windows where the run knows, else what
// lies beyond the 99th percentile by itself. text(index) says more, or nothing.
function groupsOf(series) {
    const own = (series.causes || []).filter((c) => !c.every);
    const causes = own.filter((c) => c.drawn);
    const others = own.filter((c) => !c.drawn);
    const text = (i) => others.filter((c) => c.has(i)).map((c) => c.text(i)).join("; ");
    if (causes.length === 0) {
        const p99 = series.ticks[2];
        const tail = (i) => series.values[i] > p99;
        return [
            { text, colour: "--run-0", size: 4, has: (i) => !tail(i) },
            { text, colour: "--run-0", size: 7, has: tail },
        ];
    }
    const groups = causes.map((c, i) => ({
        name: c.name,
        text: c.text,
        colour: `--cause-${i % 4}`,
        size: 7,
        // A sample with two causes is one point, of the first.
        has: (index) => c.has(index) && !causes.slice(0, i).some((other) => other.has(index)),
    }));
    const none = { name: series.traced ? "neither" : "unknown", text, colour: "--run-0", size: 4 };
    return [{ ...none, has: (index) => !causes.some((c) => c.has(index)) }, ...groups];
}

function summaryOf(item) {
    return item.series
        .map((s) => `${letterOf(s.run)}${grouped(s.n)} samples, ${STATISTICS.map((n, i) => `${n} ${grouped(s.ticks[i])}`).join(", ")} ticks`)
        .join("; ");
}

function legend(groups) {
    return el("ul", { class: "legend" }, ...groups.map((g) => el("li", {}, el("span", { class: "swatch", style: `background: var(${g.colour})` }), g.name)));
}

// By the place in the kernel tick's period: what the tick disturbs stands still in it.
function foldButton(item, view, figure) {
    if (!item.period_ticks || !item.tick_ticks) {
        return [];
    }
    const toggle = el("button", { type: "button", "aria-pressed": "false", title: "Order the samples by their place in the kernel tick's period" }, "Fold by tick");
    toggle.addEventListener("click", () => {
        const plot = figure().plot;
        const on = toggle.getAttribute("aria-pressed") !== "true";
        toggle.setAttribute("aria-pressed", String(on));
        plot.fold = on ? (i) => (i * item.period_ticks) % item.tick_ticks : null;
        plot.xName = on ? "ticks into the period" : "samples";
        view.setFull(0, on ? item.tick_ticks : view.count - 1);
    });
    return [toggle];
}

function samplesFigure(item, model) {
    const count = Math.max(...model.lists.map((l) => l.length));
    const view = makeView(0, count - 1, 1);
    view.count = count;
    const figure = makeFigure({
        kind: "wide",
        title: "Samples in order",
        label: `Samples of ${item.label} in order: ${summaryOf(item)}`,
        xName: "samples",
        view,
        make: (element, v) => samplesPlot(element, model, v),
        extra: foldButton(item, view, () => figure),
    });
    const shown = several ? model.runs.map((run) => ({ name: report.runs[run].letter, colour: `--run-${run % 8}` })) : model.groups;
    if (shown.some((g) => g.name)) {
        figure.append(legend(shown));
    }
    return figure;
}

function plotsOf(item, model) {
    const view = makeView(model.low, model.high, model.quantum);
    const label = (what) => `${what} of ${item.label}: ${summaryOf(item)}`;
    return [
        makeFigure({ kind: "half", title: "Distribution", label: label("Distribution"), xName: model.unit, view, make: (e, v) => distributionPlot(e, model, v) }),
        makeFigure({ kind: "half", title: "Share of samples at or above", label: label("Tail"), xName: model.unit, view, make: (e, v) => tailPlot(e, model, v) }),
        samplesFigure(item, model),
    ];
}

// ---- the section ----

function fillSection(item, section, unit) {
    section.querySelectorAll("figure").forEach((f) => f.plot && (plots.delete(f.plot), f.plot.u.destroy()));
    const body = el("div", { class: "body" }, scrolled(`Statistics of ${item.label}`, numbersTable(item, unit)));
    section.querySelector(".body").replaceWith(body);
    const shown = item.series.filter((s) => s.count !== 0);
    if (shown.length === 0) {
        body.append(el("p", { class: "none" }, "No samples: the statistics are as the board sent them, so there is nothing to plot."));
        return;
    }
    const model = modelOf(item, unit);
    if (model.low === model.high) {
        body.append(el("p", { class: "none" }, `Every sample is ${grouped(model.low)} ${unit}: there is nothing to plot.`));
        return;
    }
    const figures = plotsOf(item, model);
    body.append(el("div", { class: "plots" }, ...figures), ...shown.map((s) => worstTable(item, s, unit)), dataDetails(item, model));
    figures.forEach((figure) => figure.draw());
}

function makeSection(item) {
    return el(
        "section",
        { class: "item", id: item.id, "aria-labelledby": `${item.id}-title` },
        el("h3", { id: `${item.id}-title` }, item.phase ? el("span", { class: "phase" }, `${item.phase} `) : null, item.name),
        item.meaning ? el("p", { class: "meaning" }, item.meaning) : null,
        el("div", { class: "body" })
    );
}
