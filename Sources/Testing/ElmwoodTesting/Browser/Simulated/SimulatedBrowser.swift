import Elmwood
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodViewTree

/// A page in a simulated browser: the kit implements what a browser and the client script do with forms, fields and links. It
/// reaches the program by a ``Transport``.
///
/// `@unchecked Sendable`: it belongs to one test, and is used only on the thread of that test. The environment, which retains it
/// for debounced input, makes its calls on that thread too.
final class SimulatedBrowser<P: Program>: PageDriver, @unchecked Sendable {
    /// The content of the browser window.
    enum Shown {
        case nothing
        /// The view of a model.
        case view(P.Model, version: UInt64?, Rendering)
        /// The view of a model again, with the problems of a post.
        case refused(P.Model)
        /// The program threw, and may have a page for the error.
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
    /// What the page told the visitor when it was loaded.
    var flash = Flash()
    var shown = Shown.nothing
    var memory = PageMemory()
    /// The page as it was read last, until something changes.
    var tree: PageTree?
    /// The focused control; nil if there is none.
    var focus: ControlKey?
    var isOffline = false
    /// Whether the page's uploads in pieces are cut, and the form that waits for them.
    var areUploadsInterrupted = false
    var waitingForm: (form: PageNode, button: PageNode?)?
    /// Whether the page is hidden, and its scheduled requests.
    var isPageHidden = false
    var asking: ScheduledCall?
    /// Whether the visitor has entered anything since their post was refused.
    var isCorrected = false
    /// The outcome of events without an act, which the next act reports.
    var later = Outcome()

    // With script.
    var id = PageName()
    var revision: Revision?
    var sequence: UInt64 = 0
    var watched: Set<String> = []
    var keepsStream = false
    var isListening = false
    /// Whether patches of the stream are being applied.
    var isTaking = false
    /// Whether the page has received an answer as a live page.
    var isConnected = false
    /// The session's version when the page was last updated.
    var version: UInt64?
    /// The actions without a connection.
    var queue: [WireEvent] = []
    /// The events whose controls show the visitor's input until they are answered.
    var awaited: [UInt64: Awaited] = [:]
    /// The field with debounced input.
    var typing: Typing?
    /// The events that are told less often than they come, by what identifies them.
    var throttled: [String: Throttle] = [:]
    /// The autofocus elements of the page when it was read last.
    var autofocus: Set<ControlKey> = []

    init(_ testHost: TestHost<P>, _ visitor: TestVisitor, script: Script, over transport: any Transport<P>) {
        self.testHost = testHost
        self.visitor = visitor
        self.script = script
        self.transport = transport
    }

    var address: String { if case .left(let address) = shown { address } else { place.target } }
    var session: SessionToken? { visitor.session }

    var model: P.Model? {
        if let model = testHost.state(of: visitor)?.model { return model }
        switch shown {
        case .view(let model, _, _), .refused(let model): return model
        case .nothing, .failed, .left, .broken, .closed: return nil
        }
    }

    var notices: [String] {
        isConnected
            ? testHost.host.sessions.progress(of: id.id, in: testHost.sessionID(of: visitor))?.page.shownNotices ?? []
            : flash.notices
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
        let toggled = memory.toggled
        let isToggled: ((PageNode) -> Bool)? =
            toggled.isEmpty
            ? nil
            : { node in
                let name = Self.name(ofOpenable: node)
                // The view decides anew when it renders the element another way.
                if toggled[name] != node.has("open") { self.memory.toggled[name] = nil }
                return toggled[name] == node.has("open")
            }
        let tree = PageTree(rendering, problems: problems, isScripted: script == .on, isToggled: isToggled)
        forgetOpened(goneFrom: tree)
        if let dialog = topmostModal(of: tree) { tree.restrict(to: dialog) }
        if case .refused = shown { memory.show(on: tree) } else { memory.apply(to: tree) }
        self.tree = tree
        return tree
    }

    func focused() throws(DriverFailure) -> PageNode? {
        let page = try page()
        // A page without script that has just been loaded begins at its autofocus element.
        let node = focus.map(page.node) ?? (script == .off ? page.autofocusing.first : nil)
        return node.flatMap { $0.isHidden || $0.isDisabled || $0.isInert ? nil : $0 }
    }

    private func rendering(of model: P.Model) throws(DriverFailure) -> Rendering {
        if isConnected, let shown = testHost.host.sessions.shown(on: id.id, of: testHost.sessionID(of: visitor)) {
            return shown.rendering
        }
        let page = place.page(isLive: script == .on && isConnected, problems: problems).showing(Flash(notices: notices))
        do {
            return try testHost.render(testHost.state(of: visitor)?.model ?? model, on: page)
        } catch {
            throw DriverFailure(
                error is NotFound ? "There is nothing at “\(address)”." : "The view failed: \(error)",
                cause: error
            )
        }
    }

    /// Identifies a `details`, a dialog or a popover: by its id, or else by the rows around it and the number of equal ones before
    /// it there.
    ///
    /// It is also called while the page is being built, so it must not read what follows the node.
    static func name(ofOpenable node: PageNode) -> String {
        if let id = node["id"] { return id }
        let rows = Self.rows(of: node)
        let number = node.tree.elements.prefix { $0.index < node.index }.filter {
            $0.tag == node.tag && $0["id"] == nil && Self.rows(of: $0) == rows
        }.count
        return (rows + ["\(node.tag) \(number)"]).joined(separator: "/")
    }

    private static func rows(of node: PageNode) -> [String] { node.ancestors.compactMap { $0["data-key"] } }

    /// Lets the next load of the page be no arrival of the visitor: it only shows what the page would show to them by now.
    func expectReturn() {
        testHost.host.sessions.expectReturn(of: testHost.sessionID(of: visitor), to: place.page())
    }

    /// Forgets the page, since it has changed.
    func turn() { tree = nil }

    /// Applies what the stream has received, and requests changes that no stream would send.
    private func catchUp() {
        guard !isOffline else { return }
        switch shown {
        case .view(_, let version, _):
            if script == .on {
                takePushes()
                guard let now = testHost.state(of: visitor)?.version, now != self.version else { return }
                // Changes by other pages of the visitor.
                if !isListening { sync() }
                // A turn that changes nothing on the page sends no patch.
                self.version = now
                tree = nil
            } else if let now = testHost.state(of: visitor)?.version, now != version {
                // Without script, changes are visible when the page is loaded again.
                expectReturn()
                apply(transport.load(place), of: nil, keepsEntries: true)
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

    /// Returns the present node of an act; nil if it is not on the page any more.
    func current(_ node: PageNode) -> PageNode? {
        guard let tree = try? page() else { return nil }
        return node.tree === tree ? node : tree.node(at: node.path)
    }
}

/// The id that an open page chooses.
struct PageName {
    let name: String
    let id: PageID

    /// Creates a unique id.
    init() {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let name = String((0..<22).map { _ in letters.randomElement() ?? "a" })
        // All such texts are valid ids.
        guard let id = PageID(utf8: name.utf8) else {
            self = PageName()
            return
        }
        self.name = name
        self.id = id
    }
}
