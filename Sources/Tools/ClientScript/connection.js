// Events and the stream: events are sent in order, in one request at a time, and applied once. Patches are applied in
// the order of their revisions, however they arrive.

const script = page.currentScript;
// How the browser came to this document, and over which protocol.
const [loaded] = performance.getEntriesByType("navigation");
// The name of this page: 22 random letters and digits.
const pageName = [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => (byte % 36).toString(36)).join("");
const otherTabs = new BroadcastChannel("elmwood");

// False if the browser has to work without this script.
let isLive;
// The program's path, the page's address, and the revision that it shows: 0 if unknown.
let base, address, revision;
// The last event that the page shows, and the last that was answered.
let included, answered = 0;
// Pending events and visits, and the events of the current request.
let queue = [];
let underWay = [];
// The requests of others that are made between those of the page.
const guests = [];
// How many events a request may contain: one while it is found out which of several is refused.
const maximumEvents = 64;
let mostEvents = maximumEvents;
// Patches that arrived before their predecessor.
let early = [];
// Accepted submits that the page does not show yet.
let accepted = [];
// The page's events that the program subscribes to.
let watched = [];
let isBusy, isStale, wantsStream;
// While the page shows what the answer to an event will show: the event's number, and the revision. That of the answers is still the one before.
let foreseen;
// What can end the current request, its timer, and whether it was too late.
let current, currentTimer, isTimedOut;
// The stream, and when it last received anything.
let stream, heard;
// Whether the page asks for its changes, since too many others have streams.
let isPolling;
// How many patches were missed since one was applied.
let gaps = 0;
// How many of the program's commands to the page have been carried out.
let done = 0;
// The functions that end the delays before further attempts.
let waits = [];
// Whether loading the page again may help: not if that was just done.
let mayReload = loaded?.type != "reload";

// Queues an event. It replaces a pending input of the same control.
function tell(type, text, target, fields = []) {
    flushInput();
    const last = queue.at(-1);
    if (last?.type == type && last.text == text && /input/.test(type)) last.fields = fields;
    else queue.push({ number: ++lastSequence, type, text, fields, target });
    if (target) mark(target, "pending");
    rare?.beforeAnswer(queue.at(-1));
    if (!pending?.isPostponed) interrupt();
    // A visitor who acts need not wait for the next attempt to refresh the page.
    if (!underWay[0]) wake();
    work();
}

// Queues an event of the page itself, if the program subscribes to it.
function tellPage(name) {
    if (watched.includes(name)) tell("page", name);
}

// Makes a request of its own between two of the page: where both may begin the session, there would be two.
function askBetween(run) {
    guests.push(run);
    work();
}

// Processes the queue, one request after the other.
async function work() {
    if (isBusy) return;
    isBusy = true;
    // Without a stream, a hidden page can be updated when it is visible again.
    while (isLive && (guests[0] || queue[0] || (isStale && (wantsStream || !page.hidden)))) {
        await (guests[0] ? guests.shift()() : queue[0]?.type ? post() : visit(queue.shift() ?? { url: address }));
    }
    isBusy = false;
    if (early[0]) heal();
}

async function post() {
    while (queue[0]?.type && underWay.length < mostEvents) underWay.push(queue.shift());
    const patch = await exchange(address, encode(underWay));
    const events = underWay;
    underWay = [];
    if (patch == null && events[1]) {
        // One of them is what somebody before the server refuses, such as a text that is too long for a proxy.
        mostEvents = 1;
        queue.unshift(...events);
        return;
    }
    if (!queue[0]) mostEvents = maximumEvents;
    answered = events.at(-1).number;
    const [, revisionAfter, , , more] = patch || [];
    // The statuses of refused events, by their numbers.
    const refused = new Map(more?.e);
    for (const event of events) {
        const { target } = event;
        // Without a target revision, nothing was applied.
        const isTaken = revisionAfter && !refused.has(event.number);
        // A field whose value was not taken remains as the visitor left it, so that they can correct it.
        if (patch == null || refused.get(event.number) == 422) awaited.delete(target);
        if (isTaken && event.type == "submit") accepted.push(event);
        // No patch need come with a refusal.
        if (!isTaken && rare) patching(patchSequence, () => rare.endMeanwhile((other) => other == event));
        // The target is no longer pending, unless further events of it are queued.
        if (target && !queue.some((other) => other.target == target)) mark(target, isTaken ? "" : "failed");
    }
    if (patch != null) await present(patch);
    // Nothing was done.
    if (foreseen?.number <= answered && !early[0]) dropForesight();
    otherTabs.postMessage(0);
}

// Encodes events as the fields of a post: as multipart only if there are files.
function encode(events) {
    const body = new FormData();
    for (const { number, type, text, fields } of events) {
        body.append("event", [number, type, fields.length, text].join(" "));
        for (const field of fields) body.append(...field);
    }
    return [...body.values()].some((value) => value.name) ? body : new URLSearchParams(body);
}

// Shows a patch by this change. The rare script may do so within a transition; patches that come meanwhile are shown after it.
function present(patch, change = () => receive(patch), isVisit) {
    return rare && patch ? rare.present(patch, change, isVisit) : change();
}

// Applies a patch if the page shows its base, and then the early patches that follow it.
function receive(patch) {
    if (!patch) return reload();
    let [from, to, number, operations, more] = patch;
    // It only reports why nothing was done.
    if (!to) return;
    if (from && from != revision) {
        early.push(patch);
        if (!isBusy) heal();
        return;
    }
    if (foreseen && from) {
        if (from == to && Math.max(number, answered) < foreseen.number) return obey(more);
        // Anything else than what was foreseen needs the page from the start.
        if (to != foreseen.revision) return dropForesight();
        operations = [];
    }
    foreseen = null;
    // Only the page as it was loaded tells other nodes from its own.
    isLearning &&= to == script.dataset.revision;
    // A restarted server may not count events that its predecessor answered, though they were applied.
    const told = Math.max(number, answered);
    // An answer that waits for its predecessor is shown later.
    rare?.endMeanwhile((event) => event.number <= (early[0] ? number : told));
    try {
        if (from) applyOperations(operations, told);
        else {
            rare.morphPage(operations, told, isLearning);
            isLearning = false;
        }
    } catch {
        // Another script has changed the patched elements, or what morphs a page has not come.
        revision = 0;
        return from ? heal() : reload();
    }
    revision = to;
    included = number;
    gaps = 0;
    mayReload = true;
    settleFields(told);
    accepted = accepted.filter((event) => event.number > told || acceptSubmit(event.target));
    obey(more);
    const next = early.findIndex(([from, , number]) => from == revision && number >= included);
    if (next >= 0) receive(early.splice(next, 1)[0]);
}

// Shows what the answer to the event that was just queued will show, unless others come before it. Returns whether it does.
function showForeseen([, revision, , operations], number) {
    if (foreseen || underWay[0] || queue[1] || !isLive) return false;
    foreseen = { number, revision };
    mark(root, "foreseen");
    try {
        applyOperations(operations, number);
    } catch {
        foreseen.revision = 0;
    }
    return true;
}

// Brings a page to the model of the server that shows something else than what has become of its event.
function dropForesight() {
    foreseen = null;
    revision = 0;
    heal();
}

// Does what a patch says beside its changes of the tree. What it does not mention stays as it is.
function obey({ s: needsStream, w: events, b: path, p: problems, h: isPaused, c: requested = [] } = {}) {
    watched = events?.split(" ") ?? watched;
    // Keys with modifiers.
    if (/:/.test(events)) need();
    base = path ?? base;
    wantsStream = needsStream ?? wantsStream;
    if (problems) showProblems(problems);
    if (isPaused != null) find("elmwood-foot")?.toggleAttribute("data-paused", isPaused);
    // Later, since a page counts as loading during a navigation until all requests have ended that began meanwhile.
    if (wantsStream) setTimeout(listen);
    else hangUp();
    // What a command causes is not the visitor's.
    isPatching = true;
    // Commands are repeated, in case the patch that contained them was lost.
    for (const [number, name, ...words] of requested) {
        if (rare && number > done) {
            done = number;
            // Others may have replaced what it calls, such as the history's functions. The page works without it.
            try {
                rare.commands[name]?.(...words);
            } catch (error) {
                reportError(error);
            }
        }
    }
    isPatching = false;
}

// Recovers from a patch that was lost or could not be applied: requests the missing changes, and the whole page if that
// did not help.
function heal() {
    if (gaps++) revision = 0;
    hangUp();
    for (const patch of [...early.splice(0), []]) obey(patch[4]);
    // A new stream begins with the missing changes. Whether there is one, these patches may have said.
    isStale = !wantsStream || page.hidden;
    work();
}

// Makes the browser load the page again. If that did not help, the page works without this script.
function reload() {
    isLive = false;
    rare?.undoMeanwhile();
    hangUp();
    if (mayReload) location.reload();
}

// Updates the page when it is shown or hidden. A hidden page polls, which closes its stream: a browser has few
// connections for all of its tabs. A visible one opens the stream, which begins with the missing changes.
function attend() {
    isStale ||= wantsStream && page.hidden;
    work();
    listen();
}

// Opens the stream while it is wanted and the page is visible. Of the few connections that a browser has for all pages of a site over HTTP/1.1,
// some remain for their requests: a page that finds too many streams asks for its changes.
async function listen() {
    if (stream || isVisiting || !isLive || !wantsStream || page.hidden) return;
    const mine = (stream = new AbortController());
    if (/^h[23]/.test(loaded?.nextHopProtocol) || !navigator.locks) return read(mine);
    for (let number = 0; number < 4; number++) {
        const isHeld = await navigator.locks.request("elmwood-stream-" + number, { ifAvailable: true }, async (lock) => {
            if (lock) await read(mine);
            return lock;
        }).catch(async () => {
            // Without a right to store anything there are no locks.
            await read(mine);
            return true;
        });
        if (isHeld || stream != mine) return;
    }
    isPolling = true;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    isPolling = false;
    if (stream != mine) return;
    stream = null;
    isStale = true;
    work();
}

// Reads the stream, and reopens it when it breaks.
async function read(mine) {
    for (let attempt = 0; stream == mine; attempt++) {
        if (attempt) mine = stream = new AbortController();
        heard = Date.now();
        included = 0;
        try {
            const answer = await fetch(address, {
                // Otherwise, with two tabs at one address, Firefox would let the second wait for the end of the first
                // one's response, which might become cacheable.
                cache: "reload",
                redirect: "manual",
                signal: mine.signal,
                headers: headers(streamType)
            });
            const sender = senderOf(answer.status, answer.type == "opaqueredirect", (name) => answer.headers.get(name));
            const isStream = answer.headers.get("Content-Type") == streamType;
            if (sender == "program" && isStream) {
                mark(root, "");
                for await (const events of arrivals(answer.body)) {
                    attempt = 0;
                    for (const event of events) await receivePushed(event, mine);
                }
            } else if (sender == "program" && answer.status == 500) {
                // The view cannot be shown any more. The page stays, with all that was typed into it.
                showFailure(parsed(await answer.text())[4].f);
                return hangUp();
            } else if (!mayPass(answer.status) && /program|earlier/.test(sender)) reload();
        } catch {
            // The connection was cut.
        }
        if (stream == mine) await retry(attempt);
    }
}

// The pieces of a text, as they arrive.
async function* pieces(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
    }
}

// The events of a stream, as they arrive: an array for each piece, which may be empty.
async function* arrivals(body) {
    let text = "";
    for await (const piece of pieces(body)) {
        heard = Date.now();
        const events = (text + piece).split("\n\n");
        // The last one has not arrived completely.
        text = events.pop();
        yield events;
    }
}

// Applies an event of the stream: a patch, or a comment that only shows that the connection is alive.
async function receivePushed(event, mine) {
    const prefix = "data: ";
    if (stream != mine || !event.startsWith(prefix)) return;
    const patch = JSON.parse(event.slice(prefix.length));
    if (wantsRare(patch)) await need();
    if (stream != mine) return;
    const [, , number, , more] = patch;
    await present(patch, () => {
        if (stream != mine) return;
        // A response that includes later events may have overtaken it.
        if (number < included) obey(more);
        else receive(patch);
    });
}

function hangUp() {
    stream?.abort();
    stream = null;
}

// Sends the pending events when the page is closed or left. An event that is sent twice is applied once.
function sayFarewell() {
    tellUnfinished();
    tellPage("closed");
    const events = [...underWay, ...queue.filter((item) => item.type)];
    if (events[0]) fetch(address, { method: "POST", keepalive: true, headers: headers(), body: encode(events) });
    hangUp();
    // Later events must not open the page again.
    isLive = false;
}
