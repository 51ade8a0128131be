// Changes that are made as an event is queued, until its answer is shown: `data-meanwhile`. They lie above the page of the server: each patch
// finds the page without them, and afterwards those are made again whose events it does not contain.

// The events whose answers the page does not show yet.
let unshown = [];

// What undoes the changes that are shown, in the order in which they were made.
const undoing = [];

// What had the focus before it was hidden or disabled.
let unfocused;

// The changes that the view may ask for. Each returns what undoes it.
const changes = {
    text(element, text) {
        const before = [...element.childNodes];
        element.replaceChildren(text);
        return () => element.replaceChildren(...before);
    },
    class(element, names) {
        const added = names.split(" ").filter((name) => name && !element.classList.contains(name));
        element.classList.add(...added);
        return () => element.classList.remove(...added);
    },
    hide: (element) => raise(element, "hidden"),
    disable: (element) => raise(element, /^(button|fieldset|input|option|select|textarea)$/.test(element.localName) ? "disabled" : "inert")
};

// Sets an attribute without a value. The browser takes the focus from what is hidden or disabled.
function raise(element, name) {
    if (element.hasAttribute(name)) return () => {};
    if (element.contains(page.activeElement)) unfocused = page.activeElement;
    element.setAttribute(name, "");
    return () => element.removeAttribute(name);
}

// Whether the control still offers what the event has sent: a patch may have made another one of it.
function offers({ type, text, target }) {
    const isOffer = (name) => (name == "value" || name.startsWith("data-on-")) && target.getAttribute(name) == text;
    return type != "message" || target?.getAttributeNames().some(isOffer);
}

// Makes the changes for an event: of its control, and of the elements that name its message.
function makeChanges(event) {
    // A row that was moved.
    const revert = event.fields.change?.();
    if (revert) undoing.push(revert);
    for (const element of page.querySelectorAll("[data-meanwhile]")) {
        let applies;
        // A line that begins with a space continues the text of the one before.
        for (const line of element.getAttribute("data-meanwhile").split(/\n(?! )/)) {
            const [word, ...words] = line.split(" ");
            const value = words.join(" ").replaceAll("\n ", "\n");
            if (word == "own") applies = element == event.target && offers(event);
            else if (word == "of") applies = event.type == "message" && value == event.text;
            else if (applies && Object.hasOwn(changes, word)) undoing.push(changes[word](element, value));
        }
    }
}

// Makes the changes for an event that was just queued.
function beginMeanwhile(event) {
    if (!event.target || unshown.includes(event)) return;
    unshown.push(event);
    makeChanges(event);
}

// Whether the answer to the event with these fields is not shown yet.
const isUnshown = (fields) => unshown.some((event) => event.fields == fields);

// Undoes all changes.
function undoMeanwhile() {
    for (const revert of undoing.splice(0).reverse()) revert();
    const active = page.activeElement;
    if (unfocused?.isConnected && (!active || active == page.body)) unfocused.focus({ preventScroll: true });
    unfocused = null;
}

// Ends the changes of some events, so that they are not made again.
function endMeanwhile(isOver) {
    unshown = unshown.filter((event) => !isOver(event));
}

// Makes the changes again that have not ended.
function redoMeanwhile() {
    unshown.forEach(makeChanges);
}
