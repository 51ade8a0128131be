// Controls: the visitor's changes of them, compared with what is rendered.

// The number of the last event of this page. Code that queues an event increments it: `++lastSequence`.
let lastSequence = 0;

// The last edit of a field: the number of its event, or of the next one. A patch that does not include that event is
// older, and leaves the field unchanged. For a form, the event of its submit.
let edits = new WeakMap();

// The controls whose events have not been answered: [sequence, isInput].
const awaited = new Map();

// The states that elements are marked with.
const marks = new WeakMap();

// The fields that the current patch may change, and how they were before; null if there is no patch.
let touched = null;

// The forms that the visitor has edited since they were last sent or reset, and the values that their hidden fields get then.
let edited = new WeakSet();
const held = new Map();

// The controls that had the focus, the last one at the end.
const focused = [];

// The field in which an input method composes a text.
let composing = null;

// Begins to record the visitor's changes of controls.
function watchFields() {
    addEventListener("input", ({ target }) => {
        edits.set(target, lastSequence + 1);
        if (formOf(target)) edited.add(formOf(target));
    }, true);
    addEventListener("compositionstart", (event) => (composing = event.target), true);
    addEventListener("compositionend", () => (composing = null), true);
    // These were left unchanged while they had the focus.
    addEventListener("focusout", () => setTimeout(() => settleFields(patchSequence)));
    addEventListener("focusin", ({ target }) => {
        focused.push(target);
        if (focused.length > 9) focused.shift();
    });
}

// A custom element with `data-field` is a field: it has the property `value`, and begins with that of its attribute.
const fieldSelector = "input,select,textarea,[data-field]";

// All fields of the page.
function allFields() {
    return [...page.querySelectorAll(fieldSelector)];
}

// Whether a field is a custom element.
const isOwn = (field) => field.hasAttribute?.("data-field");

// The options of a `select`.
const optionsOf = (field) => !isOwn(field) && field.options;

// The form of a field. A custom element need not tell it.
function formOf(field) {
    return isOwn(field) ? find(field.getAttribute("form")) ?? closest(field, "form") : field.form;
}

// The fields of a form. A field named `elements` would hide the form's own list.
function fieldsOf(form) {
    return allFields().filter((field) => formOf(field) == form);
}

// The group of a radio button; any other field by itself.
function group(field) {
    if (field.type != "radio") return [field];
    return [...page.getElementsByName(field.name)].filter((one) => one.type == "radio" && one.form == field.form);
}

// Whether the field is a checkbox or radio button.
function isTicked(field) {
    return /box|radio/.test(field.type);
}

// The values of the chosen options, as one text.
function valuesOf(options, isChosen) {
    return [...options]
        .filter((option) => option[isChosen])
        .map((option) => option.value)
        .join("\n");
}

// The current value of a field.
function currentValue(field) {
    if (optionsOf(field)) return valuesOf(field.options, "selected");
    // A custom element has no value before its script is there.
    return isTicked(field) ? field.checked : field.value ?? renderedValue(field);
}

// The value that the view gives to a field; for a `select` and radio buttons, the ones that it marks as chosen.
function renderedValue(field) {
    if (optionsOf(field)) return valuesOf(field.options, "defaultSelected");
    if (isTicked(field)) return valuesOf(group(field), "defaultChecked");
    return isOwn(field) ? field.getAttribute("value") ?? "" : field.defaultValue;
}

// The value that a field would have on a newly loaded page.
function initialValue(field) {
    // A copy selects its first option if the view selects none.
    if (optionsOf(field)) return currentValue(field.cloneNode(true));
    if (isTicked(field)) return field.defaultChecked;
    if (isOwn(field) || /^(text|hidden|search|tel|password|file|textarea)/.test(field.type)) return renderedValue(field);
    // The browser corrects what it is given: a colour is lower case, a range within its limits. A copy would have the visitor's value.
    const copy = page.createElement("input");
    for (const name of ["type", "min", "max", "step", "multiple", "value"]) {
        if (field.hasAttribute(name)) copy.setAttribute(name, field.getAttribute(name));
    }
    return copy.value;
}

// Whether a field has the value that it would have on a newly loaded page.
function isAsRendered(field) {
    return currentValue(field) === initialValue(field);
}

// Sets the value of a field.
function setValue(field, value) {
    const before = currentValue(field);
    if (before === value) return;
    if (optionsOf(field)) {
        const values = value.split("\n");
        for (const option of field.options) option.selected = values.includes(option.value);
    } else if (isTicked(field)) field.checked = value;
    // A number keeps the visitor's notation.
    else if (field.type != "number" || !value || +value != before) field.value = value;
    // It has no file any more.
    if (field.files) field.setCustomValidity?.("");
}

// Whether the visitor edited a field, or its group, after that event. What is within an opaque element is its script's.
function isLate(field, sequence) {
    return closest(field, "[data-opaque] *") || group(field).some((one) => one == composing || edits.get(one) > sequence);
}

// What a field is for. If a patch changes it, the field has become another one.
function purposeOf(field) {
    return [field.name, field.type, field.id].join();
}

// Notes the field that an element is or belongs to, and those of its group, before the element is changed. All other fields remain as they are.
function touch(element) {
    if (!touched || !element.hasAttribute) return;
    const field = closest(element, fieldSelector);
    if (!field || touched.has(field)) return;
    for (const one of group(field)) {
        touched.set(one, {
            current: currentValue(one),
            rendered: renderedValue(one),
            wasAsRendered: isAsRendered(one),
            purpose: purposeOf(one)
        });
    }
}

// Whether a hidden field has to keep its value, since the visitor edits its form: what is sent says what they saw.
function isHeld(field, name, value) {
    if (name != "value" || field.type != "hidden" || !edited.has(field.form)) return false;
    held.set(field, value);
    return true;
}

// Gives the hidden fields of a form that is sent or reset the values that they would have by now.
function release(form) {
    edited.delete(form);
    for (const [field, value] of held) {
        if (field.isConnected && edited.has(field.form)) continue;
        held.delete(field);
        putAttribute(field, "value", value);
    }
}

// Forgets what the visitor has edited, since they have left for another page. Its forms may be the same elements.
function forgetEdits() {
    edits = new WeakMap();
    edited = new WeakSet();
    release();
}

// Runs a change of the tree, and then settles the fields. Those with a new rendered value get it. The others, and those
// edited after that event, keep their current value. Focus and caret are preserved.
function patching(sequence, change) {
    isPatching = true;
    rare?.beforePatch();
    const active = page.activeElement ?? page.body;
    const isByKeyboard = active.matches(":focus-visible");
    const around = [];
    for (let one = active; one; one = one.parentElement) around.push(one);
    const { value, selectionStart, selectionEnd, selectionDirection } = active;
    const isAnswer = sequence > patchSequence;
    patchSequence = sequence;
    touched = new Map();
    wantsFocus = null;
    try {
        change();
        showNewcomers();
        for (const [field, { current, rendered, wasAsRendered, purpose }] of touched) {
            const isOtherField = purposeOf(field) != purpose;
            if (isOtherField) edits.delete(field);
            // What the visitor typed and has not sent is replaced only by the answer to something that they have done since.
            const isNew = renderedValue(field) !== rendered && (isAnswer || !edits.has(field));
            const takesRendered = isOtherField || (!isLate(field, sequence) && (wasAsRendered || isNew));
            setValue(field, takesRendered ? initialValue(field) : current);
        }
        const next = wantsFocus?.isConnected && wantsFocus;
        // A change that the visitor did not cause must not move the focus.
        if (next && (isAnswer || !active.isConnected || active == page.body)) giveFocus(next);
        else if (!active.isConnected && isByKeyboard) {
            const refocus = () => rare?.refocus(around);
            if (rare) refocus();
            else need().then(refocus);
        } else if (active != page.activeElement) active.focus({ preventScroll: true });
        if (selectionStart != null && active.value != value) {
            // A caret at the end stays at the end.
            const moved = (place) => (place == value.length ? active.value.length : place);
            active.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
        }
        rare?.afterPatch();
    } finally {
        isPatching = false;
        touched = null;
    }
}

// Focuses an element. In a field without a caret, the caret is put at the end.
function giveFocus(element) {
    element?.focus();
    if (element?.selectionEnd == 0) element.selectionStart = element.value.length;
}

// Records that an event contains the current value of a field. Patches that do not include that event leave the field
// unchanged. `isInput`: the visitor may still be typing, so the field is not reset while it has the focus.
function noteEdit(field, sequence, isInput) {
    edits.set(field, sequence);
    awaited.set(field, isInput);
}

// Shows the rendered value in the controls whose events, up to this one, have been answered.
function settleFields(sequence) {
    for (const [field, isInput] of awaited) {
        if (isLate(field, sequence) || (isInput && field == page.activeElement)) continue;
        awaited.delete(field);
        // If the view does not set the field's value, the visitor does.
        if (isTicked(field) || field.hasAttribute("value") || renderedValue(field)) group(field).forEach((one) => setValue(one, initialValue(one)));
    }
}

// Records that an event contains the current values of a form's fields.
function noteSubmit(form, sequence) {
    for (const one of [form, ...fieldsOf(form)]) edits.set(one, sequence);
}

// Resets the fields that have not been edited since the submit to their rendered values.
function acceptSubmit(form) {
    for (const field of fieldsOf(form)) if (!isLate(field, edits.get(form))) setValue(field, initialValue(field));
}

// Where this script's own elements can be used: those outside of a modal dialog are inert.
const topmost = () => [...page.querySelectorAll(":modal")].pop() ?? page.body;

// Shows above the unchanged page why an event failed, or removes the message if there is no such element.
function showFailure(element) {
    find("elmwood-failure")?.remove();
    if (!element) return;
    const failure = make(element, root);
    topmost().append(failure);
    failure.showPopover?.();
}

// Marks an element as "pending", "failed" or "offline", or with "" as none of these. Patches preserve the mark.
function mark(element, state) {
    const before = marks.get(element);
    element.classList.remove("elmwood-" + before);
    if (before == "pending") element.removeAttribute("aria-busy");
    marks.set(element, state);
    showMark(element);
}

// Shows the mark of an element, if it has one.
function showMark(element) {
    const state = marks.get(element);
    if (state) element.classList.add("elmwood-" + state);
    if (state == "pending") element.setAttribute("aria-busy", true);
}
