// The document's tree as the server knows it, and patches of it. Whole pages are morphed into the shown one by `whole.js`.
//
// A form's fields hide its own properties of the same names (`children`, `remove`, `id`), so only properties whose
// names no field has are used on elements here.

// element[kids]: its children as the server knows them, in order. Other nodes, such as an extension's, do not shift
// them.
const kids = Symbol();

// element[ours]: the names of the attributes that the server knows. Other attributes are an extension's.
const ours = Symbol();

// element[wasOpen]: whether a `details` or `dialog` was rendered open, whatever the visitor did since.
const wasOpen = Symbol();

// element[seenOpen]: whether an element was open when it was last told, or changed by a patch.
const seenOpen = Symbol();

// element[isClosing]: whether a patch has just closed this dialog.
const isClosing = Symbol();

// The document, by properties of its own: frames, forms and images hide those of the same names (`hidden`, `body`).
const page = new Proxy(document, {
    get(_, name) {
        const value = Reflect.get(Document.prototype, name, document);
        return value?.bind ? value.bind(document) : value;
    },
    set: (_, name, value) => Reflect.set(Document.prototype, name, value, document)
});
// A form's field named `closest` would hide the form's own.
const closest = (element, selector) => Element.prototype.closest.call(element, selector);

// Called for each new node.
const { createElementNS, createTextNode } = page;

const root = page.documentElement;
const html = "http://www.w3.org/1999/xhtml";
const namespaces = {
    svg: "http://www.w3.org/2000/svg",
    math: "http://www.w3.org/1998/Math/MathML",
    xlink: "http://www.w3.org/1999/xlink",
    xml: "http://www.w3.org/XML/1998/namespace"
};

// Whether the tree is being changed: a `blur` or `toggle` that this fires is not the visitor's.
let isPatching = false;

// The last event included in the current patch, or else in the previous one.
let patchSequence = 0;

// Whether other code has put elements into the head or the body before this script ran. The page is then fetched, to find out which.
let isLearning = false;

// New elements with `autofocus`.
const newcomers = [];

// The dialogs of the page, so that no patch has to search for them.
const dialogs = new Set();

// The first new element that wants the focus.
let wantsFocus = null;

// Learns the tree as the HTML parser made it. Must be called once, before all other functions. `counts` are the numbers of elements and comments in the head
// and in the body.
function boot(counts) {
    // A parser splits long texts; to the server they are one.
    page.normalize();
    restoreButtons(page);
    learn(root);
    const found = [root, page.head, page.body].map((element) => childrenOf(element).filter((node) => node.nodeType != 3).length);
    isLearning = counts && found.join(" ") != "2 " + counts;
    wantsFocus = null;
    showNewcomers();
    watchFields();
}

// Applies an element patch of `html`, parsed from JSON. `sequence` is the last event of this page that it includes.
// Throws if it cannot be applied: then the whole page is needed.
function applyOperations(operations, sequence) {
    patching(sequence, () => patch(root, operations));
}

// Puts the buttons back that a parser has left out of selects.
function restoreButtons(parsed) {
    for (const select of parsed.querySelectorAll("select[data-button]")) {
        if (!select.querySelector("button")) select.prepend(make(["button", ["selectedcontent"]], select));
    }
}

// The parent of an element's children: those of a template are in a fragment.
function inside(element) {
    return element instanceof HTMLTemplateElement ? element.content : element;
}

// The children that the server may know: Elmwood's own elements are not part of the view.
function childrenOf(element) {
    // The browser fills the one with a copy of the chosen option, a script the other.
    if (element.localName == "selectedcontent" || element.hasAttribute("data-opaque")) return [];
    return [...inside(element).childNodes].filter((node) => !node.hasAttribute?.("data-elmwood"));
}

// Records the nodes below a node as those that the server knows.
function learn(node) {
    if (!node.hasAttribute) return;
    node[wasOpen] = node[seenOpen] = node.hasAttribute("open");
    node[ours] = node.getAttributeNames();
    if (node.hasAttribute("autofocus")) wantsFocus ??= node;
    if (node.localName == "dialog") dialogs.add(node);
    if (node.hasAttribute("data-on-inview")) view.observe(node);
    loadModule(node.getAttribute("data-module"));
    if (node.hasAttribute("data-payload")) node[ours].forEach(listenTo);
    node[kids] = childrenOf(node);
    node[kids].forEach(learn);
}

// Whether a node is where the server expects it: not removed or wrapped, nor a text that was split.
function isThere(node, place) {
    return node.parentNode == place && !(node.nodeType == 3 && node.nextSibling?.nodeType == 3);
}

// The child at that index. Throws if other code removed, wrapped or split it, as translators do.
function childAt(parent, index) {
    const node = parent[kids][index];
    if (!isThere(node, inside(parent))) throw Error();
    return node;
}

// Applies an element patch.
function patch(element, operations) {
    for (let i = 0; i < operations.length; ) {
        const item = operations[i++];
        if (typeof item == "string") setAttribute(element, item, operations[i++]);
        else if (Array.isArray(item)) editList(element, item);
        else if (item.h != null) fill(element, item.h);
        else {
            let child = childAt(element, item);
            while (typeof operations[i] == "number") child = childAt(child, operations[i++]);
            const change = operations[i++];
            if (typeof change == "string") setText(child, change);
            else patch(child, change);
        }
    }
}

// Applies a list edit: its items are the new children, in their order.
function editList(parent, edit) {
    touch(parent);
    const gone = new Set(parent[kids].keys());
    const list = [];
    const added = [];
    const keep = (index) => {
        gone.delete(index);
        return list.push(childAt(parent, index));
    };
    for (let i = 0; i < edit.length; i++) {
        const item = edit[i];
        if (item.t) {
            for (const row of makeRows(item, parent)) added.push(list.push(row) - 1);
        } else if (typeof item != "number") {
            added.push(list.push(make(item, parent)) - 1);
        } else if (item < 0) {
            // A former child at another place.
            added.push(keep(~item) - 1);
        } else {
            // Former children that are neighbours still: the first one's index, and how many.
            for (let index = 0; index < edit[i + 1]; index++) keep(item + index);
            i++;
        }
    }
    for (const index of gone) remove(inside(parent), childAt(parent, index));
    parent[kids] = list;
    arrange(parent, added);
}

// Makes several nodes that are alike: `row` is the first one, and `slots` are the numbers of those of its strings that the others replace by
// `values`, one after the other.
function makeRows({ t: row, s: slots, v: values }, parent) {
    const rows = [make(row, parent)];
    for (let used = 0; used < values.length; used += slots.length) {
        let slot = 0;
        let next = 0;
        const take = (text) => (slot++ == slots[next] ? values[used + next++] : text);
        rows.push(make(row, parent, take));
    }
    return rows;
}

// Moves these children to their positions, the last one first.
function arrange(parent, indices) {
    const place = inside(parent);
    for (const index of indices.reverse()) {
        const node = parent[kids][index];
        const next = parent[kids][index + 1] ?? null;
        if (node.parentNode == place && node.nextSibling == next) continue;
        // If the browser supports it, a node is moved without restarting its content.
        if (place.moveBefore && place.isConnected && node.isConnected) place.moveBefore(node, next);
        else place.insertBefore(node, next);
    }
}

// Makes a new text, comment or element. The string of each slot is passed to `take`, in the order of the slots.
function make(spec, parent, take = (text) => text) {
    if (typeof spec == "string") return createTextNode(take(spec));
    if (spec.c != null) return page.createComment(spec.c);
    const [tag, ...children] = spec;
    // The namespace, by the same rule as the HTML parser's.
    const isHTML = /^(foreignObject|desc|title|m[inos]|mtext)$/.test(parent.localName);
    const element = createElementNS(namespaces[tag] ?? (isHTML ? html : parent.namespaceURI), tag);
    element[kids] = [];
    element[ours] = [];
    if (tag == "dialog") dialogs.add(element);
    // Only attributes are a plain object.
    const attributes = children[0]?.slice ? {} : { ...children.shift() };
    const late = [];
    for (const name in attributes) {
        const value = attributes[name] === 1 ? 1 : take(attributes[name]);
        // A browser complains about an element that is inserted with it when another one has the focus.
        if (name == "autofocus") newcomers.push(element);
        // The others say how it counts: the limits of a number, whether an image is loaded at once. A parser sets all of them together.
        else if (/^(value|src|srcset|href|data)$/.test(name)) late.push([name, value]);
        else putAttribute(element, name, value);
    }
    for (const [name, value] of late) putAttribute(element, name, value);
    // A new button that is chosen is chosen in place of the others of its group.
    if (attributes.type == "radio") page.getElementsByName(attributes.name).forEach(touch);
    for (const child of children) {
        if (child.h != null) fill(element, child.h);
        else inside(element).appendChild(element[kids][element[kids].push(make(child, element, take)) - 1]);
    }
    return element;
}

// Replaces the whole content with raw HTML, except Elmwood's own elements.
function fill(element, content) {
    touch(element);
    const own = element.querySelectorAll(":scope>[data-elmwood]");
    element.innerHTML = content;
    element.prepend(...own);
    learn(element);
}

// Changes the data of a text or comment node, only from the first difference on, so that a selection before it is
// preserved.
function setText(node, data) {
    touch(node.parentNode);
    let start = 0;
    while (start < data.length && data[start] == node.data[start]) start++;
    node.replaceData(start, node.length, data.slice(start));
}

// Changes an attribute of the page: to a string, to 1, or to 0 to remove it.
function setAttribute(element, name, value) {
    touch(element);
    if (!isHeld(element, name, value)) putAttribute(element, name, value);
}

function putAttribute(element, name, value) {
    const prefix = element.namespaceURI != html && namespaces[name.split(":")[0]];
    const text = value === 1 ? "" : value;
    // A modal dialog would otherwise still block the page.
    if (name == "open" && value === 0) closeDialog(element);
    // A parser takes the attribute for the initial state, and what is later only for the default.
    if (name == "muted" && !element.isConnected) element.muted = value !== 0;
    if (name == "autofocus" && value !== 0) wantsFocus ??= element;
    if (!element[ours].includes(name)) element[ours].push(name);
    if (value === 0) element.removeAttribute(name);
    else if (prefix) element.setAttributeNS(prefix, name, text);
    else element.setAttribute(name, text);
    if (name == "open") {
        element[wasOpen] = element[seenOpen] = value !== 0;
        // It has closed the others of its group.
        const group = value !== 0 && element.getAttribute("name");
        if (group) for (const one of page.getElementsByName(group)) one[seenOpen] = one.open;
    }
    if (isRare(name, value)) need();
    if (name == "data-form") nameForm(element, value);
    if (name == "data-module") loadModule(value);
    listenTo(name);
    // It is announced anew, at once if it is in view.
    if (name == "data-on-inview") {
        view.unobserve(element);
        view.observe(element);
    }
    showMark(element);
}

// Loads the script of a custom element: the browser does so once for each address.
function loadModule(address) {
    if (address) import(address).catch(() => {});
}

// Closes a dialog. The browser gives the focus back to what had it before.
function closeDialog(dialog) {
    dialog[isClosing] = dialog.open;
    dialog.close?.();
}

// Lets new elements ask for the focus, and opens the dialogs that the view says are modal, which are rendered open for browsers without script. Those that
// the visitor has closed remain so.
function showNewcomers() {
    for (const element of newcomers.splice(0)) putAttribute(element, "autofocus", 1);
    for (const dialog of dialogs) {
        if (!dialog.isConnected) dialogs.delete(dialog);
        else if (dialog.matches("[data-modal][open]:not(:modal)")) {
            dialog.removeAttribute("open");
            dialog.showModal();
        }
    }
}

// Removes a node. A dialog that is removed gives the focus back only if it is closed first.
function remove(parent, node) {
    const dialogInUse = () => closest(page.activeElement ?? root, "dialog[open]");
    for (let dialog; (dialog = dialogInUse()) && node.contains(dialog); ) closeDialog(dialog);
    parent.removeChild(node);
}

// Identifies the form in case the browser itself has to send it. A patch may give a form another name, or its first or none.
function nameForm(form, name) {
    form.querySelector(":scope>[data-elmwood][name=form]")?.remove();
    if (name) form.insertBefore(make(["input", { type: "hidden", name: "form", "data-elmwood": 1, value: name }], form), form.firstChild);
}

// Makes an event of each element of the program that comes into view.
const view = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) entry.target.dispatchEvent(new Event("inview"));
});
