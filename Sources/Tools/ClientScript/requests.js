// Requests: who has answered one, and whether it is tried again.

// The media type and the version of patches.
const patchType = "application/vnd.elmwood+json";
const patchFormat = "1";
const streamType = "text/event-stream";

// Repeats a request until a program answers it, or it is known that none will. Returns the patch, or 0 if the browser has to load the page; null if
// it was refused by somebody else, or if it is for a visit `elsewhere`, and the browser may have more success with it or the visitor has gone on.
async function exchange(url, body, elsewhere) {
    let isGated = false;
    for (let attempt = 0; ; attempt++) {
        const { status, sender, text } = await request(url, body, attempt);
        const patch = parsed(text);
        if (sender == "program" && !mayPass(status) && patch != null) {
            if (wantsRare(patch)) await need();
            // The browser shows what a visit fails with.
            if (elsewhere && status == 500) return 0;
            // A failure is shown until the response to the next post.
            if (body || isGated || status == 500) showFailure(patch[4]?.f);
            mark(root, "");
            return patch;
        }
        // While two versions of a site run, the page may get an answer of the other one.
        if (sender == "earlier" && patch != null) return 0;
        if (elsewhere && (elsewhere.isOver || /gate|other/.test(sender) || (attempt > 2 && navigator.onLine))) return null;
        // What lets the page pass has no need to see the visitor: it refuses what this post contains.
        const isRefused = sender == "other" || (status == 403 && (await request(url, null, attempt)).sender == "program");
        if (sender == "gate" && !isGated && !isRefused) {
            isGated = true;
            tellVisitor("a", { href: address, target: "_blank" }, script.dataset.gate);
        }
        if (body && isRefused) {
            tellVisitor("p", {}, script.dataset.refused + " (" + status + ")");
            mark(root, "");
            return null;
        }
        await retry(attempt);
        // An event brings the page up to date as well.
        if (!body && !elsewhere && queue[0]) {
            isStale = true;
            return null;
        }
    }
}

// Shows problems in their fields, or above the page if the rare script has not come.
function showProblems(problems) {
    if (rare) rare.showProblems(problems);
    else if (problems[0]) tellVisitor("p", {}, problems.map((problem) => problem[2]).join(" "));
}

// Shows a sentence above the page.
function tellVisitor(tag, attributes, sentence) {
    const close = ["button", { type: "button", popovertarget: "elmwood-failure" }, "OK"];
    showFailure(["div", { "data-elmwood": 1, id: "elmwood-failure", role: "alert", popover: 1 }, ["p", [tag, attributes, sentence]], ["p", close]]);
}

// Returns the JSON of an answer; undefined if a part of it was cut off.
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {}
}

// Whether a patch needs the rare script: for a whole page, for problems or for commands.
const wantsRare = (patch) => (patch[1] && !patch[0]) || patch[4]?.p || patch[4]?.c;

// Whether another attempt may succeed.
const mayPass = (status) => status > 500 || status == 429;

// Who has answered a request: "program"; "earlier", a program on a server of another version; "gate", what has to see the visitor before it lets
// requests pass, such as a proxy with a sign-in page; "other" for anything else that will not change; or nobody.
function senderOf(status, isRedirected, header) {
    const type = header("Content-Type");
    if (isRedirected) return "gate";
    if (type?.startsWith(patchType) || type == streamType) return header("Elmwood-Patch") == patchFormat ? "program" : "earlier";
    if ([401, 403, 407, 511].includes(status)) return "gate";
    if (!status || mayPass(status)) return "";
    return status < 300 ? "gate" : "other";
}

// Sends a request of the page. No redirect is followed: where it leads, no program answers this page.
async function request(url, body, attempt) {
    const all = { ...headers(), ...(attempt && { "Elmwood-Retry": 1 }) };
    const isUpload = body instanceof FormData && attempt % 2 == 0;
    // An upload that fails does not say why.
    const isProbe = body instanceof FormData && !isUpload;
    if (isUpload) {
        await need();
        if (rare) return rare.upload(url, body, all, underWay, (request) => (current = request));
    }
    current = new AbortController();
    // Nobody knows whether an upload by `fetch` continues.
    if (!isUpload) watch();
    try {
        const answer = await fetch(url, {
            method: body && !isProbe ? "POST" : "GET",
            body: isProbe ? null : body,
            headers: all,
            redirect: "manual",
            signal: current.signal
        });
        const { status, type } = answer;
        const sender = senderOf(status, type == "opaqueredirect", (name) => answer.headers.get(name));
        if (isProbe && sender != "gate") return {};
        let text = "";
        if (answer.body) {
            for await (const piece of pieces(answer.body)) {
                watch();
                text += piece;
            }
        }
        return { status, sender, text };
    } catch {
        // A page that takes so long is left to the browser.
        return { sender: !body && isTimedOut && "other" };
    } finally {
        unwatch();
    }
}

// Ends the current request if nothing of it arrives any more: a connection that has died says nothing.
function watch() {
    isTimedOut = false;
    unwatch();
    currentTimer = setTimeout(() => {
        isTimedOut = true;
        current.abort();
    }, 20_000);
}

function unwatch() {
    clearTimeout(currentTimer);
}

const headers = (Accept = patchType) => ({
    Accept,
    "Elmwood-Revision": revision,
    "Elmwood-Page": pageName,
    "Elmwood-Done": done,
    "Elmwood-Hidden": Number(page.hidden),
    "Elmwood-Base": base
});

// Waits before another attempt: longer each time, for a random time so that pages differ, and while the page is hidden.
function retry(attempt) {
    if (attempt) mark(root, "offline");
    return new Promise((resolve) => {
        waits.push(resolve);
        const delay = (99 + 99 * Math.random()) << Math.min(attempt, 7);
        setTimeout(() => page.hidden || resolve(), delay);
    });
}

// Ends the delays, since an attempt may succeed now.
function wake() {
    for (const resolve of waits.splice(0)) resolve();
}
