// Controls: what the visitor does to them, against what is rendered.

// The number of the last event of this page. What makes events counts it up: `++lastSequence`.
let lastSequence = 0;

// What the visitor did last to a field: the number of the event that carries it, or of the next one. A patch that does
// not include that event was made before, and leaves the field alone. Of a form, the event by which it was submitted.
const edits = new WeakMap();

// The controls whose events have not been answered: [sequence, isInput].
const awaited = new Map();

// The marks of elements.
const marks = new WeakMap();

// The fields that were marked as invalid here.
const invalid = new Set();

// What is shown of problems, and of a failure.
let problemList, failure;

// The field that text is being composed in, by an input method.
let composing;

// Begins to see what the visitor does to controls.
function watchFields() {
    addEventListener("input", (event) => edits.set(event.target, lastSequence + 1), true);
    addEventListener("compositionstart", (event) => (composing = event.target), true);
    addEventListener("compositionend", () => (composing = 0), true);
    // What was left to the visitor as long as it had the focus.
    addEventListener("focusout", () => setTimeout(() => settleFields(patchSequence)));
}

// All that visitors fill in.
function allFields() {
    return [...document.querySelectorAll("input,select,textarea")];
}

// Those of a form. A field named `elements` would hide the form's own list.
function fieldsOf(form) {
    return allFields().filter((field) => field.form == form);
}

// The radio buttons of which one is chosen, where it is one; else the field alone.
function group(field) {
    if (field.type != "radio") return [field];
    return [...document.getElementsByName(field.name)].filter((one) => one.type == "radio" && one.form == field.form);
}

// Whether the field is on or off.
function isTicked(field) {
    return /box|radio/.test(field.type);
}

// The values of some options, as one text.
function valuesOf(options, isChosen) {
    return [...options]
        .filter((option) => option[isChosen])
        .map((option) => option.value)
        .join("\n");
}

// What the field holds.
function held(field) {
    if (field.options) return valuesOf(field.options, "selected");
    return isTicked(field) ? field.checked : field.value;
}

// What the view says that the field holds; of a `select` and of radio buttons, which were said to be chosen.
function rendered(field) {
    if (field.options) return valuesOf(field.options, "defaultSelected");
    if (isTicked(field)) return valuesOf(group(field), "defaultChecked");
    return field.defaultValue;
}

// What the field would hold on a page that has just been loaded.
function fresh(field) {
    // A copy has its first option chosen, where none was said to be.
    if (field.options) return held(field.cloneNode(true));
    return isTicked(field) ? field.defaultChecked : field.defaultValue;
}

// Whether the field holds what it would hold on a page that has just been loaded.
function isAsRendered(field) {
    return held(field) === fresh(field);
}

// Has the field hold that.
function hold(field, value) {
    const before = held(field);
    if (before === value) return;
    if (field.options) {
        const values = value.split("\n");
        for (const option of field.options) option.selected = values.includes(option.value);
    } else if (isTicked(field)) field.checked = value;
    // A number stays as the visitor wrote it.
    else if (field.type != "number" || !value || +value != before) field.value = value;
}

// Whether the visitor did something to a field, or its group, after that event.
function isLate(field, sequence) {
    return group(field).some((one) => one == composing || edits.get(one) > sequence);
}

// Makes a change of the tree. Then fields that it said something of hold what it says; the others, and those where the
// visitor was later, hold what they held. Focus and caret stay where they were.
function patching(sequence, change) {
    const use = (field) => [field.name, field.type, field.id].join();
    const state = (field) => [field, held(field), rendered(field), isAsRendered(field), use(field)];
    const before = allFields().map(state);
    const wanting = () => [...document.querySelectorAll("[autofocus]")];
    const wanted = wanting();
    const active = document.activeElement ?? document.body;
    const { value, selectionStart, selectionEnd, selectionDirection } = active;
    const isAnswer = sequence > patchSequence;
    patchSequence = sequence;
    isPatching = true;
    try {
        change();
        for (const [field, holding, said, isFresh, name] of before) {
            // It is another field now.
            const isOther = use(field) != name;
            if (isOther) edits.delete(field);
            const isSaid = !isLate(field, sequence) && (isFresh || rendered(field) !== said);
            hold(field, isOther || isSaid ? fresh(field) : holding);
        }
        const next = wanting().find((element) => !wanted.includes(element));
        // What somebody else did must not take the focus away from where the visitor is.
        if (next && (isAnswer || !active.isConnected || active == document.body)) giveFocus(next);
        else if (active != document.activeElement) active.focus({ preventScroll: true });
        if (selectionStart != null && active.value != value) {
            const moved = (place) => (place == value.length ? active.value.length : place);
            active.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
        }
    } finally {
        isPatching = false;
    }
}

// Gives the focus to an element. In a field that had no caret yet, one goes on behind what is there.
function giveFocus(element) {
    element?.focus();
    if (element?.selectionEnd == 0) element.selectionStart = 1e9;
}

// Notes that an event carries what a field holds now. Patches that do not include that event leave it alone.
// `isInput`: the visitor may be typing still, so the field is not set back while it has the focus.
function noteEdit(field, sequence, isInput) {
    edits.set(field, sequence);
    awaited.set(field, isInput);
}

// Shows what is rendered in the controls whose events, up to this one, have been answered.
function settleFields(sequence) {
    for (const [field, isInput] of awaited) {
        if (isLate(field, sequence) || (isInput && field == document.activeElement)) continue;
        awaited.delete(field);
        // Where the view does not say what the field holds, the visitor does.
        const isControlled = isTicked(field) || field.hasAttribute("value") || rendered(field);
        if (isControlled) group(field).forEach((one) => hold(one, fresh(one)));
    }
}

// Notes that an event carries what the fields of a form hold now.
function noteSubmit(form, sequence) {
    for (const one of [form, ...fieldsOf(form)]) edits.set(one, sequence);
}

// Sets the fields that still hold what was submitted back to what is rendered.
function acceptSubmit(form) {
    for (const field of fieldsOf(form)) if (!isLate(field, edits.get(form))) hold(field, fresh(field));
}

// Shows the problems that the page has now, and no others: `[form or null, field or null, sentence]` each.
function showProblems(problems) {
    for (const field of invalid) field.removeAttribute("aria-invalid");
    invalid.clear();
    problemList?.remove();
    const sentences = new Set();
    for (const [form, name, sentence] of problems) {
        // What the page says by itself is not said twice.
        if (!document.body.textContent.includes(sentence)) sentences.add(sentence);
        for (const field of allFields()) {
            // Lone fields are those of a form without a name.
            if (field.name != name || field.form?.getAttribute("data-form") !== form) continue;
            if (!field.hasAttribute("aria-invalid")) invalid.add(field);
            field.setAttribute("aria-invalid", true);
        }
    }
    const items = [...sentences].map((sentence) => ["li", sentence]);
    problemList = make(["div", { "data-elmwood": 1, role: "alert", class: "problems" }, ["ul", ...items]], root);
    if (items[0]) document.body.prepend(problemList);
}

// Shows over the page, which stays as it is, why something was not done; nothing any more where there is no such element.
function showFailure(element) {
    failure?.remove();
    if (!element) return;
    failure = make(element, root);
    // What is outside of a modal dialog could not be used.
    (document.querySelector(":modal") ?? document.body).append(failure);
    failure.showPopover?.();
}

// Marks an element as "pending", "failed", "offline", or not at all: "". Patches keep the mark.
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
