// Events with a payload, and events that are told less often than they come. What an element asks for is in its attribute:
// ` board x,y,shiftKey control+k,arrowup form place`, the event's name, the members that it sends, and the keys for which it does.

// The events that come in streams: of those that are not sent yet, only the latest counts.
const isStream = /move$|over$|wheel$|scroll$|timeupdate$|upload$/;
// The pause between two of them, in milliseconds, unless the element says another.
const usualPause = 50;
// The events that wait for the end of a pause, by type and name.
const throttled = new Map();

// Tells an event of an element, unless it asks for other keys.
function tellPayload(event, element, text, type, answered, lastSequence) {
    const isMessage = text?.[0] != " ";
    const [, name, members, keys] = isMessage ? [, text ?? element.value] : text.split(" ");
    if (keys && !keys.split(",").includes(keyOf(event))) return;
    if (element.hasAttribute("data-prevents-default") || /menu|over|drop/.test(type)) event.preventDefault();
    const isMany = isStream.test(type);
    if (!isMany && runsOn(type, name, answered, lastSequence)) return;
    const waiting = throttled.get(type + name);
    const fields = isMessage ? [] : added(membersOf(event, element, members), type, waiting?.latest && waiting.fields);
    const send = () => element.isConnected && queueLatest(isMessage ? "message" : "event", type, name, element, fields, isMany);
    const pause = +(element.dataset.throttle ?? (isMany && usualPause));
    if (!pause) return send();
    if (waiting) return Object.assign(waiting, { latest: send, fields });
    send();
    const state = {};
    throttled.set(type + name, state);
    const end = () => {
        if (!state.latest) return throttled.delete(type + name);
        tellLatest(state);
        setTimeout(end, pause);
    };
    setTimeout(end, pause);
}

function tellLatest(state) {
    const { latest } = state;
    state.latest = null;
    latest?.();
}

// Tells what waits for the end of a pause: before any other event, so that the order is that of the visitor.
function releaseThrottled() {
    for (const state of throttled.values()) tellLatest(state);
}

// The fields of an event that takes the place of one which has not been sent. Where a pointer is replaces where it was; what a wheel has turned
// adds up.
function added(fields, type, before) {
    const former = type == "wheel" && before ? new Map(before) : null;
    return fields.map(([name, value]) => [name, former && /^delta/.test(name) ? String(+value + +(former.get(name) ?? 0)) : value]);
}

// Queues an event. One of a stream replaces the one before it that is not sent yet.
function queueLatest(kind, type, name, element, fields, isMany) {
    const old = isMany && unsent().findLast((item) => !item.isMany || (item.type == kind && item.text == name));
    if (old?.isMany) return (old.fields = added(fields, type, old.fields));
    tell(kind, name, element, fields);
    // It may be under way already.
    const last = unsent().at(-1);
    if (last?.text == name) last.isMany = isMany;
}

// The key with its modifiers, as elements ask for it: `control+k`. With Control or Alt, the key counts and not what it types in a layout of
// other letters. AltGr is part of what is typed.
function keyOf(event) {
    const { key = "", code = "", ctrlKey, metaKey, altKey, shiftKey } = event;
    const isTyped = key.length == 1;
    const isCommand = (ctrlKey || metaKey || altKey) && !(isTyped && event.getModifierState?.("AltGraph"));
    const [, latin] = (isCommand && /[^ -~]/.test(key) && /^(?:Key|Digit)(.)$/.exec(code)) || [];
    const name = { " ": "space", ",": "comma", "+": "plus" }[key] ?? (latin ?? key).toLowerCase();
    const modifiers = isCommand ? (ctrlKey || metaKey ? "control+" : "") + (altKey ? "alt+" : "") : "";
    return modifiers + (shiftKey && (isCommand || !isTyped) ? "shift+" : "") + name;
}

// Tells the page's event of a key with its modifiers, if the program asks for it. A letter alone is none while somebody types.
function tellShortcut(event, watched) {
    const key = keyOf(event);
    const name = watched.find((one) => one.startsWith("keydown:") && one.slice(8).split(",").includes(key));
    const isTyping = event.target.isContentEditable || /^(input|textarea|select)$/.test(event.target.localName);
    if (!name || (isTyping && !/^(control|alt)/.test(key))) return;
    event.preventDefault();
    tell("page", name);
}

// The fields with the members of an event. What it lacks is not sent.
function membersOf(event, element, members) {
    const fields = [];
    for (const name of members.split(",")) {
        for (const value of [memberOf(name, event, element)].flat()) {
            if (value instanceof File) fields.push([name, value]);
            else if (/^(string|boolean)$/.test(typeof value) || Number.isFinite(value)) fields.push([name, String(value)]);
        }
    }
    return fields;
}

// A member of an event: of its detail, of what is pasted or dropped, of itself, or of the element of the handler.
function memberOf(name, event, element) {
    const { detail, clipboardData, dataTransfer, newState } = event;
    const own = detail?.[name];
    if (own != null) return own;
    const data = clipboardData ?? dataTransfer;
    if (data && name == "text") return data.getData("text/plain");
    if (data && name == "files") return [...data.files];
    if (newState && name == "open") return newState == "open";
    if (/^[xy]$/.test(name) && event.clientX != null) return placeOf(event, element)[name];
    return event[name] ?? element[name];
}

// The place of a pointer within an element, in the element's units, whichever child was hit.
function placeOf({ clientX, clientY }, element) {
    const within = (number, start, size) => Math.min(Math.max(+number.toPrecision(6), start), start + size);
    const view = element.viewBox?.baseVal;
    if (view?.width) {
        const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(element.getScreenCTM().inverse());
        return { x: within(x, view.x, view.width), y: within(y, view.y, view.height) };
    }
    const box = element.getBoundingClientRect();
    const width = +element.getAttribute("width") || box.width;
    const height = +element.getAttribute("height") || box.height;
    return {
        x: within(((clientX - box.left) * width) / (box.width || 1), 0, width),
        y: within(((clientY - box.top) * height) / (box.height || 1), 0, height)
    };
}
