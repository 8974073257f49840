// The page of a history: a plot for each measurement, a point a run.
// SPDX-License-Identifier: MIT
"use strict";

const valueText = (v) => v.toLocaleString("en-US", { maximumFractionDigits: 4 });
const runText = (run) => [`run ${run.id}`, run.commit && `commit ${run.commit.slice(0, 12)}`, run.label].filter(Boolean).join(", ");

// A dashed line before the first run that is different.
function drawChange(u, at) {
    const context = u.ctx;
    const scale = devicePixelRatio;
    const x = Math.round(u.valToPos(at - 0.5, "x", true)) + 0.5; // on pixels, not between them
    const { left, top, width, height } = u.bbox;
    if (x < left || x > left + width) {
        return;
    }
    context.save();
    context.strokeStyle = style("--silicon");
    context.fillStyle = style("--silicon");
    context.lineWidth = scale;
    context.font = `${11 * scale}px system-ui, sans-serif`;
    context.setLineDash([4 * scale, 4 * scale]);
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
    const half = context.measureText("changed").width / 2;
    context.textAlign = "center";
    context.fillText("changed", Math.min(Math.max(x, half), context.canvas.width - half), top - 6 * scale);
    context.restore();
}

// Runs that are equal stand in the middle; else the smallest change fills the plot.
function aroundRuns(u, low, high) {
    const air = high > low ? (high - low) * 0.15 : 1;
    return [low - air, high + air];
}

function trendPlot(element, trend, view) {
    const { runs } = trend;
    return {
        element,
        series: [
            {
                stroke: () => runColour(0),
                width: 1.5,
                paths: uPlot.paths.stepped({ align: 1 }),
                points: { show: true, size: 6, width: 0, fill: () => runColour(0), stroke: () => runColour(0) },
            },
        ],
        scales: { x: { time: false, range: () => [view.low - view.pad, view.high + view.pad] }, y: { range: aroundRuns } },
        axes: [
            axis({ space: 50, size: 30, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000], values: (u, splits) => splits.map((v) => (runs[v] ? String(runs[v].id) : "")) }),
            axis({ size: 72, values: (u, splits) => splits.map((v) => v.toLocaleString("en-US")) }),
        ],
        marks: (u) => trend.change !== null && drawChange(u, trend.change),
        data: () => [runs.map((_, i) => i), runs.map((r) => r.value)],
        describe: (index) => `${runText(runs[index])}: ${valueText(runs[index].value)} ticks`,
    };
}

function runsTable(trend) {
    const cells = (run) => [run.commit, run.label, run.added, valueText(run.value)].map((c) => el("td", {}, c));
    return el(
        "table",
        { class: "worst" },
        el("caption", {}, `Runs of ${trend.metric}`),
        el("thead", {}, el("tr", {}, ...["run", "commit", "label", "added", `${trend.statistic}, ticks`].map((h) => el("th", { scope: "col" }, h)))),
        el("tbody", {}, ...trend.runs.map((run) => el("tr", {}, el("th", { scope: "row" }, String(run.id)), ...cells(run))))
    );
}

function trendSection(trend, k) {
    const view = makeView(0, Math.max(trend.runs.length - 1, 1), 1);
    const figure = makeFigure({
        kind: "wide",
        title: `${trend.statistic}, ticks, by run`,
        label: `${trend.metric}, ${trend.statistic}, in ${trend.runs.length} runs. ${trend.text}`,
        xName: "runs",
        view,
        make: (element, v) => trendPlot(element, trend, v),
    });
    const left = trend.left_out === 0 ? "" : ` ${trend.left_out} runs of other configurations are left out.`;
    const section = el(
        "section",
        { class: "item", id: `t${k}`, "aria-labelledby": `t${k}-title` },
        el("h3", { id: `t${k}-title` }, trend.metric),
        el("p", { class: "meaning" }, trend.text + left),
        el("div", { class: "plots" }, figure),
        el("details", { class: "data" }, el("summary", {}, "Runs as a table"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Runs of ${trend.metric}` }, runsTable(trend)))
    );
    return { section, figure };
}

const sections = report.trends.map(trendSection);
document.getElementById("measurements").append(...sections.map((s) => s.section));
sections.forEach((s) => s.figure.draw());
document.body.dataset.ready = "true";
