import ElmwoodPageTree
import ElmwoodViewTree
import ElmwoodWebDriver

extension RealBrowser {
    /// Moves the mouse to a place of an element, and presses it if that is meant.
    func point(_ act: MouseAct, at node: PageNode) throws {
        guard script == .on else {
            later.impossible = node.reasonForScript
            return
        }
        guard let node = current(node) else { return }
        let place = try browser.runUntilDone(
            BrowserScripts.place,
            [node.path, act.place.map { [$0.x, $0.y] } ?? []]
        )
        let numbers = (place as? [Any] ?? []).compactMap { ($0 as? Double) ?? ($0 as? Int).map(Double.init) }
        guard numbers.count == 2 else {
            throw DriverFailure("The browser does not say where \(node) is.")
        }
        var actions: [[String: Any]] = [
            [
                "type": "pointerMove", "origin": "viewport", "x": Int(numbers[0].rounded()),
                "y": Int(numbers[1].rounded()), "duration": 0,
            ]
        ]
        if act.isPress { actions += [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]] }
        let held = Self.codes(of: act.modifiers)
        let pause: [String: Any] = ["type": "pause"]
        let keys: [[String: Any]] =
            held.map { ["type": "keyDown", "value": $0] } + actions.map { _ in pause }
            + held.map { ["type": "keyUp", "value": $0] }
        try browser.driver.perform([
            ["type": "key", "id": "keyboard", "actions": keys],
            ["type": "pointer", "id": "mouse", "actions": held.map { _ in pause } + actions],
        ])
        try finish()
    }

    /// Dispatches an event of a custom element, as its script does.
    func dispatch(_ name: String, _ values: EventValues, at node: PageNode) throws {
        guard script == .on else {
            later.impossible = node.reasonForScript
            return
        }
        guard let node = current(node), let type = node.typeOfEvent(name) else { return }
        try browser.runUntilDone(BrowserScripts.dispatch, [node.path, type, values.members])
        try finish()
    }

    /// Drags a row by its handle; without script, presses the handle's buttons.
    func drag(_ drag: RowDrag) throws {
        guard script == .on else {
            var former: [Int]?
            while let button = drag.button(in: try page()), button.path != former {
                former = button.path
                if let handle = drag.handle(in: try page()), !handle.has("open") {
                    if let summary = handle.descendants.first(where: { $0.tag == "summary" }) {
                        try carryOut(.click(summary))
                    }
                }
                if let button = drag.button(in: try page()) { try carryOut(.click(button)) }
            }
            return
        }
        let tree = try page()
        guard let handle = drag.handle(in: tree), let list = drag.list(in: tree) else { return }
        let found = try browser.runUntilDone(
            BrowserScripts.dragPlaces,
            [handle.path, list.path, drag.next(in: tree)?.path ?? []]
        )
        let places = (found as? [Any] ?? []).compactMap { ($0 as? Double) ?? ($0 as? Int).map(Double.init) }
        guard places.count == 4 else { throw DriverFailure("The browser does not say where “\(drag.title)” is.") }
        func move(_ x: Double, _ y: Double) -> [String: Any] {
            ["type": "pointerMove", "origin": "viewport", "x": Int(x), "y": Int(y), "duration": 0]
        }
        try browser.driver.perform([
            [
                "type": "pointer", "id": "mouse",
                "actions": [
                    move(places[0], places[1]), ["type": "pointerDown", "button": 0],
                    move(places[0], places[1] + 10), move(places[2], places[3]), ["type": "pointerUp", "button": 0],
                ],
            ]
        ])
        try finish()
    }

    /// Scrolls a list to a row; without script, follows the links to it.
    func scroll(_ scroll: RowScroll) throws {
        guard script == .on else {
            while let link = scroll.link(in: try page()) { try carryOut(.click(link)) }
            return
        }
        guard let (list, rows, count) = scroll.list(in: try page()), (0..<count).contains(scroll.row) else { return }
        try browser.runUntilDone(BrowserScripts.scrollToRow, [list.path, scroll.row, count, rows.count])
        try finish()
    }

    /// Presses a key with modifiers, in that element or where the focus is.
    func press(_ key: PressedKey, in node: PageNode?) throws {
        guard script == .on else {
            if key.modifiers.isEmpty { return try carryOut(.press(key.key, in: node)) }
            later.impossible = "Without script no key with modifiers does anything."
            return
        }
        if let node = node.flatMap(current) {
            try browser.runUntilDone(BrowserScripts.focus, [node.path])
        }
        let held = Self.codes(of: key.modifiers) + [Self.codes[key.key] ?? key.told]
        let actions: [[String: Any]] =
            held.map { ["type": "keyDown", "value": $0] } + held.reversed().map { ["type": "keyUp", "value": $0] }
        try browser.driver.perform([["type": "key", "id": "keyboard", "actions": actions]])
        try finish()
    }

    /// The keys of modifiers, with the WebDriver standard's code points.
    private static func codes(of modifiers: KeyModifiers) -> [String] {
        [
            (KeyModifiers.control, "\u{E009}"), (.alt, "\u{E00A}"), (.shift, "\u{E008}"), (.meta, "\u{E03D}"),
        ].filter { modifiers.contains($0.0) }.map(\.1)
    }
}

extension BrowserScripts {
    /// Waits until the page has what it needs for events with payloads, and returns a place of an element in the window.
    static let place =
        find + """
            const done = arguments[arguments.length - 1];
            const [path, place] = arguments;
            const element = find(path);
            Promise.resolve(globalThis.elmwoodState?.().arrival).then(() => {
                element.scrollIntoView({ block: "center", behavior: "instant" });
                const box = element.getBoundingClientRect();
                if (!place.length) return done([box.left + box.width / 2, box.top + box.height / 2]);
                const [x, y] = place;
                if (element.viewBox?.baseVal?.width) {
                    const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM());
                    return done([point.x, point.y]);
                }
                const width = +element.getAttribute("width") || box.width, height = +element.getAttribute("height") || box.height;
                done([box.left + (x * box.width) / width, box.top + (y * box.height) / height]);
            });
            """

    /// Waits until the page has what it needs for events with payloads, and dispatches one of a custom element.
    static let dispatch =
        find + """
            const done = arguments[arguments.length - 1];
            const [path, type, detail] = arguments;
            const element = find(path);
            Promise.resolve(globalThis.elmwoodState?.().arrival).then(() =>
                done(element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true })))
            );
            """

    /// Waits until the page has what it needs for dragging, and returns the middle of a handle, and the place in a list where its row is to be
    /// dropped: the upper edge of the row with the last path, or the list's lower edge if that is empty.
    static let dragPlaces =
        find + """
            const done = arguments[arguments.length - 1];
            const [handle, list, row] = arguments;
            const summary = find(handle).querySelector("summary");
            Promise.resolve(globalThis.elmwoodState?.().arrival).then(() => {
                summary.scrollIntoView({ block: "center", behavior: "instant" });
                const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
                const box = find(row.length ? row : list).getBoundingClientRect();
                const [x] = middle(box);
                done([...middle(summary.getBoundingClientRect()), x, row.length ? box.top + 2 : box.bottom - 2]);
            });
            """

    /// Scrolls a list of which a window is rendered by the scroll bar, to the place of a row, and waits until the script has asked for it.
    static let scrollToRow =
        find + """
            const done = arguments[arguments.length - 1];
            const [path, row, count, size] = arguments;
            Promise.resolve(globalThis.elmwoodState?.().arrival).then(() => {
                const list = find(path), above = list.previousElementSibling, below = list.nextElementSibling;
                let scroller = list.parentElement;
                while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
                const top = scroller ? scroller.getBoundingClientRect().top : 0;
                scroller ??= document.scrollingElement;
                const height = scroller.clientHeight, mean = list.getBoundingClientRect().height / size;
                const first = above.getBoundingClientRect().top, last = below.getBoundingClientRect().bottom;
                const part = Math.min(1, row / Math.max(1, count - height / mean));
                scroller.scrollBy({ top: first - top + part * Math.max(0, last - first - height), behavior: "instant" });
                requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
            });
            """

    /// Waits until the page has what it needs for events with payloads, and focuses an element.
    static let focus =
        find + """
            const done = arguments[arguments.length - 1];
            const element = find(arguments[0]);
            Promise.resolve(globalThis.elmwoodState?.().arrival).then(() => done(element.focus()));
            """
}
