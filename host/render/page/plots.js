// Three plots of a measurement, drawn by uPlot: distribution, tail, and the samples in order.
// SPDX-License-Identifier: MIT
"use strict";

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const runColour = (run) => style(`--run-${run % 8}`);
const FONT = "12px system-ui, sans-serif";
const PLOT_HEIGHT = 260;

// Colours are looked up when something is drawn, so that a change of theme needs a redraw only.
function axis(extra) {
    return Object.assign(
        {
            stroke: () => style("--muted"),
            font: FONT,
            grid: { stroke: () => style("--grid"), width: 1 },
            ticks: { stroke: () => style("--grid"), width: 1, size: 4 },
            space: 46,
        },
        extra
    );
}

function valueAxis() {
    return axis({
        space: 84,
        size: 30,
        values: (u, splits) => splits.map((v) => v.toLocaleString("en-US", { maximumFractionDigits: 1 })),
    });
}

const isPowerOfTen = (v) => Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9;

function logAxis(format) {
    return axis({
        size: 58,
        space: 18,
        values: (u, splits) => splits.map((v) => (v !== null && isPowerOfTen(v) ? format(v) : "")),
        grid: {
            stroke: () => style("--grid"),
            width: 1,
            filter: (u, splits) => splits.map((v) => (isPowerOfTen(v) ? v : null)),
        },
        ticks: { show: false },
    });
}

// What all plots have in common. plot: { element, series, scales, axes, data, ... }
function makePlot(options) {
    const plot = Object.assign(options, { cursor: -1 });
    const size = () => ({ width: Math.max(200, plot.element.clientWidth), height: PLOT_HEIGHT });
    plot.u = new uPlot(
        {
            ...size(),
            padding: [plot.marks ? 22 : 10, 26, 0, 0],
            legend: { show: false },
            series: [{}, ...plot.series],
            scales: plot.scales,
            axes: plot.axes,
            cursor: {
                x: true,
                y: plot.freeCursor === true,
                drag: { x: true, y: false, setScale: false },
                points: { size: 9, width: 2, fill: () => style("--ground") },
                bind: { dblclick: () => () => (plot.reset(), null) },
                ...(plot.pick ? { dataIdx: plot.pick } : {}),
            },
            hooks: {
                draw: [(u) => plot.marks && plot.marks(u)],
                setCursor: [(u) => plot.moved(u.cursor.idx)],
                setSelect: [(u) => selected(plot, u)],
            },
        },
        plot.data(),
        plot.element
    );
    plot.u.root.setAttribute("aria-hidden", "true");
    new ResizeObserver(() => {
        if (plot.u.width !== size().width) {
            plot.u.setSize(size());
        }
    }).observe(plot.element);
    return plot;
}

// The reader has drawn a range with the mouse.
function selected(plot, u) {
    const { left, width } = u.select;
    if (width > 4) {
        plot.zoom(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
    }
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

// Dashed lines at published figures, named above the plot where the names have room. What lies beyond
// the visible stretch is named at its end.
function drawPublished(u, lines) {
    const context = u.ctx;
    const scale = devicePixelRatio;
    const { left, top, width, height } = u.bbox;
    const placed = lines.map(({ value, name }) => ({ x: Math.round(u.valToPos(value, "x", true)), value, name }));
    const visible = placed.filter(({ x }) => x >= left && x <= left + width);
    const namesOf = (points) => points.map(({ value, name }) => `${name} ${grouped(value)}`).join(", ");
    const below = namesOf(placed.filter(({ x }) => x < left));
    const above = namesOf(placed.filter(({ x }) => x > left + width));
    context.save();
    context.strokeStyle = style("--silicon");
    context.fillStyle = style("--silicon");
    context.lineWidth = scale;
    context.font = `${11 * scale}px system-ui, sans-serif`;
    context.setLineDash([4 * scale, 4 * scale]);
    let free = -Infinity;
    let end = u.ctx.canvas.width;
    const put = (text, align, x) => {
        context.textAlign = align;
        context.fillText(text, x, top - 6 * scale);
        return context.measureText(text).width + 6 * scale;
    };
    u.beyond = [];
    if (below !== "") {
        u.beyond.push(`\u2039 silicon ${below}`);
        free = left + put(u.beyond[0], "left", left);
    }
    if (above !== "") {
        u.beyond.push(`${below === "" ? "silicon " : ""}${above} \u203a`);
        end -= put(u.beyond[u.beyond.length - 1], "right", end);
    }
    visible.forEach(({ x, name }, i) => {
        context.beginPath();
        context.moveTo(x, top);
        context.lineTo(x, top + height);
        context.stroke();
        const text = i === 0 && u.beyond.length === 0 ? `silicon ${name}` : name;
        const half = context.measureText(text).width / 2;
        const at = Math.min(Math.max(x, half), end - half);
        if (at - half > free) {
            put(text, "center", at);
            free = at + half + 6 * scale;
        }
    });
    context.restore();
}

// ---- distribution ----

const BINS = 90;

function barSeries(runs) {
    const several = runs.length > 1;
    return runs.map((run) => ({
        stroke: () => runColour(run),
        fill: () => runColour(run) + (several ? "33" : "cc"),
        width: several ? 1.5 : 0,
        paths: several ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.bars({ size: [0.86, 48] }),
        points: { show: false },
        fillTo: () => 0.5,
    }));
}

// model: { lists (values a run, in the unit), runs, quantum, low, high, published }
function distributionPlot(element, model, view) {
    const plot = {
        element,
        series: barSeries(model.runs),
        scales: {
            x: { time: false, range: () => [view.low - view.pad, view.high + view.pad] },
            y: { distr: 3, range: (u, low, high) => [0.5, Math.max(10, (high || 1) * 1.6)] },
        },
        axes: [valueAxis(), logAxis((v) => (v < 1 ? "" : v.toLocaleString("en-US")))],
        marks: (u) => drawPublished(u, model.published),
        data() {
            // Bins begin at the smallest sample, or a whole number of ticks above it.
            const first = model.low + Math.max(0, Math.floor((view.low - model.low) / model.quantum + 1e-6)) * model.quantum;
            const last = Math.min(model.high, view.high);
            plot.bins = countBins(model.lists, first, Math.max(first, last), model.quantum, BINS);
            const { centres, counts, width } = plot.bins;
            if (model.runs.length > 1) {
                const edges = [...centres.map((c) => c - width / 2), centres[centres.length - 1] + width / 2];
                return [edges, ...counts.map((c) => [...c, 0].map((n) => (n === 0 ? 0.5 : n)))];
            }
            // A bar needs neighbours to know how wide it may be.
            const xs = [centres[0] - width, ...centres, centres[centres.length - 1] + width];
            return [xs, [null, ...counts[0].map((n) => (n === 0 ? null : n)), null]];
        },
        offset: model.runs.length > 1 ? 0 : 1,
        describe(index) {
            const bin = index - plot.offset;
            if (bin < 0 || bin >= plot.bins.centres.length) {
                return "";
            }
            const low = plot.bins.low + bin * plot.bins.width;
            const high = plot.bins.last(bin);
            const range = high > low + 1e-6 ? `${grouped(low)} to ${grouped(high)}` : grouped(low);
            const parts = plot.bins.counts.map((c, k) => {
                const share = c[bin] === 0 ? "" : ` (${percent(c[bin], model.lists[k].length)})`;
                return `${model.letters[k]}${grouped(c[bin])} sample${c[bin] === 1 ? "" : "s"}${share}`;
            });
            return `${range} ${model.unit}: ${parts.join(", ")}`;
        },
    };
    return plot;
}

// ---- tail ----

function tailPlot(element, model, view) {
    const tails = model.lists.map(tailOf);
    const smallest = Math.min(...model.lists.map((l) => 1 / l.length));
    const joined = align(
        tails.map((t, k) => ({ xs: t.xs, ys: t.above.map((n) => n / model.lists[k].length) }))
    );
    const few = joined.order.length <= 120;
    const plot = {
        element,
        series: model.runs.map((run) => ({
            stroke: () => runColour(run),
            width: 2,
            spanGaps: true,
            paths: uPlot.paths.stepped({ align: -1 }),
            points: { show: few, size: 5, fill: () => runColour(run), stroke: () => runColour(run) },
        })),
        scales: {
            x: { time: false, range: () => [view.low - view.pad, view.high + view.pad] },
            y: { distr: 3, range: () => [smallest / 1.6, 1.5] },
        },
        axes: [valueAxis(), logAxis((v) => (v > 1 ? "" : `${+(v * 100).toPrecision(1)} %`))],
        marks: (u) => drawPublished(u, model.published.filter((p) => /p99|max/.test(p.name))),
        data: () => joined.table,
        describe(index) {
            const [x, k] = joined.order[index];
            const n = model.lists[k].length;
            const above = Math.round(joined.table[1 + k][index] * n);
            return `${model.letters[k]}${grouped(above)} of ${grouped(n)} samples (${percent(above, n)}) are ${grouped(x)} ${model.unit} or more`;
        },
    };
    return plot;
}

// ---- samples in order ----

// model.groups: { name, text, colour, size, has(index) } of the only run, for points of their own.
function samplesPlot(element, model, view) {
    const groups = model.groups;
    const plot = {
        element,
        series: [],
        scales: { x: { time: false, range: () => [view.low - view.pad, view.high + view.pad] }, y: { range: around } },
        axes: [valueAxis(), axis({ size: 58, values: (u, splits) => splits.map((v) => v.toLocaleString("en-US")) })],
        data() {
            const lists = [];
            model.lists.forEach((values, k) => {
                const kinds = k === 0 && groups.length !== 0 ? groups : [{ has: () => true }];
                for (const kind of kinds) {
                    const list = { xs: [], ys: [], index: [] };
                    for (let i = 0; i < values.length; i++) {
                        if (kind.has(i)) {
                            list.xs.push(plot.fold ? plot.fold(i) : i);
                            list.ys.push(values[i]);
                            list.index.push(i);
                        }
                    }
                    lists.push({ ...list, run: k });
                }
            });
            plot.lists = lists;
            plot.joined = align(lists);
            return plot.joined.table;
        },
        describe(index) {
            const [x, list, i] = plot.joined.order[index];
            const { run, ys, index: at } = plot.lists[list];
            const place = plot.fold ? `, ${grouped(x)} ticks into the period` : "";
            const more = groups.length !== 0 && groups[list].text ? groups[list].text(at[i]) : "";
            const cause = more === "" ? "" : `, ${more}`;
            return `${model.letters[run]}sample ${grouped(at[i])}: ${grouped(ys[i])} ${model.unit}${place}${cause}`;
        },
    };
    const point = (colour, size) => ({
        stroke: colour,
        width: 0,
        paths: () => null,
        points: { show: true, size, width: 0, fill: colour, stroke: colour },
    });
    model.runs.forEach((run, k) => {
        if (k === 0 && groups.length !== 0) {
            groups.forEach((g) => plot.series.push(point(() => style(g.colour), g.size)));
        } else {
            plot.series.push(point(() => runColour(run) + "b0", 4));
        }
    });
    return plot;
}

// A little air around what is visible; a constant keeps a scale, too.
function around(u, low, high) {
    if (low === null || high === null) {
        return [0, 1];
    }
    const air = Math.max((high - low) * 0.06, 2);
    return [Math.max(0, low - air), high + air];
}
