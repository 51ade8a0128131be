import ElmwoodArchitecture
import Elmwood
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodViewTree

// The requests of a live page's client script.

/// A field with debounced input.
struct Typing {
    var key: ControlKey
    var pause: ScheduledCall
}

/// An event that awaits its answer, and the control or form to update then.
enum Awaited {
    /// A control: it then shows its rendered value, unless the visitor is still using it.
    case edit(ControlKey, isInput: Bool)
    case submit(ControlKey)
}

extension SimulatedBrowser {
    // MARK: Loading

    /// Loads the page at an address, with its script.
    func load(_ address: PageAddress) {
        if isOffline { return later.impossible = "There is no connection: the page was told to go offline." }
        sayFarewell()
        forgetPage()
        apply(transport.load(address), of: address, keepsEntries: false)
        guard case .view(let model, let version, let rendering) = shown else { return }
        self.version = version
        revision = rendering.revision
        let host = testHost.host.sessions
        let connects = host.connects(
            rendering,
            of: host.subscribed(AnyModel(model)),
            telling: flash,
            mayReceiveMessage: testHost.mayReceiveMessage(visitor)
        )
        if connects { sync() }
        if let tree = try? self.page() {
            focus = tree.autofocusing.first.map { tree.key(of: $0) }
            settleModals()
        }
        noteAutofocus()
    }

    private func forgetPage() {
        transport.hangUp()
        id = PageName()
        revision = nil
        sequence = 0
        watched = []
        keepsStream = false
        isListening = false
        isConnected = false
        queue = []
        awaited = [:]
        autofocus = []
        forgetThrottled()
        isPageHidden = false
        asking?.cancel()
        asking = nil
    }

    /// Sends what has not been sent yet, and that the page closes.
    func sayFarewell() {
        guard case .view = shown else { return }
        flushTyping()
        releaseThrottled()
        send()
        if watched.contains("closed"), !isOffline {
            sequence += 1
            // The closed page does not receive the answer.
            _ = transport.live(request([WireEvent(number: sequence, kind: "page", argument: "closed", fields: [])]))
        }
        transport.hangUp()
    }

    // MARK: The server

    func loseServer() {
        transport.hangUp()
        isListening = false
    }

    func findServer() -> Outcome {
        // A page without a stream notices it with its next request.
        if script == .on, isConnected, keepsStream, case .view = shown { sync() }
        return takeLater()
    }

    // MARK: Telling

    /// Queues an action of the visitor. It is sent together with the others of the same act.
    func queueEvent(_ kind: String, _ argument: String, _ fields: [SentField] = [], then awaited: Awaited? = nil) {
        flushTyping()
        releaseThrottled()
        // Several unsent inputs of one control are one event.
        if let last = queue.last, last.kind == kind, last.argument == argument, kind.contains("input") {
            queue[queue.count - 1].fields = fields
            return
        }
        sequence += 1
        queue.append(WireEvent(number: sequence, kind: kind, argument: argument, fields: fields))
        if let awaited { self.awaited[sequence] = awaited }
    }

    /// Queues an event of the page, if the program subscribes to it.
    func tellPage(_ name: String) {
        if watched.contains(name) { queueEvent("page", name) }
    }

    /// Sends the queued events, and shows the result.
    func send() {
        guard !isOffline else { return }
        while !queue.isEmpty {
            let events = Array(queue.prefix(64))
            queue.removeFirst(events.count)
            apply(transport.live(request(events)), events)
        }
    }

    /// Requests the page's changes.
    func sync() {
        guard !isOffline else { return }
        apply(transport.live(request()), [])
    }

    private func request(_ events: [WireEvent] = []) -> WireRequest {
        WireRequest(
            page: id.id,
            name: id.name,
            shows: revision,
            address: place,
            isHidden: isPageHidden,
            events: events
        )
    }

    /// Follows a link within the program, without a reload.
    func visit(_ target: String) {
        flushTyping()
        send()
        transport.hangUp()
        isListening = false
        place = PageAddress(target)
        sync()
    }

    // MARK: Taking

    /// Applies the patches that the stream has received.
    func takePushes() {
        // An applied patch may request the page again, which must not apply the next ones recursively.
        guard isListening, !isTaking else { return }
        isTaking = true
        defer { isTaking = false }
        for answer in transport.pushed({ request() }) { apply(answer, []) }
        // A stream that has ended is opened again, unless the page was left.
        guard isListening, keepsStream, !transport.hasStream, case .view = shown else { return }
        apply(transport.listen(request()), [])
    }

    private func apply(_ answer: LiveAnswer, _ events: [WireEvent]) {
        turn()
        switch answer {
        case .news(let news): apply(news, events)
        case .reload: load(place)
        case .streamEnded:
            isListening = false
            guard keepsStream else { return }
            isListening = true
            apply(transport.listen(request()), [])
        case .refused(let status, let sentence):
            later.refusals.append(Outcome.Refused(status: status, sentence: sentence))
            for event in events { awaited[event.number] = nil }
        case .broken(let sentence):
            shown = .broken(sentence)
            later.impossible = sentence
        }
    }

    private func apply(_ news: PageNews, _ events: [WireEvent]) {
        isConnected = true
        revision = news.to
        version = testHost.state(of: visitor)?.version
        if let problems = news.problems { self.problems = problems }
        if let words = news.watched { watched = Set(words.split(separator: " ").map(String.init)) }
        keepsStream = news.keepsStream ?? keepsStream
        for refusal in news.refusals {
            later.refusals.append(Outcome.Refused(status: refusal.status, sentence: refusal.sentence))
        }
        let refused = Dictionary(news.refusals.map { ($0.sequence, $0.status) }) { first, _ in first }
        if !memory.isEmpty {
            // As `fields.js` does it: only an answer replaces what the visitor has typed and not sent.
            memory.keepsEntries = events.isEmpty
            _ = try? page()
            memory.keepsEntries = false
        }
        for event in events { settle(event, refusedWith: refused[event.number]) }
        if !events.isEmpty || !memory.isEmpty || !memory.modals.isEmpty {
            settleModals()
            focusOnNew()
        }
        obey(news.commands)
        startAnew()
        if keepsStream, !isListening {
            listen()
        } else if !keepsStream, isListening {
            transport.hangUp()
            isListening = false
        }
    }

    /// Opens the page's stream, unless the page is hidden.
    func listen() {
        guard !isListening, !isPageHidden, !isOffline else { return }
        isListening = true
        apply(transport.listen(request()), [])
    }

    /// If the session has ended, shows the program's start at the address.
    private func startAnew() {
        guard testHost.state(of: visitor) == nil,
            case .view(_, let version, let rendering) = shown
        else { return }
        let visit = visitor.visit(place)
        guard let model = try? testHost.host.startModel(for: visit, of: testHost.sessionID(of: visitor)) else { return }
        shown = .view(model, version: version, rendering)
        tree = nil
    }

    /// Handles the answer to an event: its control then shows its rendered value.
    private func settle(_ event: WireEvent, refusedWith status: Int?) {
        guard let awaited = awaited.removeValue(forKey: event.number), !memory.isEmpty, let tree = try? page() else {
            return
        }
        switch awaited {
        case .edit(let key, let isInput):
            // An invalid value remains as the visitor left it, and so does a value that is still being typed.
            guard status != 422, let node = tree.node(key) else { return }
            if isInput, focus == key {
                self.awaited[event.number] = awaited
                return
            }
            release(node)
        case .submit(let key):
            guard status == nil, let form = tree.node(key) else { return }
            memory.forget(form.formControls)
        }
    }

    /// Resets a control to its rendered value, if the view renders one.
    private func release(_ node: PageNode) {
        let isTicked = node.control == .checkbox || node.control == .radio
        let saysNothing = node.renderedValue == .text("") || node.renderedValue == .chosen([])
        guard isTicked || node.has("value") || !saysNothing else { return }
        memory.forget(node.radioGroup)
    }

    /// Resets the fields that were typed in and have lost the focus to their rendered values.
    func releaseTyped() {
        for (number, awaited) in awaited {
            guard case .edit(let key, true) = awaited, key != focus, !queue.contains(where: { $0.number == number })
            else { continue }
            self.awaited[number] = nil
            if let node = (try? page())?.node(key) { release(node) }
        }
    }

    // MARK: Commands to the page

    private func obey(_ commands: [PageCommand]) {
        for command in commands {
            switch command {
            case .focus(let id): moveFocus(to: (try? page())?.element(id: id))
            case .blur: moveFocus(to: nil)
            case .showModal(let id): carryOut("show-modal", on: (try? page())?.element(id: id), isTold: false)
            case .close(let id): carryOut("close", on: (try? page())?.element(id: id), isTold: false)
            case .push(let address), .replace(let address):
                place = PageAddress(address)
                turn()
            case .leave(let address): leave(for: address)
            case .download(let file): later.left = file.address
            // They change nothing that a test sees of the page: `expectCommand` checks them.
            case .scroll, .copy, .dispatch: break
            }
        }
        if !commands.isEmpty { send() }
    }

    /// Focuses an element with `autofocus` that is new on the page.
    private func focusOnNew() {
        guard let tree = try? page() else { return }
        let wanting = tree.autofocusing
        if let new = wanting.first(where: { !autofocus.contains(tree.key(of: $0)) }) { focus = tree.key(of: new) }
        autofocus = Set(wanting.map { tree.key(of: $0) })
    }

    private func noteAutofocus() {
        guard let tree = try? page() else { return }
        autofocus = Set(tree.autofocusing.map { tree.key(of: $0) })
    }
}
