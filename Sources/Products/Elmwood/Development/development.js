// Connects a page of a site in development with the command that builds it. One page of a browser listens, and tells the others:
// a browser has few connections for all of its tabs.
{
    const given = new URL(document.currentScript.src).searchParams;
    let process = given.get("process");
    const pages = new BroadcastChannel("elmwood-development");
    // What live pages listen to: one of them may have changed.
    const changes = new BroadcastChannel("elmwood");
    // What the address of a file has of its content.
    const digest = /\.[0-9a-f]{16}(?=\.[^./]+$)/;

    const actions = {
        // Another process serves the site. Without a stream, a page has no other way to learn that.
        process(name) {
            if (process == name) return;
            process = name;
            if (document.querySelector("script[data-revision]")) changes.postMessage(0);
            else location.reload();
        },
        building(isBuilding) {
            document.getElementById("elmwood-foot")?.toggleAttribute("data-building", Boolean(isBuilding));
        },
        notice: show,
        files(names) {
            for (const name of names.split("\n")) refresh(name);
        },
        // The present addresses of files that have changed before the page listened.
        addresses(list) {
            for (const address of list.split("\n")) {
                const { pathname } = new URL(address, location);
                refresh(decodeURI(pathname).replace(digest, ""), pathname);
            }
        }
    };

    // Shows what there is to report, over the page. The focus remains where it is.
    function show(edition) {
        let box = document.getElementById("elmwood-notice");
        if (!edition) return box?.remove();
        if (!box) {
            box = document.createElement("section");
            box.id = "elmwood-notice";
            box.dataset.elmwood = "";
            box.ariaLabel = "Development";
            const close = document.createElement("button");
            close.type = "button";
            close.textContent = "Close";
            close.onclick = () => box.remove();
            const frame = document.createElement("iframe");
            frame.title = "Development";
            // No higher than what it shows.
            frame.onload = () => {
                box.style.height = "";
                const { scrollHeight } = frame.contentDocument.documentElement;
                if (scrollHeight < box.clientHeight) box.style.height = `${scrollHeight + 3}px`;
            };
            box.append(close, frame);
            document.body.append(box);
        }
        box.querySelector("iframe").src = `/elmwood/development?edition=${edition}`;
    }

    addEventListener("keydown", ({ key }) => key == "Escape" && show());

    // Whether an address is that of a file, perhaps with a digest of its content; if the path of the file's present address is given,
    // whether the digest is another one.
    function names(address, file, present) {
        const { origin, pathname } = new URL(address, location);
        if (origin != location.origin || decodeURI(pathname).replace(digest, "") != file) return false;
        return !present || digest.test(pathname) && pathname != present;
    }

    // Shows a changed file. What is typed remains, except if a script has changed, which only a new page can run.
    function refresh(file, present) {
        for (const script of document.scripts) if (script.src && names(script.src, file, present)) location.reload();
        for (const element of document.querySelectorAll("link[rel~=stylesheet][href], link[rel~=icon][href], img[src]")) {
            const attribute = element.href ? "href" : "src";
            if (names(element[attribute], file, present)) element[attribute] = `${file}?${Date.now()}`;
        }
    }

    function listen() {
        const events = new EventSource("/elmwood/development/events");
        for (const type in actions) {
            events.addEventListener(type, ({ data }) => {
                actions[type](data);
                pages.postMessage([type, data]);
            });
        }
        // A refusal, such as that of a process that ends, would be the last answer.
        events.onerror = () => events.readyState == EventSource.CLOSED && setTimeout(listen, 100);
        // As long as the page exists.
        return new Promise(() => {});
    }

    pages.onmessage = ({ data: [type, data] }) => actions[type](data);
    // Only pages of this machine, or over TLS, can agree on one that listens.
    if (navigator.locks) navigator.locks.request("elmwood-development", listen);
    else listen();
    show(given.get("notice"));
}
