// Lists whose rows the visitor sorts, by a pointer or by keys at a row's handle: lists with `data-on-x-sort`, whose event has a name such as `board:done`.
// A move is shown at once, and told as one event of the list that the row comes to; until its answer is there it is a change as those of `meanwhile.js` are.

// The drag of a pointer: `handle`, `row`, the pointer's `id`, where it began (`x`, `y`), where it is (`at`) and, once it has moved, `place`, which marks where
// the row would come, before `next`.
let drag;

// The moves whose outcome is not known yet.
let unconfirmed = [];

// The handle that has the focus as a patch begins, and how it is found again: a row in another list is another element.
let handleInUse;

const handleOf = (target) => target?.hasAttribute && closest(target, "[data-handle]>summary")?.parentNode;
const eventOf = (list) => list.getAttribute("data-on-x-sort").split(" ")[1];
const groupOf = (list) => eventOf(list).split(":")[0];
const listsOf = (group) => [...page.querySelectorAll("[data-on-x-sort]")].filter((list) => groupOf(list) == group);
const rowsOf = (list) => [...list.children].filter((row) => row.hasAttribute("data-key"));
const keyOfRow = (row) => row?.getAttribute("data-key");
const rowOf = (group, key) => listsOf(group).flatMap(rowsOf).find((row) => keyOfRow(row) == key);

// The row of a handle: a child of a list.
function rowAround(handle) {
    const list = handle.isConnected && closest(handle, "[data-on-x-sort]");
    for (let row = handle; list; row = row.parentNode) if (row.parentNode == list) return row;
}

// Puts a row before another node of a list, or at its end.
function put(list, row, next) {
    const active = page.activeElement;
    if (list.moveBefore && row.isConnected && list.isConnected) list.moveBefore(row, next);
    else list.insertBefore(row, next);
    if (active != page.activeElement && active?.isConnected) active.focus({ preventScroll: true });
}

// Shows a move, and returns what undoes that.
function showMove({ group, event, key, before }) {
    const list = listsOf(group).find((one) => eventOf(one) == event);
    const row = rowOf(group, key);
    if (!list || !row) return;
    const { parentNode, nextSibling } = row;
    const next = rowOf(group, before);
    put(list, row, next?.parentNode == list ? next : null);
    return () => parentNode.isConnected && put(parentNode, row, nextSibling?.parentNode == parentNode ? nextSibling : null);
}

// Moves a row for the visitor.
function moveRow(row, list, next) {
    const rows = rowsOf(list);
    if (next == row || (row.parentNode == list && next == (rows[rows.indexOf(row) + 1] ?? null))) return;
    const move = { group: groupOf(list), event: eventOf(list), key: keyOfRow(row), before: keyOfRow(next), title: titleOf(row), origin: placeOfRow(row) };
    move.fields = [["key", move.key]];
    if (next) move.fields.push(["before", move.before]);
    move.fields.change = () => showMove(move);
    unconfirmed.push(move);
    tell("event", move.event, list, move.fields);
    const after = rowsOf(list);
    sayOf(list, "data-moved", move.title, after.indexOf(row) + 1, after.length);
}

// The list of a row and the row that it precedes, in words.
const placeOfRow = (row) => eventOf(row.parentNode) + " " + keyOfRow(rowsOf(row.parentNode)[rowsOf(row.parentNode).indexOf(row) + 1]);

const titleOf = (row) => row.querySelector("[data-handle]")?.getAttribute("data-handle") ?? "";

function sayOf(list, sentence, ...values) {
    say((list.getAttribute(sentence) ?? "").replace(/{(\d)}/g, (_, index) => values[index]));
}

// Tells those who hear the page what has become of the moves that are answered: a row that is not where it was shown has gone back.
function confirmMoves() {
    unconfirmed = unconfirmed.filter((move) => {
        if (isUnshown(move.fields)) return true;
        // What a shared model does with it may come a moment later.
        setTimeout(() => {
            const row = rowOf(move.group, move.key);
            const isBack = row && placeOfRow(row) == move.origin && !unconfirmed.some((other) => other.key == move.key);
            if (isBack) sayOf(row.parentNode, "data-not-moved", move.title);
        }, 1_000);
    });
}

// Before a patch.
function leaveHandle() {
    const element = closest(page.activeElement ?? root, "[data-handle]");
    const row = element && rowAround(element);
    handleInUse = row && { element, group: groupOf(row.parentNode), key: keyOfRow(row) };
}

// After a patch.
function settleRows() {
    const { element, group, key } = handleInUse ?? {};
    if (element && !element.isConnected) rowOf(group, key)?.querySelector("[data-handle]>summary")?.focus({ preventScroll: true });
    handleInUse = null;
    confirmMoves();
    if (!drag?.place) return;
    const row = rowOf(drag.group, drag.key);
    if (!row || !drag.place.isConnected) return endDrag();
    if (row != drag.row) lift(row);
    follow();
}

// MARK: Pointers

function beginDrag() {
    const { handle, row, id } = drag;
    const { left, top, width, height } = row.getBoundingClientRect();
    handle.open = false;
    // So that no element in the way of the pointer hears of it, and its release is no click.
    root.setPointerCapture(id);
    drag.group = groupOf(row.parentNode);
    drag.key = keyOfRow(row);
    drag.offset = [drag.x - left, drag.y - top];
    drag.size = `;width:${width}px;height:${height}px`;
    drag.place = make([row.localName, { class: "elmwood-place", "data-elmwood": 1, "aria-hidden": "true" }], row.parentNode);
    drag.place.style.cssText = "box-sizing:border-box" + drag.size;
    row.parentNode.insertBefore(drag.place, row);
    lift(row);
    requestAnimationFrame(scrollAtEdges);
}

function lift(row) {
    drag.row = row;
    row.classList.add("elmwood-dragged");
}

// Lets the row follow the pointer, and marks the place that it would come to.
function follow() {
    const { at, row, place, group, offset, size } = drag;
    const list = nearest(listsOf(group), at);
    if (!list) return endDrag();
    const others = rowsOf(list).filter((other) => other != row);
    const boxes = others.map((other) => other.getBoundingClientRect());
    const isAcross = boxes[1] && boxes[0].top == boxes[1].top;
    const index = boxes.findIndex(({ left, right, top, bottom }) =>
        at[1] < top || (at[1] <= bottom && (isAcross ? at[0] < (left + right) / 2 : at[1] < (top + bottom) / 2))
    );
    const next = (drag.next = others[index] ?? null);
    if (place.parentNode != list || place.nextSibling != next) list.insertBefore(place, next);
    // Out of the way of the others, of which none moves as the drag begins.
    row.style.cssText = `position:fixed;box-sizing:border-box;margin:0;left:${at[0] - offset[0]}px;top:${at[1] - offset[1]}px` + size;
}

// The element that is at a point, or nearest to it: a list that is empty may have no height.
function nearest(elements, [x, y]) {
    let best, least;
    for (const element of elements) {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const distance = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
        if (!(distance >= least)) [best, least] = [element, distance];
    }
    return best;
}

// While a pointer is near the edge of what scrolls, that scrolls.
function scrollAtEdges() {
    if (!drag?.place) return;
    const [x, y] = drag.at;
    const pace = (point, start, end) => Math.max(-20, Math.min(20, (Math.min(0, point - start - 40) + Math.max(0, point - end + 40)) / 2));
    for (let element = drag.place.parentNode; element; element = element.parentElement) {
        const isPage = element == page.scrollingElement;
        const { overflowX, overflowY } = getComputedStyle(element);
        const box = isPage ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : element.getBoundingClientRect();
        const across = isPage || /auto|scroll/.test(overflowX) ? pace(x, box.left, box.right) : 0;
        const down = isPage || /auto|scroll/.test(overflowY) ? pace(y, box.top, box.bottom) : 0;
        if (across || down) element.scrollBy({ left: across, top: down, behavior: "instant" });
    }
    follow();
    requestAnimationFrame(scrollAtEdges);
}

// Ends a drag: by a drop, or as if it had not been.
function endDrag(isDrop) {
    const { row, place, next } = drag;
    const list = place?.parentNode;
    drag = null;
    if (!place) return;
    place.remove();
    row.style.cssText = "";
    row.classList.remove("elmwood-dragged");
    for (const name of ["style", "class"]) if (!row.getAttribute(name)) row.removeAttribute(name);
    if (isDrop && list && row.isConnected) moveRow(row, list, next);
}

function takePointer(event) {
    const { type, target, clientX, clientY, pointerId } = event;
    if (type == "pointerdown") {
        if (drag) endDrag();
        const handle = event.isPrimary && !event.button && isAlive() && handleOf(target);
        const row = handle && rowAround(handle);
        if (row) drag = { handle, row, id: pointerId, x: clientX, y: clientY };
        return;
    }
    if (pointerId != drag?.id) return;
    if (type == "pointermove") {
        drag.at = [clientX, clientY];
        // A press that trembles is a click.
        if (!drag.place && Math.hypot(clientX - drag.x, clientY - drag.y) < 6) return;
        if (!drag.row.isConnected) return endDrag();
        if (!drag.place) beginDrag();
        follow();
    } else endDrag(type == "pointerup");
}

// MARK: Keys

function takeSortKey(event) {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (drag?.place && key == "Escape") {
        event.preventDefault();
        event.stopImmediatePropagation();
        return endDrag();
    }
    const handle = !(ctrlKey || metaKey || altKey || shiftKey) && isAlive() && handleOf(target);
    const row = handle && rowAround(handle);
    if (!row) return;
    const list = row.parentNode;
    const rows = rowsOf(list);
    const index = rows.indexOf(row);
    const lists = listsOf(groupOf(list));
    const step = getComputedStyle(list).direction == "rtl" ? -1 : 1;
    const beside = (distance) => {
        const other = lists[lists.indexOf(list) + distance];
        return other && [other, rowsOf(other)[index] ?? null];
    };
    const places = {
        ArrowUp: () => index > 0 && [list, rows[index - 1]],
        ArrowDown: () => index + 1 < rows.length && [list, rows[index + 2] ?? null],
        Home: () => [list, rows[0]],
        End: () => [list, null],
        ArrowLeft: () => beside(-step),
        ArrowRight: () => beside(step)
    };
    if (!Object.hasOwn(places, key)) return;
    event.preventDefault();
    const place = places[key]();
    if (!place) return;
    moveRow(row, ...place);
    handle.querySelector("summary").scrollIntoView({ block: "nearest", behavior: "instant" });
}

for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) addEventListener(type, takePointer, true);
addEventListener("keydown", takeSortKey, true);
// A link or an image in a handle is no drag of the browser's own.
addEventListener("dragstart", (event) => drag && event.preventDefault(), true);
