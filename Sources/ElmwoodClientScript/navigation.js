// Links and the history.

// Whether the page's address is being changed for what the page shows already.
let isEntering;

// Shows another page of the program where the browser is about to load it, by a link or through the history. The address,
// the history, the focus, and how far each page was scrolled stay the browser's, as do all other places.
function takeNavigation() {
    self.navigation?.addEventListener("navigate", (event) => {
        const { url } = event.destination;
        const { pathname } = new URL(url);
        // A dot in the last part of a path makes it a file's.
        const isPage = (pathname + "/").startsWith(base + "/") && !/\.[^/]*$/.test(pathname);
        const isElsewhere = event.hashChange || event.formData || event.downloadRequest != null || !event.canIntercept;
        if (!isLive || isEntering || !isPage || isElsewhere || event.navigationType == "reload") return;
        event.intercept({
            handler: () =>
                new Promise((arrive) => {
                    flushInput();
                    // Who goes on before that goes to the last place only.
                    queue = queue.filter((item) => item.kind || item.arrive());
                    queue.push({ url, arrive });
                    work();
                })
        });
    });
}

// Brings the page up to date, where it is or at another address.
async function visit({ url, arrive }) {
    isStale = false;
    // What is pushed meanwhile would belong to the page that is left.
    hangUp();
    // A stream that an answer before this one asked for begins there too.
    address = url;
    const patch = await exchange(url);
    // Another address is always worth loading.
    mayReload ||= arrive;
    // Where there is none, the browser shows what there is.
    receive(patch[1] && patch);
    if (arrive) {
        showFailure();
        arrive();
    }
}

// Makes an address the page's own.
function enter(method, url) {
    isEntering = true;
    history[method](null, "", url);
    isEntering = false;
    address = location.href;
}

const find = (id) => document.getElementById(id);

// What the program tells the page to do.
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
    leave: (url) => (location.href = url)
};
