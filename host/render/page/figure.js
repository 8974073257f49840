// A plot with what surrounds it: caption, readout, buttons, and the keyboard.
// SPDX-License-Identifier: MIT
"use strict";

function el(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
        if (key.startsWith("on")) {
            element.addEventListener(key.slice(2), value);
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(key, value === true ? "" : value);
        }
    }
    element.append(...children.filter((c) => c !== null && c !== undefined));
    return element;
}

// Read out by a screen reader when the keyboard has moved something.
function announce(text) {
    document.getElementById("live").textContent = text;
}

// The visible stretch of an x axis, shared by the plots that show the same values.
function makeView(low, high, quantum) {
    const view = {
        plots: [],
        setFull(from, to) {
            view.full = { low: from, high: to };
            view.reset();
        },
        isWhole: () => view.low === view.full.low && view.high === view.full.high,
        zoom(from, to) {
            const { low: least, high: most } = view.full;
            const half = Math.max(to - from, Math.min(most - least, 2 * quantum)) / 2;
            const middle = (from + to) / 2;
            view.low = Math.max(least, Math.min(middle - half, most - 2 * half));
            view.high = Math.min(most, Math.max(middle + half, least + 2 * half));
            view.pad = Math.max((view.high - view.low) * 0.02, quantum);
            view.plots.forEach((plot) => plot.refresh());
        },
        reset: () => view.zoom(view.full.low, view.full.high),
        // factor below 1 zooms in, about a value that stays where it is
        scale(factor, about) {
            const at = about === null ? (view.low + view.high) / 2 : about;
            view.zoom(at - (at - view.low) * factor, at + (view.high - at) * factor);
        },
    };
    view.setFull(low, high);
    return view;
}

const xOf = (plot) => (plot.cursor >= 0 ? plot.u.data[0][plot.cursor] : null);

// Moves the cursor to a row of the data and says what is there.
function moveTo(plot, row, aloud) {
    plot.cursor = row;
    const text = row >= 0 ? plot.describe(row) : "";
    plot.readout.textContent = text;
    if (aloud && text !== "") {
        const y = plot.u.data.slice(1).map((c) => c[row]).find((v) => v !== null && v !== undefined);
        plot.u.setCursor({ left: plot.u.valToPos(plot.u.data[0][row], "x"), top: plot.u.valToPos(y, "y") }, false);
        announce(text);
    }
}

// The next row in a direction that is visible and has something to say; -1 where there is none.
function nextRow(plot, view, from, step) {
    const xs = plot.u.data[0];
    for (let row = from; row >= 0 && row < xs.length; row += step) {
        if (xs[row] >= view.low - view.pad && xs[row] <= view.high + view.pad && plot.describe(row) !== "") {
            return row;
        }
    }
    return -1;
}

function moveBy(plot, view, step, count) {
    let row = plot.cursor;
    for (let i = 0; i < count; i++) {
        const start = row < 0 ? (step > 0 ? 0 : plot.u.data[0].length - 1) : row + step;
        const next = nextRow(plot, view, start, step);
        if (next < 0) {
            break;
        }
        row = next;
    }
    moveTo(plot, row, true);
}

function sayView(plot, view) {
    announce(view.isWhole() ? "whole range" : `${grouped(view.low)} to ${grouped(view.high)} ${plot.xName}`);
}

function onKey(event, plot, view) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
    }
    const steps = event.shiftKey ? 10 : 1;
    const rows = plot.u.data[0].length;
    const actions = {
        ArrowRight: () => moveBy(plot, view, 1, steps),
        ArrowLeft: () => moveBy(plot, view, -1, steps),
        Home: () => moveTo(plot, nextRow(plot, view, 0, 1), true),
        End: () => moveTo(plot, nextRow(plot, view, rows - 1, -1), true),
        "+": () => (view.scale(0.5, xOf(plot)), sayView(plot, view)),
        "=": () => (view.scale(0.5, xOf(plot)), sayView(plot, view)),
        "-": () => (view.scale(2, xOf(plot)), sayView(plot, view)),
        0: () => (view.reset(), sayView(plot, view)),
        Escape: () => (view.reset(), sayView(plot, view)),
    };
    const action = actions[event.key];
    if (action) {
        event.preventDefault();
        action();
    }
}

function button(text, label, action) {
    return el("button", { type: "button", "aria-label": label, title: label, onclick: action }, text);
}

// make(element, view) gives a plot; options: { title, label, xName, view, make, extra (elements) }
function makeFigure(options) {
    const { title, label, view } = options;
    const readout = el("output", { class: "readout" });
    const surface = el("div", {
        class: "surface",
        tabindex: "0",
        role: "application",
        "aria-roledescription": "plot",
        "aria-label": label,
        "aria-describedby": "keys",
    });
    const zooms = el(
        "span",
        { class: "zooms", role: "group", "aria-label": `Zoom of ${title}` },
        button("+", "Zoom in", () => view.scale(0.5, null)),
        button("\u2212", "Zoom out", () => view.scale(2, null)),
        button("Reset", "Show the whole range", () => view.reset())
    );
    const caption = el("figcaption", {}, el("span", { class: "title" }, title), ...(options.extra || []), zooms);
    const figure = el("figure", { class: `plot ${options.kind}` }, caption, surface, readout);
    figure.draw = () => {
        const plot = options.make(surface, view);
        Object.assign(plot, {
            readout,
            xName: options.xName,
            reset: view.reset,
            zoom: view.zoom,
            moved: (row) => moveTo(plot, row === null || row === undefined ? -1 : row, false),
            refresh() {
                plot.cursor = -1;
                readout.textContent = "";
                plot.u.setData(plot.data(), true);
            },
        });
        makePlot(plot);
        view.plots.push(plot);
        surface.addEventListener("keydown", (event) => onKey(event, plot, view));
        figure.plot = plot;
        plots.add(plot);
    };
    return figure;
}

// Everything drawn, for a change of theme; bars keep their colour in their paths.
const plots = new Set();
const redraw = () => plots.forEach((plot) => plot.u.redraw(true));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

// Paper is light whatever the screen is.
function setPaper(isPaper) {
    document.documentElement.classList.toggle("paper", isPaper);
    redraw();
}
addEventListener("beforeprint", () => setPaper(true));
addEventListener("afterprint", () => setPaper(false));
