// What runs when the page is there.

if (script?.dataset.revision) {
    revision = script.dataset.revision;
    base = script.dataset.base;
    address = pathOf(location);
    isLive = true;
    isStale = script.hasAttribute("data-connect");
    boot();
    takeEvents();
    takeHistory();
    tellRestored();
    work();

    addEventListener("pageshow", (event) => {
        // The browser knows better how to come back to a page that it has to load again.
        history.scrollRestoration = "manual";
        if (event.persisted) heal();
    });
    addEventListener("pagehide", () => {
        history.scrollRestoration = "auto";
        sayFarewell();
    });
    for (const name of ["online", "offline"]) {
        addEventListener(name, () => {
            mark(document.documentElement, name == "offline" ? name : "");
            waits.splice(0).forEach((resolve) => resolve());
            tellPage(name);
        });
    }
    document.addEventListener("visibilitychange", () => {
        flushInput();
        waits.splice(0).forEach((resolve) => resolve());
        work();
        tellPage(document.hidden ? "hidden" : "visible");
    });
    // A stream that has been silent for longer than its heartbeat takes is dead: after a sleep, nobody tells.
    setInterval(() => stream && Date.now() - heard > 60000 && stream.connection.abort(), 5000);
    // What was done in another tab of the session may show here.
    otherTabs.onmessage = ({ data }) => {
        if (data != base || wantsStream) return;
        isStale = true;
        work();
    };
}
