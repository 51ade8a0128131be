// What visitors do, as events.

// The control whose typing waits for a pause, and what ends the wait.
let typing, typingTimer;
// Whether the last click or key came with those keys that have the browser open a tab or a window.
let isModified;

// Listens at the document to whatever it knows: on the way down, since not all events come up again.
function takeEvents() {
    for (const name of [...Object.keys(Document.prototype), "onfocusin", "onfocusout"]) {
        if (name.startsWith("on")) document.addEventListener(name.slice(2), take, true);
    }
}

function take(event) {
    const { type, target } = event;
    if (!isLive || isPatching || !target.closest) return;
    const names = [type];
    if (type == "keydown") {
        // Keys that write a word in a composition mean nothing by themselves.
        if (event.isComposing) return;
        names.push("keydown." + (event.key == " " ? "space" : event.key?.toLowerCase()));
    }
    if (type == "keydown" || type == "click") isModified = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isModified && type == "click") return;
    for (const name of names) {
        tellPage(name);
        const attribute = "data-on-" + name;
        const selector = "[" + CSS.escape(attribute) + "]" + (type == "click" ? ",[form=elmwood][name=message]" : "");
        const element = target.closest(selector);
        if (!element || (!event.bubbles && element != target)) continue;
        const text = element.getAttribute(attribute);
        // A button of the page's form, an own menu, something that can be dropped: not the browser's then.
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
        // What it changes is told once it has.
        const changed = [...target.elements].filter((control) => !isAsRendered(control));
        setTimeout(() => changed.forEach(announce));
    }
}

// Tells what is typed and waits: before anything else that is done, and when the wait is over.
function flushInput() {
    const control = typing;
    typing = 0;
    clearTimeout(typingTimer);
    if (control) tellEdit(control, "input");
}

// Tells a control's message, or its value: of all controls of that name, as a form would send it.
function tellEdit(control, type) {
    const text = control.getAttribute("data-on-" + type);
    if (text) tell("message", text, control);
    else {
        const name = (control.name ||= control.id);
        // One that is told of at each keystroke alone belongs to no form where there is no script.
        for (const one of document.getElementsByName(name)) one.form ?? one.setAttribute("form", "elmwood");
        const form = control.form.getAttribute("data-form");
        const fields = entriesOf(control.form).filter((field) => field[0] == name);
        if (form == null) tell(type, name, control, fields);
        else tell("form-" + type, form + "\n" + name, control, fields);
    }
    noteEdit(control, lastSequence, type == "input");
}

// What a form sends. A file field without a file sends nothing.
const entriesOf = (form, submitter) => [...new FormData(form, submitter)].filter(([, value]) => value.name != "");

function takeSubmit(event, form, submitter) {
    if (isModified || form.matches("[target]") || submitter?.matches("[formtarget]")) return;
    const name = form.getAttribute("data-form");
    const isPageForm = form.matches("#elmwood");
    if (name == null && !isPageForm) return;
    event.preventDefault();
    // The controls of the page's form have told their changes by themselves.
    if (isPageForm) return flushInput();
    const fields = entriesOf(form, submitter);
    // The hidden field says which form it is where there is no script.
    fields.splice(fields.findIndex((field) => field[0] == "form"), 1);
    tell("submit", name, form, fields);
    noteSubmit(form, lastSequence);
}

function announce(control) {
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

// Tells what was entered before there was a script, and what the browser has filled in again.
function tellRestored() {
    for (const control of document.querySelectorAll("[data-on-input],[data-on-change]")) {
        if (!isAsRendered(control)) announce(control);
    }
}
