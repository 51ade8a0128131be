// Links and the history.

// Whether the address is being changed to that of the page already shown.
let isEntering;

// Shows another page of the program when the browser is about to load it, by a link or through the history. The browser
// still controls the address, the history, the focus and the scroll positions, and loads all other pages.
function takeNavigation() {
    self.navigation?.addEventListener("navigate", (event) => {
        const { url, sameDocument } = event.destination;
        const { pathname } = new URL(url);
        // A dot in the last part of a path means a file.
        // To an entry of this document, even if that was another program's page, the browser goes without loading anything.
        const isPage = sameDocument || ((pathname + "/").startsWith(base + "/") && !/\.[^/]*$/.test(pathname));
        if (!isLive || isEntering || !isPage) return;
        if (event.hashChange || event.formData || event.downloadRequest != null) return;
        if (!event.canIntercept || event.navigationType == "reload") return;
        event.intercept({
            handler: () =>
                new Promise((arrive) => {
                    flushInput();
                    // A new navigation replaces the pending ones.
                    queue = queue.filter((item) => item.type || item.arrive());
                    queue.push({ url, arrive });
                    work();
                })
        });
    });
}

// Updates the page, at its address or at another one.
async function visit({ url, arrive }) {
    isStale = false;
    // Patches that are pushed meanwhile would belong to the former page.
    hangUp();
    // This must come first: a stream that an earlier response requests also uses this address.
    address = url;
    const patch = await exchange(url);
    // Another address may always be loaded.
    mayReload ||= arrive;
    // If there is no patch, the browser loads the page.
    receive(patch[1] && patch);
    if (arrive) {
        showFailure();
        arrive();
    }
}

// Sets the page's address.
function enter(method, url) {
    isEntering = true;
    history[method](null, "", url);
    isEntering = false;
    address = location.href;
}

const find = (id) => document.getElementById(id);

// The commands of the program to the page.
const commands = {
    focus: (id) => giveFocus(find(id)),
    blur: () => document.activeElement.blur(),
    scroll: (id) => find(id)?.scrollIntoView({ block: "nearest" }),
    copy: (text) => navigator.clipboard?.writeText(text),
    download: (href, download) => make(["a", { href, download }], root).click(),
    push(url) {
        enter("pushState", url);
        scrollTo(0, 0);
    },
    replace: (url) => enter("replaceState", url),
    leave: (url) => (location.href = url),
    // In place of the present entry of the history.
    load: (url) => location.replace(url)
};
