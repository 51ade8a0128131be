// Requests and the stream: what was done goes out in order, in one request at a time, and is told once; patches are
// applied in the order of their revisions, whichever way they come.

const script = document.currentScript;
// The name of this page: 22 random letters and digits.
const pageName = [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => (byte % 36).toString(36)).join("");
const otherTabs = new BroadcastChannel("elmwood");

// False where the browser has to do without this script.
let isLive;
// Where the program is, where the page is, and the revision that it shows: 0 where nobody knows.
let base, address, revision;
// The last event that the page shows, and the last that was answered.
let included, answered = 0;
// Events and visits that wait, and the events of the request that is under way.
let queue = [];
let underWay = [];
// Patches whose turn has not come.
let early = [];
// Submits that were taken, until the page shows them.
let accepted = [];
// The page's events that the program asks for.
let watched = [];
let isBusy, isStale, wantsStream;
// The stream, and when something was last heard of it.
let stream, heard;
// How often a patch was missed since one was applied.
let gaps = 0;
// How many of the commands that the page was told have been carried out.
let done = 0;
// What ends the waits before other attempts.
let waits = [];
// Whether loading the page anew may help: not where that was just done.
let mayReload = performance.navigation.type != 1;

// Tells the program what was done. An input of the same control that has not gone out becomes this one.
function tell(kind, argument, element, fields = []) {
    flushInput();
    const last = queue.at(-1);
    if (last?.kind == kind && last.argument == argument && /input/.test(kind)) last.fields = fields;
    else queue.push({ number: ++lastSequence, kind, argument, fields, element });
    if (element) mark(element, "pending");
    work();
}

// Tells what happened to the page, where the program asks for that.
function tellPage(name) {
    if (watched.includes(name)) tell("page", name);
}

// Does what waits, one request after the other.
async function work() {
    if (isBusy) return;
    isBusy = true;
    // Without a stream, what is new can wait until the page is seen.
    while (isLive && (queue[0] || (isStale && (wantsStream || !document.hidden)))) {
        if (queue[0]?.kind) await post();
        else await visit(queue.shift() ?? { url: address });
    }
    isBusy = false;
    if (early[0]) heal();
}

async function post() {
    while (queue[0]?.kind && !underWay[63]) underWay.push(queue.shift());
    const patch = await exchange(address, encode(underWay));
    const events = underWay;
    answered = events.at(-1).number;
    underWay = [];
    const refused = new Map(patch?.[4]?.e);
    for (const event of events) {
        // Where there is no revision that the page comes to, nothing was taken.
        const isTaken = patch?.[1] && !refused.has(event.number);
        // What is wrong stays as the visitor left it, so that it can be mended.
        if (refused.get(event.number) == 422) awaited.delete(event.element);
        if (isTaken && event.kind == "submit") accepted.push(event);
        // Nothing is pending any more, unless more of it waits.
        const { element } = event;
        if (element && !queue.some((other) => other.element == element)) mark(element, isTaken ? "" : "failed");
    }
    receive(patch);
    otherTabs.postMessage(0);
}

// Events as the fields of a post: as multipart only where there are files.
function encode(events) {
    const body = new FormData();
    for (const { number, kind, argument, fields } of events) {
        body.append("event", [number, kind, fields.length, argument].join(" "));
        for (const field of fields) body.append(...field);
    }
    return [...body.values()].some((value) => value.name) ? body : new URLSearchParams(body);
}

// Asks until an answer comes: a patch, or false where it is something else.
async function exchange(url, body) {
    for (let attempt = 0; ; attempt++) {
        try {
            const { status, response } = await request(url, body, attempt);
            // Half an answer may have lost all of its content, and where there was none there is no content either.
            if (response && !isPassing(status)) {
                let patch = response[0] == "[" && JSON.parse(response);
                // What refuses it may know no patches, and say so in a sentence.
                if (/^[^<[]/.test(response)) {
                    showProblems([[null, null, response]]);
                    patch = [];
                }
                // Why something was not done is told until something else is.
                if (body) showFailure(patch[4]?.f);
                mark(root, "");
                return patch;
            }
        } catch {
            // There was half an answer.
        }
        await retry(attempt);
    }
}

// Whether another attempt may go better.
const isPassing = (status) => status > 500 || status == 429;

// By XMLHttpRequest, since fetch does not say how far an upload has come.
const request = (url, body, attempt) =>
    new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open(body ? "POST" : "GET", url);
        const all = headers();
        for (const name in all) request.setRequestHeader(name, all[name]);
        if (attempt) request.setRequestHeader("Elmwood-Retry", 1);
        if (body instanceof FormData) request.upload.onprogress = showProgress;
        else request.timeout = 2e4;
        request.onloadend = () => resolve(request);
        request.send(body);
    });

const headers = (Accept = "application/vnd.elmwood+json") => ({
    Accept,
    "Elmwood-Revision": revision,
    "Elmwood-Page": pageName,
    "Elmwood-Done": done,
    "Elmwood-Hidden": +document.hidden,
    "Elmwood-Base": base
});

// Shows in the forms that are being sent how far that has come.
function showProgress({ loaded, total }) {
    for (const { element } of underWay) {
        const bar = element?.querySelector("[data-upload-progress]");
        if (bar) [bar.max, bar.value] = [total, loaded];
    }
}

// Waits before another attempt: longer each time, not as long as other pages do, and while the page is hidden.
function retry(attempt) {
    if (attempt) mark(root, "offline");
    return new Promise((resolve) => {
        waits.push(resolve);
        setTimeout(() => document.hidden || resolve(), 2 ** Math.min(attempt, 7) * (99 + 99 * Math.random()));
    });
}

// Ends the waits: something says that it may go better now.
function wake() {
    for (const resolve of waits.splice(0)) resolve();
}

// Applies a patch when its turn has come, and then those that waited for it.
function receive(patch) {
    if (!patch || patch[4]?.reload) return reload();
    const [from, to, number, operations, more] = patch;
    // It only says why nothing was done.
    if (!to) return;
    if (from && from != revision) {
        early.push(patch);
        if (!isBusy) heal();
        return;
    }
    // A server that was started again does not know what it was told before, but was told.
    const told = Math.max(number, answered);
    try {
        (from ? applyOperations : morphPage)(operations, told);
    } catch {
        // Another script has changed what the patch is about.
        revision = 0;
        return from ? heal() : reload();
    }
    revision = to;
    included = number;
    gaps = 0;
    mayReload = true;
    settleFields(told);
    accepted = accepted.filter((event) => event.number > told || acceptSubmit(event.element));
    obey(more);
    const next = early.findIndex(([from, , number]) => from == revision && number >= included);
    if (next >= 0) receive(early.splice(next, 1)[0]);
}

function obey({ s, w, b, p, h, c = [] } = {}) {
    watched = w?.split(" ") ?? watched;
    base = b ?? base;
    wantsStream = s ?? wantsStream;
    if (p) showProblems(p);
    if (h != null) find("elmwood-foot")?.toggleAttribute("data-paused", h);
    // Later, since a page that is being gone to counts as loading until all that was begun meanwhile has ended.
    if (wantsStream) setTimeout(listen);
    else hangUp();
    // What a lost patch may have told comes again.
    for (const [number, name, ...words] of c) {
        if (number > done) {
            done = number;
            commands[name](...words);
        }
    }
}

// A patch was lost, or could not be applied: asks for what is between the page and the program, and for the whole page
// where that did not do.
function heal() {
    if (gaps++) revision = 0;
    hangUp();
    // A stream begins with what is missing.
    isStale = !wantsStream || document.hidden;
    for (const patch of [...early.splice(0), []]) obey(patch[4]);
    work();
}

// Has the browser load the page anew; where that did not help, it does without this script.
function reload() {
    isLive = false;
    hangUp();
    if (mayReload) location.reload();
}

// A page that is hidden asks for what is new, and gives its stream back by that: a browser has few connections for all of
// its tabs. One that is seen again opens the stream, which begins with what is missing.
function attend() {
    isStale ||= wantsStream && document.hidden;
    work();
    listen();
}

// Reads the stream while it is wanted and the page is seen, and opens it again where it breaks off.
async function listen() {
    if (stream || !isLive || !wantsStream || document.hidden) return;
    let mine;
    for (let attempt = 0; stream == mine; attempt++) {
        mine = stream = new AbortController();
        heard = Date.now();
        included = 0;
        try {
            const answer = await fetch(address, {
                // Firefox would have the second of two tabs at one address wait for the end of the answer to the first,
                // which the cache may come to hold.
                cache: "reload",
                signal: mine.signal,
                headers: headers("text/event-stream")
            });
            if (answer.headers.get("Content-Type") == "text/event-stream") {
                mark(root, "");
                const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
                for (let text = "", piece; !(piece = await pieces.read()).done; ) {
                    heard = Date.now();
                    attempt = 0;
                    const events = (text + piece.value).split("\n\n");
                    text = events.pop();
                    for (const event of events) {
                        if (stream != mine || event[0] != "d") continue;
                        const patch = JSON.parse(event.slice(6));
                        // An answer that includes more may have overtaken it.
                        if (patch[2] < included) obey(patch[4]);
                        else receive(patch);
                    }
                }
            } else if (!isPassing(answer.status)) reload();
        } catch {
            // The connection was cut.
        }
        if (stream == mine) await retry(attempt);
    }
}

function hangUp() {
    stream?.abort();
    stream = null;
}

// Tells what could not be told yet when the page goes away; what is told twice by that is taken once.
function sayFarewell() {
    flushInput();
    tellPage("closed");
    const events = [...underWay, ...queue.filter((item) => item.kind)];
    if (events[0]) fetch(address, { method: "POST", keepalive: true, headers: headers(), body: encode(events) });
    hangUp();
    // Nothing that happens from now on is to open the page again.
    isLive = false;
}
