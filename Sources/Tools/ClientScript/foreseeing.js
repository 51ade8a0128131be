// What a control's message would show, asked for before the click: `data-foreseen`. A click shows it at once, and its event confirms it. The same for the
// page of a link: `data-prefetch`.

// The control that the pointer or the focus is on.
let awaitedControl;

// What was asked last: the control, its message, and the patch once that is there.
let question;

let questionTimer;

// The message that a click on a control sends.
const messageOf = (control) => control.getAttribute("data-on-click") ?? control.getAttribute("value");

// Asks what the control would show, unless that is known, or something is under way after which it would be something else.
async function askBefore(control) {
    if (control != awaitedControl || !control.isConnected || control.disabled) return;
    const { address, revision, isSettled } = pageState();
    const text = messageOf(control);
    if (!isSettled || !revision || (question?.text == text && question.revision == revision)) return;
    question?.request.abort();
    const mine = (question = { control, text, revision, request: new AbortController() });
    try {
        const answer = await fetch(address, {
            method: "POST",
            body: new URLSearchParams({ foresee: text }),
            headers: headers(),
            redirect: "manual",
            signal: mine.request.signal
        });
        if (answer.status == 200 && answer.headers.get("Elmwood-Patch")) mine.patch = await answer.json();
    } catch {
        // The click waits for its answer, as any other.
    }
}

// Asks after a moment: a pointer that only crosses the control, or a page that is about to change, asks nothing.
function askSoon() {
    clearTimeout(questionTimer);
    const control = awaitedControl;
    if (control?.hasAttribute("data-foreseen")) questionTimer = setTimeout(() => askBefore(control), 40);
}

// The pages of links that were asked for last, by their addresses: for which revision and when, the request, and its answer.
const expected = new Map();

// The page of an address, if it was asked for in time and for what is shown now.
function expectedPage(address) {
    const one = expected.get(address);
    return one?.revision == pageState().revision && performance.now() - one.time < 5_000 ? one : null;
}

// Asks for the page that a link leads to.
function prefetch(link) {
    if (link != awaitedControl || link.origin != location.origin) return;
    const [address] = link.href.split("#");
    const { address: shown, revision, isSettled } = pageState();
    const { saveData, effectiveType } = navigator.connection ?? {};
    if (address == shown.split("#")[0] || !isSettled || !revision || saveData || /2g/.test(effectiveType) || expectedPage(address)) return;
    const request = new AbortController();
    const answer = fetch(address, { headers: { ...headers(), Purpose: "prefetch" }, redirect: "manual", signal: request.signal })
        .then((answer) => answer.status == 200 && answer.headers.get("Elmwood-Patch") && answer.json())
        // The link waits for its page, as any other.
        .catch(() => {});
    expected.delete(address);
    expected.set(address, { request, revision, answer, time: performance.now() });
    if (expected.size > 4) {
        const [oldest] = expected.keys();
        expected.get(oldest).request.abort();
        expected.delete(oldest);
    }
}

// Returns the patch to the page of an address, once it is there; nothing if it was not asked for. `begin` gets what can end the request.
function takeExpected(url, begin) {
    const [address] = url.split("#");
    const one = expectedPage(address);
    expected.delete(address);
    if (!one) return;
    begin(one.request);
    return one.answer;
}

// Shows what the event will lead to, if that is known for what the page shows. Returns whether it does.
function foresaw({ number, type, text, target }) {
    const { control, patch, ...asked } = question ?? {};
    question = null;
    if (type != "message" || target != control || text != asked.text || patch?.[0] != pageState().revision) return false;
    return showForeseen(patch, number);
}

for (const [type, isEntered] of [["pointerover", true], ["focusin", true], ["touchstart", true], ["pointerout", false], ["focusout", false]]) {
    addEventListener(type, ({ target }) => {
        if (!target.hasAttribute) return;
        // A pointer that goes elsewhere, or over which something moves, leaves the control that has the focus.
        const [entered, focused] = [target, page.activeElement].map((element) => element && closest(element, "[data-foreseen],a[data-prefetch][href]"));
        const control = (isEntered && entered) || focused;
        if (control == awaitedControl) return;
        awaitedControl = control;
        askSoon();
        const isTouched = type == "touchstart";
        if (control?.hasAttribute("data-prefetch")) questionTimer = setTimeout(prefetch, isTouched ? 0 : 40, control);
        else if (control && isTouched) askBefore(control);
    }, { capture: true, passive: true });
}
