// The visitor's actions, as events.

// The control whose input is debounced, and its timer.
let typing, typingTimer;
// Whether a modifier of the last click or key makes the browser open a tab or a window.
let isModified;
// The target of the last click; of a double click, of its first.
let clicked = document;

// Listens to all events of the document, in the capture phase, since not all events bubble.
function takeEvents() {
    for (const name of [...Object.keys(Document.prototype), "onfocusin", "onfocusout", "oninview"]) {
        if (name.startsWith("on")) document.addEventListener(name.slice(2), take, true);
    }
}

function take(event) {
    const { type, target } = event;
    if (!isLive || isPatching || !target.closest) return;
    const names = [type];
    if (type == "keydown") {
        // Keys during a composition have no meaning of their own.
        if (event.isComposing) return;
        names.push("keydown." + (event.key == " " ? "space" : event.key?.toLowerCase()));
    }
    if (event.metaKey != null) isModified = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isModified && type == "click") return;
    for (const name of names) {
        tellPage(name);
        const attribute = "data-on-" + name;
        const selector = "[" + CSS.escape(attribute) + "]" + (type == "click" ? ",[form=elmwood][name=message]" : "");
        const element = target.closest(selector);
        if (!element || !(event.bubbles || element == target)) continue;
        if (name == "click") {
            // If a patch removed the clicked control, a double click's second click is not meant for the one at its position now.
            if (event.detail < 2) clicked = element;
            if (!clicked.isConnected) return event.preventDefault();
        }
        const text = element.getAttribute(attribute);
        // For a button of the page's form, a context menu of the program, and a drop target, the browser's own action
        // is prevented.
        if (text == null || /menu|over|drop/.test(name)) event.preventDefault();
        if (name == "input" && element.dataset.debounce) {
            if (typing != element) flushInput();
            clearTimeout(typingTimer);
            typing = element;
            typingTimer = setTimeout(flushInput, element.dataset.debounce);
        } else if (name == "input" || name == "change") tellEdit(element, name);
        else tell("message", text ?? element.value, element);
    }
    if (type == "dragover" && target.closest("[data-on-drop]")) event.preventDefault();
    if (type == "submit") takeSubmit(event, target, event.submitter);
    if (type == "reset") {
        // The changed controls are announced after the reset.
        const changed = [...target.elements].filter((control) => !isAsRendered(control));
        setTimeout(() => changed.forEach(announce));
    }
}

// Queues a debounced input: before any other event, and when its time is over.
function flushInput() {
    const control = typing;
    typing = null;
    clearTimeout(typingTimer);
    if (control) tellEdit(control, "input");
}

// Queues a control's message, or its value: those of all controls of that name, as a form would send them.
function tellEdit(control, type) {
    const text = control.getAttribute("data-on-" + type);
    if (text) tell("message", text, control);
    else {
        const name = (control.name ||= control.id);
        // A lone control with only an event for keystrokes has no form attribute, since it does not work without
        // script.
        for (const one of document.getElementsByName(name)) one.form ?? one.setAttribute("form", "elmwood");
        const form = control.form.getAttribute("data-form");
        const fields = entriesOf(control.form).filter((field) => field[0] == name);
        if (form == null) tell(type, name, control, fields);
        else tell("form-" + type, form + "\n" + name, control, fields);
    }
    noteEdit(control, lastSequence, type == "input");
}

// The entries that a form sends. A file field without a file sends nothing.
const entriesOf = (form, submitter) => [...new FormData(form, submitter)].filter(([, value]) => value.name != "");

function takeSubmit(event, form, submitter) {
    if (isModified || form.matches("[target]") || submitter?.matches("[formtarget]")) return;
    const name = form.getAttribute("data-form");
    const isPageForm = form.matches("#elmwood");
    if (name == null && !isPageForm) return;
    event.preventDefault();
    // The controls of the page's form have reported their changes themselves.
    if (isPageForm) return flushInput();
    const fields = entriesOf(form, submitter);
    // The hidden field identifies the form only without script.
    fields.splice(fields.findIndex((field) => field[0] == "form"), 1);
    tell("submit", name, form, fields);
    noteSubmit(form, lastSequence);
}

function announce(control) {
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

// Reports input from before the script ran, and values that the browser has restored.
function tellRestored() {
    for (const control of document.querySelectorAll("[data-on-input],[data-on-change]")) {
        if (!isAsRendered(control)) announce(control);
    }
}
