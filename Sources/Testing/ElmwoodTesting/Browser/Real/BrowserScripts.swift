/// The scripts that the kit runs in the pages of a browser.
enum BrowserScripts {
    /// Runs before all other scripts on a page with script. It counts the pending requests and delays them during mouse actions,
    /// makes debounced input wait for the test's clock, and lets the test decide whether the page is hidden.
    static let watch = """
        (() => {
            const kit = { requests: 0, timers: [], refusals: [], hidden: false, told: new WeakMap(), page: "" };
            Object.defineProperty(window, "elmwoodTest", { value: kit });
            const { setTimeout, clearTimeout } = window;
            const done = () => setTimeout(() => kit.requests--, 0);
            const note = (status, text) => {
                if (text[0] == "[") kit.refusals.push(...(JSON.parse(text)[4]?.e ?? []));
                else if (status >= 400) kit.refusals.push([0, status, text]);
            };
            // A post with files.
            const { send } = XMLHttpRequest.prototype;
            XMLHttpRequest.prototype.send = function (body) {
                kit.requests++;
                this.addEventListener("loadend", () => (note(this.status, this.response), done()));
                if (kit.held) kit.held.push(() => send.call(this, body));
                else send.call(this, body);
            };
            const { fetch } = window;
            window.fetch = async (address, options = {}) => {
                kit.requests++;
                const { headers = {} } = options;
                const isPatch = /elmwood/.test(headers.Accept);
                if (isPatch) kit.page = headers["Elmwood-Page"];
                if (isPatch && kit.held) await new Promise((start) => kit.held.push(start));
                try {
                    const answer = await fetch(address, options);
                    // The page has read it when its copy has been read.
                    if (isPatch) answer.clone().text().then((text) => note(answer.status, text)).catch(() => {}).finally(() => setTimeout(done, 0));
                    else done();
                    return answer;
                } catch (error) {
                    done();
                    throw error;
                }
            };
            // The pause of a debounce is a text, as the attribute has it; all other times are numbers.
            window.setTimeout = (call, time, ...all) => {
                if (typeof time != "string") return setTimeout(call, time, ...all);
                kit.timers.push({ id: 1e9 + kit.timers.length, time: +time, call, isNew: true });
                return kit.timers.at(-1).id;
            };
            window.clearTimeout = (id) => {
                const timer = kit.timers.find((timer) => timer.id == id);
                if (timer) timer.call = null;
                else clearTimeout(id);
            };
            // What the page does from time to time while it is hidden, it does when the test's time has come.
            const { setInterval } = window;
            window.setInterval = (call, ...all) => {
                kit.look = call;
                return setInterval(call, ...all);
            };
            kit.lookWhileHidden = () => {
                const { now } = Date;
                Date.now = () => now() + 1e6;
                kit.look?.();
                Date.now = now;
            };
            kit.hold = () => { kit.held = []; };
            kit.release = () => {
                const { held } = kit;
                kit.held = null;
                held?.forEach((call) => call());
            };
            kit.takeTimers = () => kit.timers.filter((timer) => timer.isNew && timer.call).map((timer) => {
                timer.isNew = false;
                return [timer.id, timer.time];
            });
            kit.fire = (id) => {
                const timer = kit.timers.find((timer) => timer.id == id);
                timer?.call?.();
                if (timer) timer.call = null;
            };
            Object.defineProperty(Document.prototype, "hidden", { get: () => kit.hidden });
            const visibility = () => kit.hidden ? "hidden" : "visible";
            Object.defineProperty(Document.prototype, "visibilityState", { get: visibility });
            // The event itself is delivered, since Firefox waits for it where another tab comes to the front.
            Object.defineProperty(Document.prototype, "onvisibilitychange", {
                set(call) {
                    this.addEventListener("visibilitychange", (event) => event.isTrusted || call.call(this, event));
                },
            });
            // A form that the page does not take itself leads elsewhere, but not at once: the browser goes there a moment later.
            addEventListener("submit", (event) => {
                // A control of that name would hide the form's own property.
                const [method, target] = ["method", "target"].map((name) =>
                    event.submitter?.getAttribute("form" + name) ?? event.target.getAttribute(name));
                if (method == "dialog" || target && target != "_self") return;
                kit.requests++;
                let isOver = false;
                const end = () => {
                    if (!isOver) done();
                    isOver = true;
                };
                self.navigation?.addEventListener("navigate", end, { once: true });
                setTimeout(() => event.defaultPrevented && end(), 0);
            }, true);
            // A change that has been told is not told again when the field is left.
            addEventListener("change", (event) => {
                const { target } = event;
                if (!event.isTrusted) return;
                if (kit.told.has(target) && kit.told.get(target) === target.value) event.stopImmediatePropagation();
                kit.told.delete(target);
            }, true);
        })();
        """

    /// Finds the element at a path of child indexes, counting only elements of the view.
    static let find = """
        const find = (path) => path.reduce((node, place) => {
            const own = [...(node?.children ?? [])].filter((child) => !child.hasAttribute("data-elmwood"));
            return own[place];
        }, document.documentElement);
        """

    /// Returns the path of the focused element for ``find``, separated by spaces; empty without a focus. Nil if the page requests the
    /// focus and does not have it: that is granted with its first frame (HTML, "flush autofocus candidates"), which may come after the
    /// page has loaded.
    static let focused = """
        const places = [];
        let node = document.activeElement;
        if (node == document.body) return document.querySelector("[autofocus]") ? null : "";
        for (; node?.parentElement; node = node.parentElement) {
            const own = [...node.parentElement.children].filter((child) => !child.hasAttribute("data-elmwood"));
            places.unshift(own.indexOf(node));
        }
        return places.join(" ");
        """

    /// Waits until nothing is pending, or for that number of milliseconds. Returns whether nothing is pending. On a page without script,
    /// whose browser calls no function later, it does not wait.
    ///
    /// A page without script that is to be loaded again after some seconds (`refresh`) is not: time is the test's own, and what the
    /// page tells the visitor once would be gone by the time the test looks.
    static let quiet = """
        const [limit, isScripted, done] = arguments;
        const start = performance.now();
        const look = () => {
            const isQuiet = document.readyState == "complete" && !(window.elmwoodTest?.requests > 0)
                && !document.querySelector(".elmwood-pending");
            // What Firefox shows of a site that cannot be reached is never complete.
            const isElsewhere = document.documentURI.startsWith("about:neterror");
            // Not on a page that is being left: the next one would not come.
            if (isQuiet && !isScripted && !window.elmwoodOld) window.stop();
            if (isQuiet || isElsewhere || !isScripted || performance.now() - start > limit) done(isQuiet || isElsewhere);
            else requestAnimationFrameOrSoon(look);
        };
        const channel = new MessageChannel();
        const requestAnimationFrameOrSoon = (call) => {
            channel.port1.onmessage = call;
            channel.port2.postMessage(0);
        };
        look();
        """

    /// Scrolls until an element is in view. Observers of what is in view are told when the next frame is drawn.
    static let scroll =
        find + """
            const [path, done] = arguments;
            find(path).scrollIntoView();
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
            """

    /// Sets the value of a field that does not accept a whole text from the keyboard.
    static let set =
        find + """
            const node = find(arguments[0]);
            node.focus();
            node.value = arguments[1];
            node.dispatchEvent(new Event("input", { bubbles: true }));
            """

    /// Focuses a field, and selects its content. Returns whether there is any.
    static let select =
        find + """
            const node = find(arguments[0]);
            node.focus();
            node.select();
            return node.value != "";
            """

    /// Sends the change event of a field, as leaving it does.
    static let change =
        find + """
            const node = find(arguments[0]);
            node.dispatchEvent(new Event("change", { bubbles: true }));
            window.elmwoodTest?.told.set(node, node.value);
            """

    /// Sets the value of a control to what was entered on the page before.
    static let restore =
        find + """
            const node = find(arguments[0]);
            if (node.options) [...node.options].forEach((option, place) => (option.selected = arguments[1].includes(place)));
            else if (typeof arguments[1] == "boolean") node.checked = arguments[1];
            else node.value = arguments[1];
            """
}
