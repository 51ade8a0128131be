// Lists of which a window of rows is rendered: `data-window="300 1000000"`, the index of the first row that is rendered and the number of all. Spacers stand for the
// others. Which rows are to be rendered is told as an event of the list as the visitor scrolls, and what is seen does not move when they come.
//
// Browsers' tallest element has some 17 million pixels. A list that would be taller than this is so tall, and the scroll bar's place in it says which of its rows
// are seen, while those that are rendered scroll by pixels.
const tallest = 8_000_000;

// How long the rows that were asked for are waited for, in milliseconds.
const patience = 2_000;

// What is known of a list: its spacers, `above` and `below`, the `mean` height of its rows, and the first row that was `asked` for last, and when (`since`).
const windows = new WeakMap();

let isCheckDue;

const windowedLists = () => [...page.querySelectorAll("[data-window]")];
const rowsIn = (list) => [...list.children].filter((row) => !row.hasAttribute("data-elmwood"));
// The index of the first row that is rendered, and the number of all rows.
const extentOf = (list) => list.getAttribute("data-window").split(" ").map(Number);

// What scrolls a list, and the upper and lower edge of what is seen of it.
function frameOf(list) {
    for (let element = list.parentElement; element && element != page.body && element != root; element = element.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
        const { top } = element.getBoundingClientRect();
        return { scroller: element, top: top + element.clientTop, height: element.clientHeight };
    }
    return { scroller: page.scrollingElement, top: 0, height: innerHeight };
}

// Makes a spacer beside a list. The server does not know it.
function spacer(list) {
    const isTable = /^(tbody|thead|tfoot)$/.test(list.localName);
    const element = make([isTable ? "tbody" : "div", { "data-elmwood": 1, "aria-hidden": "true", class: "elmwood-spacer" }, ...(isTable ? [["tr", ["td"]]] : [])], list.parentNode);
    const inner = isTable ? element.querySelector("td") : element;
    if (isTable) inner.style.cssText = "padding:0;border:0";
    return { element, inner };
}

// Sets the heights of the spacers of a list.
function layOut(list) {
    const [start, count] = extentOf(list);
    const { length } = rowsIn(list);
    const known = windows.get(list) ?? { above: spacer(list), below: spacer(list) };
    windows.set(list, known);
    if (known.above.element.nextSibling != list) list.before(known.above.element);
    if (known.below.element.previousSibling != list) list.after(known.below.element);
    const { height } = list.getBoundingClientRect();
    if (length) known.mean = height / length;
    const hidden = count - length;
    const rest = hidden > 0 && known.mean ? Math.max(0, Math.min(known.mean * count, tallest) - height) : 0;
    const above = rest && (rest * start) / hidden;
    known.above.inner.style.height = above + "px";
    known.below.inner.style.height = rest - above + "px";
    if (start == known.asked) known.asked = null;
    known.start = start;
}

// The row at the upper edge of what is seen, with the part of it that is above the edge: 7.25. In a spacer, the place of the scroll bar says it.
function rowAtTop(list) {
    const known = windows.get(list);
    const { top, height } = frameOf(list);
    const [start, count] = extentOf(list);
    const box = list.getBoundingClientRect();
    if (box.top <= top && box.bottom > top) {
        const rows = rowsIn(list);
        const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > top);
        if (index >= 0) {
            const row = rows[index].getBoundingClientRect();
            return start + index + (top - row.top) / (row.height || 1);
        }
    }
    const first = known.above.element.getBoundingClientRect().top;
    const last = known.below.element.getBoundingClientRect().bottom;
    const part = Math.max(0, Math.min(1, (top - first) / (last - first - height || 1)));
    return first > top ? 0 : part * Math.max(0, count - height / (known.mean || height));
}

// Scrolls so that the row is at the upper edge, if it is rendered.
function scrollToRow(list, place) {
    const { scroller, top } = frameOf(list);
    const row = rowsIn(list)[Math.floor(place) - extentOf(list)[0]]?.getBoundingClientRect();
    const distance = row && row.top + (place % 1) * row.height - top;
    if (Math.abs(distance) > 0.5) scroller.scrollBy({ top: distance, behavior: "instant" });
}

// Asks for other rows if those near to what is seen are not rendered.
function askForRows(list) {
    const known = windows.get(list);
    if (!known?.mean || !list.isConnected) return;
    const [start, count] = extentOf(list);
    const { length } = rowsIn(list);
    // While rows are on their way, others are asked for only if those will not do.
    const begin = known.asked != null && performance.now() - known.since < patience ? known.asked : start;
    const end = begin + length;
    const first = Math.floor(rowAtTop(list));
    const seen = Math.ceil(frameOf(list).height / known.mean);
    const last = first + seen;
    // Those that are not seen are on both sides, and others are asked for when a third of those on one side is left.
    const spare = Math.max(0, length - seen);
    const margin = Math.floor(spare / 6);
    if ((first - margin >= begin || begin <= 0) && (last + margin <= end || end >= count)) return;
    const wanted = Math.max(0, Math.min(count - length, first - Math.floor(spare / 2)));
    if (wanted == begin) return;
    known.asked = wanted;
    known.since = performance.now();
    // If they were refused, the visitor would otherwise look at nothing.
    setTimeout(askForRowsLater, patience + 100);
    list.dispatchEvent(new CustomEvent("x-scroll", { bubbles: true, detail: { first: wanted } }));
}

function askForRowsLater() {
    if (isCheckDue) return;
    isCheckDue = true;
    requestAnimationFrame(() => {
        isCheckDue = false;
        if (isAlive()) windowedLists().forEach(askForRows);
    });
}

// The rows at the upper edges as a patch begins, by their lists.
let seenRows = new Map();

// Before a patch.
function leaveWindows() {
    seenRows = new Map();
    for (const list of windowedLists()) if (windows.get(list)?.mean) seenRows.set(list, rowAtTop(list));
}

// After a patch.
function settleWindows() {
    const lists = windowedLists();
    for (const list of lists) {
        const { start: former, asked } = windows.get(list) ?? {};
        const { top } = list.getBoundingClientRect();
        layOut(list);
        const { start } = windows.get(list);
        const place = seenRows.get(list);
        // The first rows that are shown stay where they are as the spacers come.
        if (former == null) frameOf(list).scroller.scrollBy({ top: list.getBoundingClientRect().top - top, behavior: "instant" });
        // The program shows other rows than those that were asked for.
        else if (start != former && asked == null) scrollToRow(list, start);
        else if (place > 0) scrollToRow(list, place);
    }
    if (lists[0]) askForRowsLater();
}

for (const type of ["scroll", "resize"]) addEventListener(type, () => page.querySelector("[data-window]") && askForRowsLater(), { capture: true, passive: true });
settleWindows();
