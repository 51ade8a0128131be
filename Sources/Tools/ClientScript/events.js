// The visitor's actions, as events.

// The control whose input is debounced, and its timer.
let typing, typingTimer;
// Whether a modifier of the last click or key makes the browser open a tab or a window.
let isModified;
// The target of the last click; of a double click, of its first.
let clicked = root;
// The link of the last click, which the browser is about to follow.
let followed;
// The field whose composition has just ended.
let composed;

// Listens to all events of the document, in the capture phase, since not all events bubble.
function takeEvents() {
    for (const name of [...Object.keys(Document.prototype), "onfocusin", "onfocusout", "oninview"]) {
        if (name.startsWith("on")) page.addEventListener(name.slice(2), take, true);
    }
    page.addEventListener("compositionend", ({ target }) => {
        composed = target;
        // Some browsers send the composed text as a further input.
        setTimeout(() => composed == target && take({ type: "input", target, bubbles: true }));
    });
    // Without it, Safari on a phone makes no click of a touch on an element that is no control.
    page.body.onclick ??= () => {};
}

// Listens to an event of custom elements, whose name has a hyphen. A second listener that is the same is none.
function listenTo(attribute) {
    const [, type] = /^data-on-(.+-.*)/.exec(attribute) ?? [];
    if (type) page.addEventListener(type, take, true);
}

function take(event) {
    const { type, target } = event;
    if (!isLive || isPatching || !(target instanceof Element)) return;
    const names = [type];
    // Keys and texts during a composition have no meaning of their own. The key that ends it comes after it in Safari, with this code.
    if (event.isComposing || event.keyCode == 229) return;
    if (type == "input") {
        composed = null;
        if (target.files && !isOwn(target)) need().then(() => rare?.checkFiles(target));
    }
    if (type == "keydown") {
        names.push("keydown." + (event.key == " " ? "space" : event.key?.toLowerCase()));
    }
    if (awaitRare(event)) return;
    if (event.metaKey != null) isModified = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isModified && type == "click") return;
    if (type == "click") followed = closest(target, "a,area");
    if (isOfPatch(event)) return;
    const border = closest(target, "[data-stops-propagation]");
    for (const name of names) {
        if (!border) tellPage(name);
        const attribute = "data-on-" + name;
        const selector = "[" + CSS.escape(attribute) + "]" + (type == "click" ? ",[form=elmwood][name=message]" : "");
        const element = closest(target, selector);
        if (!element || !(event.bubbles || element == target) || (border && !border.contains(element))) continue;
        if (name == "click") {
            // The browser will click the label's control, within the same element.
            const label = closest(target, "label,a,button,input,select,textarea");
            const control = label?.control;
            if (control && !control.disabled && element.contains(control) && element != label) continue;
            // If a patch removed the clicked control, a double click's second click is not meant for the one at its position now.
            if (event.detail < 2) clicked = element;
            if (!clicked.isConnected) return event.preventDefault();
        }
        const text = element.getAttribute(attribute);
        if (text?.[0] == " " || element.dataset.throttle) {
            const tellIt = () => rare?.tellPayload(event, element, text, name, answered, lastSequence);
            // What is dropped or pasted can be read only now.
            if (rare) tellIt();
            else need().then(tellIt);
            continue;
        }
        // For a button of the page's form, a context menu of the program, and a drop target, the browser's own action
        // is prevented.
        if (text == null || /menu|over|drop/.test(name) || element.hasAttribute("data-prevents-default")) event.preventDefault();
        if (name == "input" && element.dataset.debounce) {
            if (typing != element) flushInput();
            clearTimeout(typingTimer);
            typing = element;
            typingTimer = setTimeout(flushInput, element.dataset.debounce);
        } else if (name == "input" || name == "change") tellEdit(element, name);
        else {
            // Events may answer each other.
            if (lastSequence > 9 && !/click|key/.test(name)) need();
            if (!rare?.runsOn(name, text, answered, lastSequence)) tell("message", text ?? element.value, element);
        }
    }
    if (type == "keydown" && !border) rare?.tellShortcut(event, watched);
    if (type == "dragover" && closest(target, "[data-on-drop]")) event.preventDefault();
    if (type == "submit") takeSubmit(event, target, event.submitter);
    if (type == "reset") {
        // The changed controls are announced after the reset.
        const changed = fieldsOf(target).filter((control) => !isAsRendered(control));
        setTimeout(() => {
            changed.forEach(announce);
            release(target);
        });
    }
}

// Whether a patch has opened or closed the element, and not the visitor.
function isOfPatch({ type, target, newState }) {
    if (type == "close") {
        const wasClosing = target[isClosing];
        target[isClosing] = false;
        return wasClosing;
    }
    if (type != "toggle") return;
    const isOpen = newState ? newState == "open" : target.open;
    const wasKnown = target[seenOpen] == isOpen;
    target[seenOpen] = isOpen;
    return wasKnown;
}

// Queues a debounced input: before any other event, and when its time is over.
function flushInput() {
    rare?.releaseThrottled();
    const control = typing;
    typing = null;
    clearTimeout(typingTimer);
    // A patch may have removed it.
    if (control?.isConnected) tellEdit(control, "input");
}

// Queues a control's message, or its value: those of all controls of that name, as a form would send them.
function tellEdit(control, type) {
    if (control.files && (control.dataset.upload || control.reportValidity?.() == false)) return;
    const text = control.getAttribute("data-on-" + type);
    if (text) tell("message", text, control);
    else {
        if (!control.getAttribute("name")) control.setAttribute("name", control.id);
        const name = control.getAttribute("name");
        // A lone control with only an event for keystrokes has no form attribute, since it does not work without
        // script.
        for (const one of page.getElementsByName(name)) formOf(one) ?? one.setAttribute("form", "elmwood");
        const form = formOf(control).getAttribute("data-form");
        const fields = entriesOf(formOf(control)).filter((field) => field[0] == name);
        if (form == null) tell(type, name, control, fields);
        else tell("form-" + type, form + "\n" + name, control, fields);
    }
    noteEdit(control, lastSequence, type == "input");
}

// The entries that a form sends. A file field without a file sends nothing.
const entriesOf = (form, submitter) => [...new FormData(form, submitter)].filter(([, value]) => value.name != "");

function takeSubmit(event, form, submitter) {
    setTimeout(() => release(form));
    // What leads elsewhere than to the program, or nowhere, is left to the browser.
    const method = submitter?.getAttribute("formmethod") ?? form.getAttribute("method");
    if (isModified || /^dialog$/i.test(method) || form.hasAttribute("target")) return;
    if (submitter?.hasAttribute("formtarget") || submitter?.hasAttribute("formaction")) return;
    const name = form.getAttribute("data-form");
    const isPageForm = form.getAttribute("id") == "elmwood";
    if (name == null && !isPageForm) return;
    event.preventDefault();
    // The controls of the page's form have reported their changes themselves.
    if (isPageForm) return flushInput();
    if (rare?.awaitsUploads(form, submitter)) return;
    const fields = entriesOf(form, submitter);
    rare?.exchangeFiles(form, fields);
    // The hidden field identifies the form only without script.
    fields.splice(fields.findIndex((field) => field[0] == "form"), 1);
    tell("submit", name, form, fields);
    noteSubmit(form, lastSequence);
}

function announce(control) {
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

// Reports what the visitor has done before the script ran. What the browser has restored was told before, so that the model decides; but a text
// that is told by its change alone is kept.
function tellEarly(isRestored) {
    for (const control of page.querySelectorAll("[data-on-input],[data-on-change]")) {
        if (isAsRendered(control)) continue;
        if (!isRestored) announce(control);
        else if (control.options || isTicked(control) || control.hasAttribute("data-on-input")) {
            setValue(control, initialValue(control));
        }
    }
}

// Tells the text of the field that is being edited, as leaving the field would.
function tellUnfinished() {
    flushInput();
    const field = page.activeElement;
    if (field && edits.get(field) > lastSequence && field.hasAttribute("data-on-change")) tellEdit(field, "change");
}
