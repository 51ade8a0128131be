// Events that answer each other without end.

// The events that only a visitor causes. All others can also come from the document: from media, from a layout, from a patch.
const isAct = /^(click|dblclick|key|input|change|submit|reset|copy|cut|paste|contextmenu|drag|drop|(mouse|pointer)(down|up))/;
// The handlers of the other events: since when they are counted, how many were told after the answer to the one before, the last one's number, and
// until when they are dropped.
const runs = new Map();

// Whether a handler's events come so fast, each after the answer to the one before, that they answer each other. They are then dropped for some
// seconds, and the server is told which they are.
function runsOn(name, text, answered, lastSequence) {
    if (isAct.test(name)) return false;
    const handler = name + " " + text;
    const now = performance.now();
    const run = runs.get(handler) ?? { since: now, count: 0, last: 0, until: 0 };
    runs.set(handler, run);
    if (now < run.until) return true;
    if (now - run.since > 5_000) Object.assign(run, { since: now, count: 0 });
    if (run.last <= answered) run.count++;
    run.last = lastSequence + 1;
    if (run.count <= 50) return false;
    run.until = now + 5_000;
    tell("page", "loop " + text);
    return true;
}
