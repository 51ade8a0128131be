// Whole pages, which are morphed into the shown one: the server sends one where it does not know what a page shows.

// Whether the shown page has nodes in the head or the body of which it is not known yet whether they are the server's.
let hasOthers;

// Makes the document match this HTML, preserving its nodes, the focus, the visitor's input and the scroll position.
function morphPage(source, sequence, isLearning) {
    hasOthers = isLearning;
    const fresh = new DOMParser().parseFromString(source, "text/html");
    fresh.normalize();
    restoreButtons(fresh);
    patching(sequence, () => {
        allFields().forEach(touch);
        morph(root, fresh.documentElement);
    });
}

// Makes a node match the corresponding one of a whole page.
function morph(node, fresh) {
    if (!node.hasAttribute) return setText(node, fresh.data);
    for (const name of new Set([...node[ours], ...fresh.getAttributeNames()])) {
        const value = fresh.getAttribute(name) ?? 0;
        // An element that the visitor opened or closed remains so.
        if (name == "open" && !!node[wasOpen] == (value !== 0)) continue;
        if (node.getAttribute(name) !== value) setAttribute(node, name, value);
    }
    // A parser without script parses its content differently. The children of an opaque element are its script's.
    if (node.localName != "noscript" && !node.hasAttribute("data-opaque")) morphChildren(node, childrenOf(fresh));
}

// Makes the children of an element match those of a whole page.
function morphChildren(parent, fresh) {
    const place = inside(parent);
    if (hasOthers && [root, page.head, page.body].includes(parent)) return learnChildren(parent, fresh);
    const old = parent[kids].filter((node) => isThere(node, place));
    // If other code changed the children, the nodes that it added are removed.
    if (old.length < parent[kids].length) childrenOf(parent).forEach((node) => old.includes(node) || place.removeChild(node));
    // Equal children at both ends remain, so that a removed child between them is not confused with its neighbour.
    let start = 0;
    let end = 0;
    const isSame = (at) => old.at(at)?.isEqualNode(fresh.at(at));
    while (start < fresh.length && isSame(start)) start++;
    while (start + end < Math.min(old.length, fresh.length) && isSame(~end)) end++;
    const waiting = {};
    const middle = old.splice(start, old.length - end - start);
    for (const node of middle) (waiting[identity(node)] ??= []).push(node);
    const list = fresh.map((node, index) =>
        index < start ? old[index]
        : index < fresh.length - end ? waiting[identity(node)]?.shift()
        : old.at(index - fresh.length));
    const used = new Set(list);
    for (const node of middle) if (!used.has(node)) remove(place, node);
    takeOver(parent, list, fresh);
}

// Makes these nodes the children of an element, each like the one of a whole page. Where there is none, the page's own is taken.
function takeOver(parent, list, fresh) {
    parent[kids] = list.map((node, index) => {
        const other = fresh[index];
        if (node) morph(node, other);
        else learn(page.adoptNode(other));
        return node ?? other;
    });
    arrange(parent, [...list.keys()]);
}

// Finds the server's children of an element among others, which remain.
function learnChildren(parent, fresh) {
    let rest = childrenOf(parent);
    const list = fresh.map((other) => {
        let index = rest.findIndex((node) => node.isEqualNode(other));
        if (index < 0) index = rest.findIndex((node) => identity(node) == identity(other));
        const node = rest[index];
        if (node) rest = rest.slice(index + 1);
        return node;
    });
    takeOver(parent, list, fresh);
}

// Identifies a node among the children of its parent.
function identity(node) {
    const [opaque, key, ...others] = ["data-opaque", "data-key", "id", "name", "type"].map((name) => node.getAttribute?.(name));
    return [node.nodeName, opaque, key ?? others].join();
}
