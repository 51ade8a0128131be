// Links and the history.

// The entry of the history that is shown, and how far each was scrolled.
let entry;
const positions = {};

// Follows a link to another page of the program; all other links are the browser's.
function follow(event) {
    const link = event.target.closest("a[href]:not([target],[download])");
    if (!link || event.defaultPrevented) return;
    const url = new URL(link.href, location);
    const isOfProgram = url.origin == location.origin && (url.pathname + "/").startsWith(base.replace(/\/?$/, "/"));
    const isPart = /#/.test(url) && pathOf(url) == address;
    // A dot in the last part of a path makes it a file's.
    if (!isOfProgram || isPart || /\.[^/]*$/.test(url.pathname)) return;
    event.preventDefault();
    go({ url });
}

const pathOf = (url) => url.pathname + url.search;

// Goes there once all that was done before has been told. Who goes on before that goes to the last place only.
function go(visit) {
    flushInput();
    queue = queue.filter((item) => item.kind);
    queue.push(visit);
    work();
}

async function visit({ url, position }) {
    // What is pushed meanwhile would belong to the page that is left.
    hangUp();
    const [patch] = await exchange(url);
    if (!patch || patch[4]?.reload) return position ? reload() : location.assign(url);
    if (!position) enter(url);
    address = pathOf(url);
    receive(patch);
    if (position) scrollTo(...position);
    else arrive(url);
}

// Makes an address the page's own, in a new entry of the history or in place of the present one.
function enter(url, isReplacing = url.href == location.href) {
    positions[entry] = [scrollX, scrollY];
    if (!isReplacing) entry = Date.now();
    history[isReplacing ? "replaceState" : "pushState"](entry, "", url);
    address = pathOf(url);
}

// Shows the beginning of the page, or the part that the address names.
function arrive({ hash }) {
    if (hash) location.replace(hash);
    else scrollTo(0, 0);
}

function takeHistory() {
    const begin = () => history.replaceState((entry = history.state ?? Date.now()), "");
    begin();
    addEventListener("popstate", () => {
        positions[entry] = [scrollX, scrollY];
        // A new entry, for a part of the page: the browser goes there by itself.
        if (!history.state) return begin();
        entry = history.state;
        const position = positions[entry] ?? [0, 0];
        if (pathOf(location) == address) scrollTo(...position);
        else if (isLive) go({ url: new URL(location), position });
        else location.reload();
    });
}

const find = (id) => document.getElementById(id);

// What the program tells the page to do.
const commands = {
    focus(id) {
        const element = find(id);
        element?.focus();
        // In a field that had no caret yet, one goes on behind what is there.
        if (element?.selectionEnd === 0) element.setSelectionRange(...Array(2).fill(element.value.length));
    },
    blur: () => document.activeElement?.blur(),
    scroll: (id) => find(id)?.scrollIntoView({ block: "nearest" }),
    copy: (text) => navigator.clipboard?.writeText(text).catch(() => {}),
    download: (href, download) => Object.assign(document.createElement("a"), { href, download }).click(),
    push(address) {
        const url = new URL(address, location);
        enter(url);
        arrive(url);
    },
    replace: (address) => enter(new URL(address, location), true),
    leave: (address) => location.assign(address),
};
