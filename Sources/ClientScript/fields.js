// Controls: what the visitor does to them, against what is rendered.

// The number of the last event of this page. What makes events counts it up: `++lastSequence`.
let lastSequence = 0;

// What the visitor did last to a control: the number of the event that carries it, or of the next one. A patch that does
// not include that event was made before, and leaves the control alone.
const edits = new WeakMap();

// The controls whose events have not been answered: [sequence, isInput].
const awaited = new Map();

// What the fields of a form held when it was submitted.
const submitted = new WeakMap();

// The marks of elements.
const marks = new WeakMap();

// The fields that were marked as invalid here.
const invalid = new Set();

// The control that text is being composed in, by an input method.
let composing;

// Begins to see what the visitor does to controls.
function watchFields() {
    addEventListener("input", (event) => edits.set(event.target, lastSequence + 1), true);
    addEventListener("compositionstart", (event) => (composing = event.target), true);
    addEventListener("compositionend", () => (composing = null), true);
    // What was left to the visitor as long as it had the focus.
    addEventListener("focusout", () => setTimeout(() => settleFields(patchSequence)));
}

// All that visitors fill in.
function allFields() {
    return [...document.querySelectorAll("input,select,textarea")];
}

// The radio buttons of which one is chosen, where it is one; else the control alone.
function group(control) {
    if (control.type != "radio") return [control];
    return [...document.getElementsByName(control.name)].filter((one) => one.type == "radio" && one.form == control.form);
}

// Whether the control is on or off.
function isTicked(control) {
    return control.type == "checkbox" || control.type == "radio";
}

// The values of some options, as one text.
function valuesOf(options, isChosen) {
    return [...options]
        .filter((option) => option[isChosen])
        .map((option) => option.value)
        .join("\n");
}

// What the control holds.
function held(control) {
    if (control.options) return valuesOf(control.options, "selected");
    return isTicked(control) ? control.checked : control.value;
}

// What the view says that the control holds; of a `select` and of radio buttons, which were said to be chosen.
function rendered(control) {
    if (control.options) return valuesOf(control.options, "defaultSelected");
    if (isTicked(control)) return valuesOf(group(control), "defaultChecked");
    return control.defaultValue;
}

// What the control would hold on a page that has just been loaded.
function fresh(control) {
    // A copy has its first option chosen, where none was said to be.
    if (control.options) return held(control.cloneNode(true));
    return isTicked(control) ? control.defaultChecked : control.defaultValue;
}

// Whether the control holds what it would hold on a page that has just been loaded.
function isAsRendered(control) {
    return held(control) === fresh(control);
}

// Has the control hold that.
function hold(control, value) {
    const before = held(control);
    if (before === value) return;
    if (control.options) {
        const values = value.split("\n");
        const options = [...control.options];
        // What was chosen is offered no more.
        if (!control.multiple && !options.some((option) => values.includes(option.value))) values[0] = fresh(control);
        for (const option of options) option.selected = values.includes(option.value);
    } else if (isTicked(control)) {
        control.checked = value;
    } else if (control.type != "number" || !value || +value != before || control != document.activeElement) {
        // While a number is typed, the visitor's way of writing it stays.
        control.value = value;
    }
}

// Makes a change of the tree. Then fields that it said something of hold what it says; the others, and those where the
// visitor was later, hold what they held. The caret stays where it was.
function keepFields(change) {
    const use = (field) => [field.name, field.type, field.id].join();
    const state = (field) => [field, held(field), rendered(field), isAsRendered(field), use(field)];
    const before = allFields().map(state);
    const active = document.activeElement;
    const { value, selectionStart, selectionEnd, selectionDirection } = active ?? {};
    change();
    for (const [field, holding, said, isFresh, name] of before) {
        // It is another field now.
        const isOther = use(field) != name;
        if (isOther) edits.delete(field);
        const isLate = group(field).some((one) => one == composing || edits.get(one) > patchSequence);
        hold(field, isOther || (!isLate && (isFresh || rendered(field) !== said)) ? fresh(field) : holding);
    }
    if (selectionStart != null && active.value != value) {
        const moved = (place) => (place == value.length ? active.value.length : place);
        active.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
    }
}

// Notes that an event carries what a control holds now. Patches that do not include that event leave it alone.
// `isInput`: the visitor may be typing still, so the control is not set back while it has the focus.
function noteEdit(control, sequence, isInput) {
    edits.set(control, sequence);
    awaited.set(control, isInput);
}

// Shows what is rendered in the controls whose events, up to this one, have been answered.
function settleFields(sequence) {
    for (const [control, isInput] of awaited) {
        const isLate = control == composing || edits.get(control) > sequence;
        if (isLate || (isInput && control == document.activeElement)) continue;
        awaited.delete(control);
        // Where the view does not say what the control holds, the visitor does.
        const isControlled = isTicked(control) || control.hasAttribute("value") || rendered(control);
        if (isControlled) group(control).forEach((one) => hold(one, fresh(one)));
    }
}

// Remembers what a form's fields hold as it is submitted.
function noteSubmit(form, sequence) {
    const fields = allFields().filter((field) => field.form == form);
    for (const field of fields) edits.set(field, sequence);
    submitted.set(form, new Map(fields.map((field) => [field, held(field)])));
}

// Sets the fields that still hold what was submitted back to what is rendered.
function acceptSubmit(form) {
    const fields = submitted.get(form) ?? new Map();
    const isSame = (field) => held(field) === fields.get(field);
    // All are looked at before any is changed: radio buttons change each other.
    const same = [...fields.keys()].filter((field) => group(field).every(isSame));
    for (const field of same) hold(field, fresh(field));
    submitted.delete(form);
}

// Shows the problems that the page has now, and no others: `[form or null, field or null, sentence]` each.
function showProblems(problems) {
    for (const field of invalid) field.removeAttribute("aria-invalid");
    invalid.clear();
    document.querySelector("div.problems[data-elmwood]")?.remove();
    for (const field of allFields()) {
        const form = field.getAttribute("form") == "elmwood" ? null : field.form?.getAttribute("data-form");
        const isMeant = (problem) => problem[0] === form && problem[1] === field.name;
        if (!field.hasAttribute("aria-invalid") && problems.some(isMeant)) {
            field.setAttribute("aria-invalid", true);
            invalid.add(field);
        }
    }
    // What the page says by itself is not said twice.
    const sentences = new Set(problems.map((problem) => problem[2]));
    const items = [...sentences].filter((sentence) => !document.body.textContent.includes(sentence));
    if (items.length) {
        const list = ["ul", ...items.map((sentence) => ["li", sentence])];
        document.body.prepend(make(["div", { "data-elmwood": 1, role: "alert", class: "problems" }, list], document.body));
    }
}

// Marks an element as "pending", "failed", "offline", or not at all: "". Patches keep the mark.
function mark(element, state) {
    const before = marks.get(element);
    if (before) element.classList.remove("elmwood-" + before);
    if (before && !element.classList.length) element.removeAttribute("class");
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
