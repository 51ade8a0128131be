// What a control's message would show, asked for before the click: `data-foreseen`. A click shows it at once, and its event confirms it.

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
        const control = (isEntered && closest(target, "[data-foreseen]")) || (page.activeElement && closest(page.activeElement, "[data-foreseen]"));
        if (control == awaitedControl) return;
        awaitedControl = control;
        if (type == "touchstart") askBefore(control);
        else askSoon();
    }, { capture: true, passive: true });
}
