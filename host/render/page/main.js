// The page as a whole: reads the data, fills the sections as they come into view.
// SPDX-License-Identifier: MIT
"use strict";

let unit = report.unit;

// ---- data ----

function prepare() {
    const byId = new Map(report.items.map((item) => [item.id, item]));
    report.items.forEach((item) => {
        item.first = item.first ? byId.get(item.first) : null;
        item.series.forEach((series) => {
            series.values = unpack(series);
            if (series.causes) {
                series.causes = series.causes.map((c) => causeFrom(c));
            }
        });
    });
}

// { name, every, drawn, samples: [index, ...], texts, which: [index of a text, ...] or [] } as a cause
// that can be asked.
function causeFrom({ name, every, drawn, samples, texts, which }) {
    // A sample may have several entries: each interrupt is one.
    const place = new Map();
    samples.forEach((index, k) => place.set(index, [...(place.get(index) || []), texts[which[k]] || ""]));
    const text = (index) => {
        const more = place.get(index).filter((t) => t !== "");
        return more.length !== 0 ? `${name}: ${more.join("; ")}` : name;
    };
    return {
        name,
        every,
        drawn,
        has: (index) => every || place.has(index),
        text: every ? () => `${name}, as in every sample` : text,
    };
}

// ---- the range of each measurement, in the overview ----

// All on one logarithmic axis of ns, so that lengths can be compared down the table.
function drawRanges() {
    const all = report.items.flatMap((item) => item.series.flatMap((s) => s.ns)).filter((v) => v > 0);
    const low = Math.log10(Math.min(...all)) - 0.05;
    const high = Math.log10(Math.max(...all)) + 0.05;
    const place = (ns) => (100 * (Math.log10(Math.max(ns, 1)) - low)) / (high - low);
    document.querySelectorAll("td.range").forEach((cell) => {
        const series = report.items[cell.dataset.item].series.find((s) => s.run === Number(cell.dataset.run));
        if (series) {
            cell.append(rangeOf(series, place));
        }
    });
}

function rangeOf(series, place) {
    const [min, avg, p99, max] = series.ns.map(place);
    const part = (name, from, to) => el("span", { class: name, style: `left: ${from}%; width: max(2px, ${to - from}%)` });
    const strip = el(
        "span",
        { class: "strip", "aria-hidden": "true", style: `--colour: var(--run-${series.run % 8})` },
        part("whole", min, max),
        part("most", min, p99),
        el("span", { class: "average", style: `left: ${avg}%` })
    );
    if (series.published && series.published.ns[1] !== 0) {
        strip.append(el("span", { class: "theirs", title: "silicon: avg", style: `left: ${place(series.published.ns[1])}%` }));
    }
    return strip;
}

// ---- downloads ----

const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function samplesCsv() {
    const lines = ["run,phase,name,index,ticks,ns"];
    report.items.forEach((item) =>
        item.series.forEach((series) => {
            const names = [report.runs[series.run].name, item.phase || "", item.name].map(quoted).join(",");
            exactTexts(series).forEach((ticks, i) => {
                const ns = series.hz === 0 ? "" : (BigInt(ticks) * 1000000000n) / BigInt(series.hz);
                lines.push(`${names},${i},${ticks},${ns}`);
            });
        })
    );
    return lines.join("\r\n") + "\r\n";
}

function download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// ---- unit, sections ----

// A section is filled when it comes near; one that was filled is filled anew for another unit.
const sections = new Map();

function fill(section) {
    const state = sections.get(section);
    if (state.unit !== unit) {
        state.unit = unit;
        fillSection(state.item, section, unit);
    }
}

const watcher = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((e) => fill(e.target)), {
    rootMargin: "600px",
});

const fillAll = () => sections.forEach((_, section) => fill(section));

// Sections grow when they are filled, and would push the one that a link leads to out of sight.
function goToHash() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (sections.has(target)) {
        fillAll();
        target.scrollIntoView();
    }
}

function setUnit(wanted) {
    unit = wanted;
    document.body.dataset.unit = wanted;
    document.querySelectorAll("[data-set-unit]").forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.setUnit === wanted)));
    sections.forEach((state, section) => {
        watcher.unobserve(section);
        watcher.observe(section);
    });
}

function addSections() {
    const place = document.getElementById("measurements");
    report.items.forEach((item) => {
        const section = makeSection(item);
        sections.set(section, { item, unit: null });
        place.append(section);
    });
}

prepare();
drawRanges();
addSections();
setUnit(unit);
addEventListener("hashchange", goToHash);
addEventListener("beforeprint", fillAll);
goToHash();
document.querySelectorAll("[data-set-unit]").forEach((b) => b.addEventListener("click", () => setUnit(b.dataset.setUnit)));
document.getElementById("get-samples").addEventListener("click", () => download(`${report.file}.samples.csv`, samplesCsv()));
document.getElementById("get-statistics").addEventListener("click", () => download(`${report.file}.csv`, report.statistics));
document.body.dataset.ready = "true";
