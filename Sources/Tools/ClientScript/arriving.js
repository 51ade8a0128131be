// What a newly loaded page does for its visitor, where a page of another address is shown in place of the former one.

// The controls that had the focus on the pages of the history, as functions that find them again.
const leftFrom = new Map();

// Where the title of a new page is announced, and other news.
let announcement;

// Remembers the control that has the focus, for the way back.
function rememberFocus(key, element) {
    const id = element?.getAttribute("id");
    const href = element?.getAttribute("href");
    // Weak, since a removed element would retain the tree that it was removed with.
    const place = element && new WeakRef(element);
    leftFrom.set(key, () => {
        const former = place?.deref();
        if (former?.isConnected) return former;
        return (id && find(id)) || (href && [...page.querySelectorAll("a[href]")].find((link) => link.getAttribute("href") == href));
    });
}

// Announces the title of a page that has come in place of another, and moves the focus as a newly loaded page would have it: to what asks for it, or
// to what the address names, or to the beginning of the content. A control that is still there keeps it, if it has only changed what the page shows, or
// if it is in an element with a key that both pages have.
function announceArrival(former) {
    const active = page.activeElement;
    const isSamePath = new URL(former).pathname == location.pathname;
    const earlier = leftFrom.get(browserNavigation?.currentEntry?.key)?.();
    const isKept = active && active != page.body && (isSamePath || closest(active, "[autofocus],:modal,[data-key]"));
    if (earlier) earlier.focus({ preventScroll: true });
    else if (!isKept) focusContent(named() ?? shown("[autofocus]") ?? shown("h1") ?? shown("main"));
    if (!isSamePath) say(page.title);
}

// The element that the address names.
function named() {
    try {
        return find(decodeURIComponent(location.hash.slice(1)));
    } catch {
        // It is no encoded text.
        return null;
    }
}

// Moves the focus after a patch has removed the control that had it, which was in these elements: to the control that was used before, such as the one
// that has opened what is gone now, or to the first of the elements that is left. Otherwise a keyboard would begin at the top of the page again.
function refocus(elements) {
    const active = page.activeElement;
    if (active && active != page.body) return;
    // A patch may have made it anew.
    const former = focused.map((one) => (one.isConnected ? one : find(one.id))).findLast((one) => one?.checkVisibility?.());
    focusContent(former ?? elements.find((one) => one.isConnected && one != page.body && one != root));
}

// Says something to those who hear the page.
function say(text) {
    if (!announcement?.isConnected) {
        announcement = make(["div", { "data-elmwood": 1, role: "status" }], root);
        announcement.style.cssText = "position:absolute;clip-path:inset(50%)";
        page.body.append(announcement);
    }
    // Later, since only changes of a status are announced.
    setTimeout(() => (announcement.textContent = text), 99);
}

// The first element that is shown. What is in a closed dialog cannot have the focus.
function shown(selector) {
    return [...page.querySelectorAll(selector)].find((one) => one.checkVisibility?.() ?? true);
}

// Focuses an element that need not be a control.
function focusContent(element) {
    element?.focus({ preventScroll: true });
    if (element && element != page.activeElement) {
        element.setAttribute("tabindex", -1);
        element.focus({ preventScroll: true });
        element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
    }
}
