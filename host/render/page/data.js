// The samples as the page carries them, and what is counted from them. No DOM in here.
// SPDX-License-Identifier: MIT
"use strict";

const report = JSON.parse(document.getElementById("data").textContent);

// A series is `base` plus `width` bytes a sample, little-endian, in base64; width 0 is a constant.
function unpack(series) {
    const values = new Float64Array(series.count);
    const base = Number(series.base);
    if (series.width === 0) {
        return values.fill(base);
    }
    const bytes = bytesOf(series);
    for (let i = 0, at = 0; i < values.length; i++) {
        let offset = 0;
        for (let k = 0, scale = 1; k < series.width; k++, scale *= 256) {
            offset += bytes[at++] * scale;
        }
        values[i] = base + offset;
    }
    return values;
}

function bytesOf(series) {
    return Uint8Array.from(atob(series.data), (c) => c.charCodeAt(0));
}

// The same as decimal text, exact also beyond 2^53.
function exactTexts(series) {
    const base = BigInt(series.base);
    const bytes = series.width === 0 ? null : bytesOf(series);
    return Array.from({ length: series.count }, (_, i) => {
        let offset = 0n;
        for (let k = series.width - 1; k >= 0; k--) {
            offset = offset * 256n + BigInt(bytes[i * series.width + k]);
        }
        return (base + offset).toString();
    });
}

// What one tick is in a unit, and back. ns are converted at the nominal clock.
const unitScale = (series, unit) => (unit === "ticks" || series.hz === 0 ? 1 : 1e9 / series.hz);

const grouped = (value) => Math.floor(value + 1e-6).toLocaleString("en-US");

const percent = (part, whole) => {
    const value = (100 * part) / whole;
    return `${value >= 10 ? value.toFixed(1) : value.toPrecision(2)} %`;
};

// Samples counted in equal bins over [low, high]. quantum: one tick in the unit at hand; no bin is
// narrower. Returns centres (the middle of the values that a bin can hold), edges and counts.
function countBins(lists, low, high, quantum, most) {
    const ticks = Math.max(0, Math.round((high - low) / quantum));
    const width = quantum * Math.max(1, Math.ceil((ticks + 1) / most));
    const bins = Math.max(1, Math.ceil((ticks + 1) * quantum / width - 1e-9));
    const centres = Array.from({ length: bins }, (_, i) => low + i * width + (width - quantum) / 2);
    const counts = lists.map((values) => {
        const count = new Array(bins).fill(0);
        for (const value of values) {
            const bin = Math.floor((value - low) / width + 1e-6);
            if (bin >= 0 && bin < bins) {
                count[bin]++;
            }
        }
        return count;
    });
    return { low, width, centres, counts, last: (i) => low + (i + 1) * width - quantum };
}

// Distinct values in order, and how many samples are at or above each.
function tailOf(values) {
    const sorted = Float64Array.from(values).sort();
    const xs = [];
    const above = [];
    for (let i = 0; i < sorted.length; i++) {
        if (i === 0 || sorted[i] !== sorted[i - 1]) {
            xs.push(sorted[i]);
            above.push(sorted.length - i);
        }
    }
    return { xs, above };
}

// Lists of points on one x axis, as uPlot wants them: x in order, a column a list, gaps undefined.
function align(lists) {
    const order = [];
    lists.forEach((list, k) => list.xs.forEach((x, i) => order.push([x, k, i])));
    order.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const table = [order.map((p) => p[0])];
    lists.forEach(() => table.push(new Array(order.length).fill(null)));
    order.forEach(([, k, i], row) => {
        table[1 + k][row] = lists[k].ys[i];
    });
    return { table, order };
}

// Indices of the largest samples, the largest first; of equals the earliest first.
function largest(values, most) {
    const order = Array.from(values.keys());
    order.sort((a, b) => values[b] - values[a] || a - b);
    return order.slice(0, most);
}
