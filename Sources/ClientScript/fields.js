// Controls: what the visitor does to them, against what is rendered.

// The number of the last event of this page. What makes events counts it up: `++lastSequence`.
let lastSequence = 0;

// Notes that an event carries what a control holds now. Patches that do not include that event leave it alone.
// `isInput`: the visitor may be typing still, so the control is not set back while it has the focus.
function noteEdit(control, sequence, isInput) {}

// Shows what is rendered in the controls whose events, up to this one, have been answered.
function settleFields(sequence) {}

// Remembers what a form's fields hold as it is submitted.
function noteSubmit(form, sequence) {}

// Sets the fields that still hold what was submitted back to what is rendered.
function acceptSubmit(form) {}

// Whether a control holds what it would hold on a page that has just been loaded.
function isAsRendered(control) {
    return true;
}

// Shows the problems that the page has now, and no others: `[form or null, field or null, sentence]` each.
function showProblems(problems) {}

// Marks an element as "pending", "failed", "offline", or not at all: "". Patches keep the mark.
function mark(element, state) {}
