// Links and the history.

// Whether a page is requested: until it is shown, no stream is opened.
let isVisiting;

// The visit that is under way to another address.
let pending;

// The address that is being left to the browser.
let left;

// Shows the page of the address that the browser has just entered.
let arriving;

// The controls that had the focus on the pages of the history, as functions that find them again.
const leftFrom = new Map();

// Where the title of a new page is announced.
let announcement;

const browserNavigation = self.Navigation && navigation;

// Shows another page of the program when the browser is about to load it, by a link or through the history. The browser
// still controls the address, the history and the scroll positions, and loads all other pages.
function takeNavigation() {
    if (!browserNavigation) {
        addEventListener("popstate", () => {
            const url = location.href;
            if (isLive && url.split("#")[0] != address.split("#")[0]) queue.push({ url, isEntered: true, arrive() {} });
            work();
        });
    }
    browserNavigation?.addEventListener("navigate", (event) => {
        const { destination, navigationType, info } = event;
        const { url, sameDocument } = destination;
        if (!isLive || !event.canIntercept || navigationType == "reload") return;
        if (event.hashChange || event.formData || event.downloadRequest != null) return;
        // Only where the browser says so is an address left to it.
        if (url == left) return (left = null);
        if (info && info == arriving) return event.intercept({ handler: async () => arriving(), focusReset: "manual" });
        const isTraversal = navigationType == "traverse";
        // Another script changes its state or the address, or this one does: the page remains.
        if (sameDocument && !isTraversal) return;
        const { pathname } = new URL(url);
        // A dot in the last part of a path means a file.
        // To an entry of this document, even if that was another program's page, the browser goes without loading anything.
        const isPage = sameDocument || ((pathname + "/").startsWith(base + "/") && !/\.[^/]*$/.test(pathname));
        if (!isPage || (followed?.href == url && followed.relList?.contains("external"))) return;
        leaveFocus();
        if (isTraversal) {
            event.intercept({ handler: () => new Promise((arrive) => queueVisit({ url, isEntered: true, arrive })), focusReset: "manual" });
            return;
        }
        // The address is changed when there is a page to be shown, so that a link to anything else leaves this page as it is.
        event.preventDefault();
        queueVisit({ url, arrive() {}, entry: navigationType });
    });
}

// Queues a visit, in place of the pending ones.
function queueVisit(visit) {
    flushInput();
    queue = queue.filter((item) => item.type || item.arrive());
    queue.push(visit);
    interrupt();
    work();
}

// Gives up the visit under way, since the visitor has gone on before there was a page.
function interrupt() {
    if (!pending || pending.isEntered) return;
    pending.isOver = true;
    current.abort();
    wake();
}

// Updates the page, at its address or at another one.
async function visit(asked) {
    const { url, isEntered, arrive, entry } = asked;
    isStale = false;
    // Patches that are pushed meanwhile would belong to the former page, and a stream to its address.
    hangUp();
    isVisiting = true;
    const former = address;
    if (isEntered) address = url;
    pending = arrive && asked;
    const patch = await exchange(url, null, pending);
    pending = null;
    const isPage = patch?.[1];
    if (!arrive) {
        if (patch) receive(isPage && patch);
    } else if (asked.isOver) {
        // An act on this page comes first, and once. Another visit comes instead.
        if (queue.every((item) => item.type)) queue.push({ url, arrive, entry, isPostponed: true });
    } else if (isEntered || !isPage) {
        // Another address may always be loaded.
        mayReload = true;
        if (isPage) show(patch, former);
        else if (isEntered) reload();
        else leave(url, entry == "replace" ? "replace" : "assign");
        arrive();
    } else {
        arriving = () => {
            address = url;
            show(patch, former);
        };
        await browserNavigation.navigate(url, { history: entry, info: arriving }).finished.catch(() => {});
    }
    isVisiting = false;
    if (wantsStream) setTimeout(listen);
}

// Shows the page of another address.
function show(patch, former) {
    showFailure();
    forgetEdits();
    receive(patch);
    arriveAt(former);
}

// Leaves an address to the browser: it loads a page, saves a file, or does nothing.
function leave(url, method = "assign") {
    left = new URL(url, location).href;
    location[method](url);
}

// Sets the page's address.
function enter(method, url) {
    const former = address;
    leaveFocus();
    // What the visitor has entered meanwhile is left by this.
    queue = queue.filter((item) => !item.isEntered || item.arrive());
    history[method](null, "", url);
    address = location.href;
    if (method == "pushState") {
        scrollTo(0, 0);
        arriveAt(former);
    }
}

// Remembers the control that has the focus, for the way back.
function leaveFocus() {
    const element = page.activeElement;
    const id = element?.getAttribute("id");
    const href = element?.getAttribute("href");
    // Weak, since a removed element would retain the tree that it was removed with.
    const place = element && new WeakRef(element);
    leftFrom.set(browserNavigation?.currentEntry?.key, () => {
        const former = place?.deref();
        if (former?.isConnected) return former;
        return (id && find(id)) || (href && [...page.querySelectorAll("a[href]")].find((link) => link.getAttribute("href") == href));
    });
}

// Announces the title of a page that has come in place of another, and moves the focus as a newly loaded page would have it: to what asks for it, or
// to the beginning of the content. A control that is still there keeps it, if it has only changed what the page shows.
function arriveAt(former) {
    isPatching = true;
    const active = page.activeElement;
    const isSamePath = new URL(former).pathname == location.pathname;
    const earlier = leftFrom.get(browserNavigation?.currentEntry?.key)?.();
    const isKept = active && active != page.body && (isSamePath || closest(active, "[autofocus],:modal"));
    if (earlier) earlier.focus({ preventScroll: true });
    else if (!isKept) focusContent(shown("[autofocus]") ?? shown("h1") ?? shown("main"));
    isPatching = false;
    if (isSamePath) return;
    if (!announcement?.isConnected) {
        announcement = make(["div", { "data-elmwood": 1, role: "status" }], root);
        announcement.style.cssText = "position:absolute;clip-path:inset(50%)";
        page.body.append(announcement);
    }
    // Later, since only changes of a status are announced.
    setTimeout(() => (announcement.textContent = page.title), 99);
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

const find = (id) => page.getElementById(id);

// The commands of the program to the page.
const commands = {
    focus: (id) => giveFocus(find(id)),
    blur: () => page.activeElement?.blur(),
    scroll: (id) => find(id)?.scrollIntoView({ block: "nearest" }),
    showModal: (id) => {
        const dialog = find(id);
        dialog.showModal();
        dialog[seenOpen] = true;
    },
    close: (id) => closeDialog(find(id)),
    copy: (text) => navigator.clipboard?.writeText(text),
    download: (href, download) => make(["a", { href, download }], root).click(),
    push: (url) => enter("pushState", url),
    replace: (url) => enter("replaceState", url),
    leave: (url) => leave(url)
};
