import Elmwood
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// A page in a browser that the kit plays: what a browser does with forms, fields and links it does by itself, what the
/// client script does too; the program is reached by a ``Transport``.
///
/// `@unchecked Sendable`: it is its test's own, and used on the thread alone that the test runs on. The environment that holds
/// it, for typing that waits for a pause, makes its calls on that thread too.
final class SimulatedBrowser<P: Program>: PageDriver, @unchecked Sendable {
    /// What the browser has before it.
    enum Shown {
        case nothing
        /// The view of a model.
        case view(P.Model, version: UInt64?, Rendering)
        /// The view of a model again, with what was wrong with what was posted.
        case refused(P.Model)
        /// The program threw, and may have a page for that.
        case failed(any Error, Rendering?)
        /// The browser has gone elsewhere.
        case left(String)
        case broken(String)
        case closed
    }

    let testHost: TestHost<P>
    let visitor: TestVisitor
    let script: Script
    let transport: any Transport<P>
    var place = PageAddress("/")
    var problems: [Problem] = []
    var shown = Shown.nothing
    var memory = PageMemory()
    /// The page as it was looked at last, until something changes.
    var tree: PageTree?
    /// Where the focus is; nil where nothing has it.
    var focus: ControlKey?
    var isOffline = false
    /// Whether another tab is before the page, and what has it ask meanwhile.
    var isPageHidden = false
    var asking: ScheduledCall?
    /// Whether the visitor has entered anything since what they posted was refused.
    var isCorrected = false
    /// What came of things that happened by themselves, until the next act tells of it.
    var later = Outcome()

    // With script.
    var id = PageName()
    var revision: Revision?
    var sequence: UInt64 = 0
    var watched: Set<String> = []
    var keepsStream = false
    var isListening = false
    /// Whether what came by the stream is being taken.
    var isTaking = false
    /// Whether the page has had an answer as a live one.
    var isConnected = false
    /// The version of the session when the page was last brought up to date.
    var version: UInt64?
    /// What was done while there was no connection.
    var queue: [WireEvent] = []
    /// The events whose controls show what the visitor did until they are answered.
    var awaited: [UInt64: Awaited] = [:]
    /// The field whose typing waits for a pause.
    var typing: Typing?
    /// The autofocus elements that the page had when it was looked at last.
    var autofocus: Set<ControlKey> = []

    init(_ testHost: TestHost<P>, _ visitor: TestVisitor, script: Script, over transport: any Transport<P>) {
        self.testHost = testHost
        self.visitor = visitor
        self.script = script
        self.transport = transport
    }

    var address: String { if case .left(let address) = shown { address } else { place.target } }
    var session: SessionID? { visitor.session }

    var model: P.Model? {
        if let model = testHost.host.look(at: testHost.sessionID(of: visitor))?.model { return model }
        switch shown {
        case .view(let model, _, _), .refused(let model): return model
        case .nothing, .failed, .left, .broken, .closed: return nil
        }
    }

    // MARK: Looking

    func page() throws(DriverFailure) -> PageTree {
        catchUp()
        if let tree { return tree }
        let rendering: Rendering
        switch shown {
        case .view(_, _, let loaded) where script == .off || !isConnected: rendering = loaded
        case .view(let model, _, _), .refused(let model): rendering = try self.rendering(of: model)
        case .failed(_, let page?): rendering = page
        case .nothing: throw DriverFailure("There is no page yet.")
        case .failed(let error, nil):
            throw DriverFailure(
                error is NotFound ? "There is nothing at “\(address)”." : "The program failed: \(error)",
                cause: error
            )
        case .left(let address): throw DriverFailure("The page was left for “\(address)”.")
        case .broken(let sentence): throw DriverFailure(sentence)
        case .closed: throw DriverFailure("The page is closed.")
        }
        let isToggled =
            memory.toggled.isEmpty ? nil : { [memory] in memory.toggled.contains(Self.name(ofOpenable: $0)) }
        let tree = PageTree(rendering, problems: problems, script: script, isToggled: isToggled)
        forgetOpened(goneFrom: tree)
        if let dialog = memory.modal.flatMap(tree.element) { tree.restrict(to: dialog) }
        if case .refused = shown { memory.show(on: tree) } else { memory.apply(to: tree) }
        self.tree = tree
        return tree
    }

    func focused() throws(DriverFailure) -> PageNode? {
        let page = try page()
        // A page without script that has just come begins where it says.
        let node = focus.map(page.node) ?? (script == .off ? page.autofocusing.first : nil)
        return node.flatMap { $0.isHidden || $0.isDisabled || $0.isInert ? nil : $0 }
    }

    private func rendering(of model: P.Model) throws(DriverFailure) -> Rendering {
        if isConnected, let shown = testHost.host.shown(on: id.id, of: testHost.sessionID(of: visitor)) {
            return shown.rendering
        }
        let page = place.page(isLive: script == .on && isConnected, problems: problems)
        do {
            return try testHost.host.render(
                testHost.host.look(at: testHost.sessionID(of: visitor))?.model ?? model,
                on: page
            )
        } catch {
            throw DriverFailure(
                error is NotFound ? "There is nothing at “\(address)”." : "The view failed: \(error)",
                cause: error
            )
        }
    }

    /// What tells a `details`, a dialog or a popover from others: its id, else the rows that it stands in, and how many come before
    /// it there.
    ///
    /// It is asked for while the page is put together, too: what comes after it is not to be looked at.
    static func name(ofOpenable node: PageNode) -> String {
        if let id = node["id"] { return id }
        let rows = Self.rows(of: node)
        let number = node.tree.elements.prefix { $0.index < node.index }.filter {
            $0.tag == node.tag && $0["id"] == nil && Self.rows(of: $0) == rows
        }.count
        return (rows + ["\(node.tag) \(number)"]).joined(separator: "/")
    }

    private static func rows(of node: PageNode) -> [String] { node.ancestors.compactMap { $0["data-key"] } }

    /// The page is another from now on.
    func turn() { tree = nil }

    /// Takes what has come by itself, and where nothing would tell the page, asks.
    private func catchUp() {
        guard !isOffline else { return }
        switch shown {
        case .view(_, let version, _):
            if script == .on {
                takePushes()
                guard let now = testHost.host.look(at: testHost.sessionID(of: visitor))?.version, now != self.version
                else {
                    return
                }
                // Other pages of the visitor tell this one that something has changed.
                if !isListening { sync() }
                // A turn that changes nothing on the page is told by no stream.
                self.version = now
                tree = nil
            } else if let now = testHost.host.look(at: testHost.sessionID(of: visitor))?.version, now != version {
                // Without script, what has changed is seen when the page is loaded again.
                take(transport.load(place), of: nil, keepsEntries: true)
            }
        case .nothing, .refused, .failed, .left, .broken, .closed: return
        }
    }

    // MARK: Acting

    func act(_ act: Act) -> Outcome {
        if case .closed = shown { return Outcome(impossible: "The page is closed.") }
        later = Outcome()
        switch script {
        case .off: actPlainly(act)
        case .on: actLive(act)
        }
        return takeLater()
    }

    func takeLater() -> Outcome {
        defer { later = Outcome() }
        return later
    }

    /// The node of the page as it is now that the act found; nil where it is gone.
    func current(_ node: PageNode) -> PageNode? {
        guard let tree = try? page() else { return nil }
        return node.tree === tree ? node : tree.node(at: node.path)
    }
}

/// The name that an open page gives itself.
struct PageName {
    let name: String
    let id: PageID

    /// A name that no other page has.
    init() {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let name = String((0..<22).map { _ in letters.randomElement() ?? "a" })
        // All such names can be read.
        guard let id = PageID(utf8: name.utf8) else {
            self = PageName()
            return
        }
        self.name = name
        self.id = id
    }
}
