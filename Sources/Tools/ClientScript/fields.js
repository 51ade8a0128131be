// Controls: the visitor's changes of them, compared with what is rendered.

// The number of the last event of this page. Code that queues an event increments it: `++lastSequence`.
let lastSequence = 0;

// The last edit of a field: the number of its event, or of the next one. A patch that does not include that event is
// older, and leaves the field unchanged. For a form, the event of its submit.
const edits = new WeakMap();

// The controls whose events have not been answered: [sequence, isInput].
const awaited = new Map();

// The states that elements are marked with.
const marks = new WeakMap();

// The fields that this script has marked as invalid.
const invalid = new Set();

// The field in which an input method composes a text.
let composing = null;

// Begins to record the visitor's changes of controls.
function watchFields() {
    addEventListener("input", (event) => edits.set(event.target, lastSequence + 1), true);
    addEventListener("compositionstart", (event) => (composing = event.target), true);
    addEventListener("compositionend", () => (composing = null), true);
    // These were left unchanged while they had the focus.
    addEventListener("focusout", () => setTimeout(() => settleFields(patchSequence)));
}

// All fields of the page.
function allFields() {
    return [...document.querySelectorAll("input,select,textarea")];
}

// The fields of a form. A field named `elements` would hide the form's own list.
function fieldsOf(form) {
    return allFields().filter((field) => field.form == form);
}

// The group of a radio button; any other field by itself.
function group(field) {
    if (field.type != "radio") return [field];
    return [...document.getElementsByName(field.name)].filter((one) => one.type == "radio" && one.form == field.form);
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
    if (field.options) return valuesOf(field.options, "selected");
    return isTicked(field) ? field.checked : field.value;
}

// The value that the view gives to a field; for a `select` and radio buttons, the ones that it marks as chosen.
function renderedValue(field) {
    if (field.options) return valuesOf(field.options, "defaultSelected");
    if (isTicked(field)) return valuesOf(group(field), "defaultChecked");
    return field.defaultValue;
}

// The value that a field would have on a newly loaded page.
function initialValue(field) {
    // A copy selects its first option if the view selects none.
    if (field.options) return currentValue(field.cloneNode(true));
    return isTicked(field) ? field.defaultChecked : field.defaultValue;
}

// Whether a field has the value that it would have on a newly loaded page.
function isAsRendered(field) {
    return currentValue(field) === initialValue(field);
}

// Sets the value of a field.
function setValue(field, value) {
    const before = currentValue(field);
    if (before === value) return;
    if (field.options) {
        const values = value.split("\n");
        for (const option of field.options) option.selected = values.includes(option.value);
    } else if (isTicked(field)) field.checked = value;
    // A number keeps the visitor's notation.
    else if (field.type != "number" || !value || +value != before) field.value = value;
}

// Whether the visitor edited a field, or its group, after that event.
function isLate(field, sequence) {
    return group(field).some((one) => one == composing || edits.get(one) > sequence);
}

// What a field is for. If a patch changes it, the field has become another one.
function purposeOf(field) {
    return [field.name, field.type, field.id].join();
}

// Runs a change of the tree, and then settles the fields. Those with a new rendered value get it. The others, and those
// edited after that event, keep their current value. Focus and caret are preserved.
function patching(sequence, change) {
    const before = allFields().map((field) => ({
        field,
        current: currentValue(field),
        rendered: renderedValue(field),
        wasAsRendered: isAsRendered(field),
        purpose: purposeOf(field)
    }));
    const wantingFocus = () => [...document.querySelectorAll("[autofocus]")];
    const wantedFocus = wantingFocus();
    const active = document.activeElement ?? document.body;
    const { value, selectionStart, selectionEnd, selectionDirection } = active;
    const isAnswer = sequence > patchSequence;
    patchSequence = sequence;
    isPatching = true;
    try {
        change();
        for (const { field, current, rendered, wasAsRendered, purpose } of before) {
            const isOtherField = purposeOf(field) != purpose;
            if (isOtherField) edits.delete(field);
            // What the visitor typed and has not sent is replaced only by the answer to something that they have done since.
            const isNew = renderedValue(field) !== rendered && (isAnswer || !edits.has(field));
            const takesRendered = isOtherField || (!isLate(field, sequence) && (wasAsRendered || isNew));
            setValue(field, takesRendered ? initialValue(field) : current);
        }
        const next = wantingFocus().find((element) => !wantedFocus.includes(element));
        // A change that the visitor did not cause must not move the focus.
        if (next && (isAnswer || !active.isConnected || active == document.body)) giveFocus(next);
        else if (active != document.activeElement) active.focus({ preventScroll: true });
        if (selectionStart != null && active.value != value) {
            // A caret at the end stays at the end.
            const moved = (place) => (place == value.length ? active.value.length : place);
            active.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
        }
    } finally {
        isPatching = false;
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
        if (isLate(field, sequence) || (isInput && field == document.activeElement)) continue;
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

// Shows exactly these problems: `[form or null, field or null, sentence]` each.
function showProblems(problems) {
    for (const field of invalid) field.removeAttribute("aria-invalid");
    invalid.clear();
    // The page may have been loaded with the list.
    document.querySelector(".problems[data-elmwood]")?.remove();
    const sentences = new Set();
    for (const [form, name, sentence] of problems) {
        // A sentence that the page contains is not shown again.
        if (!document.body.textContent.includes(sentence)) sentences.add(sentence);
        for (const field of allFields()) {
            // Lone fields belong to the form without a name.
            if (field.name == name && field.form?.getAttribute("data-form") === form) {
                if (!field.hasAttribute("aria-invalid")) invalid.add(field);
                field.setAttribute("aria-invalid", true);
            }
        }
    }
    const items = [...sentences].map((sentence) => ["li", sentence]);
    if (items[0])
        document.body.prepend(make(["div", { "data-elmwood": 1, role: "alert", class: "problems" }, ["ul", ...items]], root));
}

// Shows above the unchanged page why an event failed, or removes the message if there is no such element.
function showFailure(element) {
    find("elmwood-failure")?.remove();
    if (!element) return;
    const failure = make(element, root);
    // Elements outside of a modal dialog are inert.
    (document.querySelector(":modal") ?? document.body).append(failure);
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
