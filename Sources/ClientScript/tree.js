// The document's tree as the server knows it: patches, and whole pages that are morphed into what is shown.

// Whether the tree is being changed right now: a `blur` or `toggle` that this fires is not the visitor's.
let isPatching = false;

// Learns the tree as the HTML parser made it. To be called once, before anything else.
function boot() {}

// Applies an element patch of `html`, as parsed from JSON. `sequence` is the last event of this page that it includes.
// Answers whether it could be applied; where not, the whole page is needed.
function applyOperations(operations, sequence) {
    return true;
}

// Makes the document what this HTML says, keeping its nodes, the focus, what was typed, and where it is scrolled.
// Answers whether it could.
function morphPage(html, sequence) {
    return true;
}
