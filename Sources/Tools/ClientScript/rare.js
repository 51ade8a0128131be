// The rare script, which has what few pages need: it is loaded when a page first needs it.

// What the rare script has brought; undefined until it is there.
let rare;

// Its arrival, while it is awaited, and since it is there.
let arrival;

// What the rare script may use of this one: `./dev script` gives it these values by these names.
const lend = () => [
    script, page, root, kids, ours, wasOpen, seenOpen, inside, childrenOf, isThere, learn, make, remove, arrange, setText, setAttribute, restoreButtons,
    patching, closest, closeDialog, allFields, touch, giveFocus, topmost, tell, watch, unwatch, senderOf, find, focused, enter, leave, browserNavigation,
    lacking, fieldsOf, formOf, isAsRendered, isAlive, awaitsAnswer, replay, unsent, headers, pageState, showForeseen,
    askBetween
];

const isAlive = () => isLive;
const unsent = () => queue;
// Whether nothing is under way that would lead to another page.
const pageState = () => ({ address, revision, isForeseen: !!foreseen, isSettled: isLive && !queue[0] && !underWay[0] && !foreseen });
const awaitsAnswer = (form) => marks.get(form) == "pending";

// The attributes of HTML's own that an older browser does not know: those of commands, of popovers, and of `details` of which one is open.
const lacking = [
    [HTMLButtonElement, "commandForElement", "button[commandfor]"], [HTMLElement, "popover", "button[popovertarget]"],
    [HTMLDetailsElement, "name", "details[name]"]
].flatMap(([type, name, selector]) => (name in type.prototype ? [] : [selector]));

// The attributes of elements that need the rare script.
const rareNames = ["confirm", "copies", "confirm-leaving", "meanwhile", "foreseen", "payload", "throttle", "transition", "prefetch"].map((name) => "data-" + name);
const isRare = (name, value) => rareNames.includes(name) || value == "file" || lacking.some((selector) => selector.includes(`[${name}]`));

// The buttons that need the rare script, and all elements that do.
const rareButtons = ["button[data-confirm],button[data-copies]", ...lacking.filter((selector) => selector[0] == "b")].join();
const rareElements = [rareButtons, ...lacking, "[type=file]", ...rareNames.map((name) => `[${name}]`)].join();

// Lets an act wait for the rare script, which asks about it or copies by it. If that does not come, the browser acts as without script.
function awaitRare(event) {
    const { type, target, submitter } = event;
    const selector = { click: rareButtons, submit: ":is(form[data-confirm],form:has([data-upload]))" }[type];
    const element = !rare && selector && closest(target, selector);
    if (!element) return false;
    event.preventDefault();
    need().then(() => {
        const wasLive = isLive;
        isLive &&= !!rare;
        replay(type == "click", element, submitter);
        isLive = wasLive;
    });
    return true;
}

function replay(isClick, element, submitter) {
    if (isClick) element.click();
    else HTMLFormElement.prototype.requestSubmit.call(element, submitter);
}

// Loads the rare script, and waits until it is there, or does not come: then the next call tries again.
function need() {
    return (arrival ??= loadRare());
}

async function loadRare() {
    for (let attempt = 0; !rare && attempt < 4; attempt++) {
        if (attempt) await retry(attempt);
        await new Promise((resolve) => {
            // The digest in the address is that of both scripts, since each fits only the other.
            const element = make(["script", { "data-elmwood": 1, src: script.src.replace(/.js$/, "-rare.js") }], root);
            element.lent = lend();
            element.bring = (brought) => (rare = brought);
            element.onload = element.onerror = () => resolve(element.remove());
            setTimeout(resolve, 20_000);
            page.head.append(element);
        });
    }
    if (!rare) arrival = null;
}
