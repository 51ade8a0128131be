/// The world of a ``MeanwhileSimulation``: time, network, server and visitor, in JavaScript. It runs before the client script.
enum MeanwhileWorld {
    static let script = #"""
        // A revision is the model itself, as JSON, so the server knows the view of each.
        let model = '{"likes":0,"on":false,"items":[1,2]}', received = 0, shown = model, forgetsNumbers = false, foresights = 0, seed = 0, included = 0;
        const refusals = new Map();
        const random = (count) => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 8) % count;
        const chance = (percent) => random(100) < percent;

        // Time.
        const timers = new Map();
        let timerNumber = 0, now = 0;
        globalThis.setTimeout = (run, delay = 0) => (timers.set(++timerNumber, { run, at: now + delay }), timerNumber);
        globalThis.clearTimeout = (number) => timers.delete(number);
        globalThis.setInterval = () => 0;
        Object.defineProperty(navigator, "locks", { value: undefined });
        const channel = new MessageChannel();
        const turns = [];
        channel.port1.onmessage = () => turns.shift()();
        const turn = () => new Promise((resolve) => (turns.push(resolve), channel.port2.postMessage(0)));
        function nextTimer(limit = Infinity) {
            const [number, timer] = [...timers].sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0] ?? [];
            if (!timer || timer.at - now > limit) return;
            timers.delete(number);
            now = Math.max(now, timer.at);
            timer.run();
        }

        // The network: requests that have not reached the server, answers that have not reached the page, and the stream.
        let requests = [], answers = [], stream = null;
        globalThis.fetch = (url, { method, body, headers, signal }) => new Promise((resolve, reject) => {
            const request = { method, body, headers, resolve, reject };
            signal?.addEventListener("abort", () => {
                [requests, answers] = [requests.filter((one) => one != request), answers.filter((one) => one.request != request)];
                if (stream?.request == request) stream = null;
                reject(Error());
                request.cut?.();
            });
            requests.push(request);
        });
        const typed = (status, type, body) => ({
            status, type: "basic", body: { pipeThrough: () => ({ getReader: () => body }) },
            headers: { get: (name) => (name == "Content-Type" ? type : name == "Elmwood-Patch" ? "1" : null) }
        });
        const whole = (text) => ({ pieces: [text], async read() { return { done: !this.pieces[0], value: this.pieces.shift() }; } });
        function openStream(request) {
            const waiting = [], pieces = [];
            let isCut = false;
            const wake = () => { for (const one of waiting.splice(0)) one(); };
            stream = { request, held: [], send: (text) => (pieces.push(text), wake()) };
            request.cut = () => ((isCut = true), wake());
            const body = { async read() {
                while (!pieces[0] && !isCut) await new Promise((resolve) => waiting.push(resolve));
                if (isCut) throw Error();
                return { done: false, value: pieces.shift() };
            } };
            request.resolve(typed(200, "text/event-stream", body));
        }
        function breakStream() {
            stream?.request.cut();
            stream = null;
        }

        // The server.
        const row = (id) => ["li", { "data-key": String(id), "data-meanwhile": `of remove(${id})\nhide` },
            ["span", { "data-meanwhile": `of done(${id})\ntext done\nclass gray` }, String(id)],
            ["button", { "data-on-click": `remove(${id})` }, "x"],
            ["button", { "data-on-click": `done(${id})`, "data-meanwhile": "own\ndisable" }, "v"]];
        const view = ({ likes, on, items }) => [
            ["button", { id: "like", class: likes % 2 ? "odd" : "even", "data-on-click": "like", "data-meanwhile": `own\ntext +${likes + 1}\nclass liked` }, String(likes)],
            ["button", { id: "switch", "data-on-click": on ? "off" : "on", "data-meanwhile": on ? "own\nclass off" : "own\nclass on" }, on ? "on" : "off"],
            ["ul", {}, ...items.map(row)],
            ["button", { id: "turn", "data-on-click": "turn", "data-foreseen": "" }, "turn"]];
        const quote = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
        const html = (spec) => typeof spec == "string" ? quote(spec)
            : `<${spec[0]}${Object.entries(spec[1]).map(([name, value]) => ` ${name}="${quote(value)}"`).join("")}>${spec.slice(2).map(html).join("")}</${spec[0]}>`;
        const pageOf = (revision) => `<!DOCTYPE html><html><head><title>T</title></head><body>${view(JSON.parse(revision)).map(html).join("")}</body></html>`;
        function difference(old, next) {
            const operations = [];
            for (const index of [0, 1]) {
                const [, before, text] = view(old)[index], [, after, other] = view(next)[index];
                const change = Object.keys(after).flatMap((name) => (before[name] == after[name] ? [] : [name, after[name]]));
                if (text != other) change.push(0, other);
                if (change[0] != null) operations.push(index, change);
            }
            if (String(old.items) != String(next.items)) {
                let last = -1;
                operations.push(2, [next.items.flatMap((id) => {
                    const index = old.items.indexOf(id);
                    if (index < 0) return [row(id)];
                    if (index < last) return [~index];
                    return [(last = index), 1];
                })]);
            }
            return operations[0] == null ? [] : [1, operations];
        }
        // What a message would lead to: the model and what the page is to show remain as they are.
        function foresee(message, revision) {
            if (revision != shown || shown != model) return null;
            const before = model;
            update(message);
            const patch = [before, model, received, difference(JSON.parse(before), JSON.parse(model))];
            model = before;
            return JSON.stringify(patch);
        }
        function patchNow(refused = []) {
            const more = { s: 1, ...(refused[0] && { e: refused }) };
            const patch = shown ? [shown, model, forgetsNumbers ? 0 : received, difference(JSON.parse(shown), JSON.parse(model)), more]
                : [0, model, forgetsNumbers ? 0 : received, pageOf(model), more];
            shown = model;
            return JSON.stringify(patch);
        }
        function update(message) {
            const next = JSON.parse(model);
            const [, name, id] = /^(\w+)(?:\((\d+)\))?$/.exec(message);
            if (name == "like") next.likes++;
            else if (name == "turn") next.items.reverse();
            else if (/on|off/.test(name) && message != "done" && !id) {
                if (next.on == (name == "on")) return false;
                next.on = name == "on";
            } else {
                if (!next.items.includes(+id)) return false;
                if (name == "remove") next.items = next.items.filter((one) => one != id);
                else next.items = [...next.items.filter((one) => one != id), +id];
            }
            model = JSON.stringify(next);
            return true;
        }
        function otherChange() {
            const next = JSON.parse(model);
            const kind = random(3);
            if (kind == 0) next.likes++;
            else if (kind == 1) next.items.splice(random(next.items.length + 1), 0, [1, 2, 3, 4, 5, 6].find((id) => !next.items.includes(id)) ?? 7 + random(1e6));
            else next.items = next.items.filter(() => chance(80));
            model = JSON.stringify(next);
        }
        // The server begins anew, and knows neither what the page shows nor the numbers of its events, but what it has stored.
        function restart() {
            [shown, forgetsNumbers] = [null, chance(50)];
            breakStream();
            for (const { reject } of [...requests.splice(0), ...answers.splice(0).map((one) => one.request)]) reject(Error());
        }
        // Carries out the events of a post; those that it has had before are skipped.
        function receivePost({ body, headers }, mayRefuse) {
            if (headers["Elmwood-Revision"] != null) shown = chance(5) ? null : headers["Elmwood-Revision"] || null;
            const refused = [];
            for (const event of body.getAll("event")) {
                const [number, , , message] = event.split(" ");
                if (+number > received) {
                    received = +number;
                    if ((mayRefuse && chance(15)) || !update(message)) refusals.set(received, 409);
                }
                if (refusals.has(+number)) refused.push([+number, 409, ""]);
            }
            return patchNow(refused);
        }

        // What may happen.
        const answer = (request, text) => request.resolve(typed(200, "application/vnd.elmwood+json", whole(text)));
        function serve(request, isCalm) {
            if (request.headers.Accept == "text/event-stream") {
                if (!isCalm && chance(30)) return request.reject(Error());
                shown = request.headers["Elmwood-Revision"] || null;
                openStream(request);
                return stream.held.push(patchNow());
            }
            if (!isCalm && chance(10)) return request.reject(Error());
            if (!isCalm && request.body && chance(5)) return request.resolve(typed(400, "text/html", whole("no")));
            const question = request.body?.get("foresee");
            if (question) {
                const text = foresee(question, request.headers["Elmwood-Revision"]);
                if (!text || isCalm) return request.resolve({ ...typed(204, "", whole("")), json: () => null });
                return request.resolve({ ...typed(200, "application/vnd.elmwood+json", whole(text)), json: async () => JSON.parse(text) });
            }
            if (!request.body) shown = request.headers["Elmwood-Revision"] || null;
            const text = request.body ? receivePost(request, !isCalm) : patchNow();
            if (!isCalm && chance(15)) return request.reject(Error());
            if (isCalm || chance(50)) return answer(request, text);
            answers.push({ request, text });
        }
        const steps = [
            () => { const buttons = [...document.querySelectorAll("button")]; buttons[random(buttons.length)].click(); },
            () => document.querySelector("#like").click(),
            () => { const turn = document.querySelector("#turn"); for (const type of ["pointerout", "touchstart"]) turn.dispatchEvent(new Event(type, { bubbles: true })); },
            () => requests.at(-1)?.body?.get("foresee") && serve(requests.pop()),
            () => document.querySelector("#turn").click(),
            () => requests[0] && serve(requests.shift()),
            () => { const [one] = answers.splice(0, 1); if (one) answer(one.request, one.text); },
            () => { otherChange(); stream?.held.push(patchNow()); },
            () => stream?.held[0] && stream.send("data: " + stream.held.shift() + "\n\n"),
            () => nextTimer(chance(5) ? 30_000 : 2_000),
            () => chance(20) && breakStream(),
            () => chance(10) && restart()
        ];

        // What the page is to be: the view, and above it the changes for the events that it does not contain.
        function shape(node) {
            if (node.nodeType == 3) return node.data;
            const names = node.getAttributeNames().filter((name) => name != "aria-busy").sort();
            const attributes = names.map((name) => name != "class" ? name + "=" + node.getAttribute(name)
                : "class=" + [...node.classList].filter((one) => !one.startsWith("elmwood-")).sort().join("."));
            const children = [...node.childNodes].filter((child) => !child.hasAttribute?.("data-elmwood"));
            return node.localName + "[" + attributes.filter((text) => text != "class=").join(" ") + "](" + children.map(shape).join("") + ")";
        }
        function expected(revision, events) {
            const { body } = new DOMParser().parseFromString(pageOf(revision), "text/html");
            for (const { text } of events) {
                const [, name, id] = /^(\w+)(?:\((\d+)\))?$/.exec(text);
                const like = body.querySelector("#like"), toggle = body.querySelector("#switch"), row = id && body.querySelector(`[data-key="${id}"]`);
                if (name == "like") (like.textContent = "+" + (JSON.parse(revision).likes + 1)), like.classList.add("liked");
                else if (!id && toggle.dataset.onClick == name) toggle.classList.add(name);
                else if (row && name == "remove") row.hidden = true;
                else if (row) (row.firstChild.textContent = "done"), row.firstChild.classList.add("gray");
            }
            return body;
        }
        // A control is disabled while its own event is pending; a row that was removed and came back has another control.
        const without = (text) => text.replaceAll(/disabled=|disabled= /g, "").replaceAll("  ", " ").replaceAll(" ]", "]").replaceAll("[ ", "[");
        function check() {
            const { revision, queue, underWay, early, gaps, foreseen } = elmwoodState();
            // Where an answer waits for its predecessor, its event has left the queue.
            if (!revision || early[0] || gaps || forgetsNumbers) return "";
            if (foreseen) foresights++;
            const events = [...underWay, ...queue].filter((event) => event.number > included && event.number != foreseen?.number);
            const is = without(shape(document.body)), wanted = without(shape(expected(foreseen?.revision ?? revision, events)));
            return is == wanted ? "" : is + " is not " + wanted + " with " + events.map((event) => event.text);
        }

        async function settle() {
            await turn();
            included = Math.max(included, elmwoodState().included || 0);
        }
        async function play(rounds) {
            for (let round = 1; round <= rounds; round++) {
                seed = round;
                const trail = [];
                for (let step = 0; step < 20 + random(40); step++) {
                    const choice = random(steps.length);
                    trail.push(choice);
                    steps[choice]();
                    await settle();
                    const problem = check();
                    if (problem) return `Round ${round}, steps ${trail}: ${problem}`;
                }
                // Everything arrives.
                for (let step = 0; step < 400; step++) {
                    const { queue, underWay, early, isStale } = elmwoodState();
                    if (requests[0]) serve(requests.shift(), true);
                    else if (answers[0]) { const one = answers.shift(); answer(one.request, one.text); }
                    else if (stream?.held[0]) stream.send("data: " + stream.held.shift() + "\n\n");
                    else if (queue[0] || underWay[0] || early[0] || isStale || !stream) nextTimer();
                    else if (elmwoodState().revision != model) stream.held.push(patchNow());
                    else break;
                    await settle();
                }
                forgetsNumbers = false;
                const is = shape(document.body), wanted = shape(expected(model, []));
                if (is != wanted) return `Round ${round}, steps ${trail}, at the end: ${is} is not ${wanted} ${JSON.stringify(elmwoodState().queue)}`;
            }
            return foresights > rounds / 5 ? "" : "Only " + foresights + " clicks were foreseen.";
        }
        """#
}
