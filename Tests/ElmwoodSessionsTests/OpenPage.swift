import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodViewTree
import Synchronization
import Testing

/// An open page of a browser, from its script's point of view: it numbers the visitor's actions, and follows the revisions.
///
/// ```swift
/// let page = try OpenPage(host, session: id)
/// let patch = try page.click("add(1)")            // with a host that answers at once
/// _ = await page.send(.message("add(1)")).settled()   // with one that answers later
/// ```
final class OpenPage: Sendable {
    private struct State {
        var host: SessionHost
        var browser: Browser
        var revision: Revision?
        var sequence: UInt64 = 0
        var obeyed: UInt64?
        var isHidden = false
        var stream: LiveStream?
    }

    let id: PageID
    private let state: Mutex<State>

    /// - Parameters:
    ///   - name: the letter of its id.
    ///   - model: the model that the page shows, loaded before its script ran; nil if it sends no revision.
    init<P: Program>(
        _ host: ProgramHost<P>,
        _ name: Character = "a",
        showing model: P.Model? = nil,
        of browser: Browser
    ) throws {
        id = try #require(PageID.named(name))
        let revision = try model.map { try host.render($0, on: Page()).revision }
        state = Mutex(State(host: host.sessions, browser: browser, revision: revision))
    }

    convenience init<P: Program>(
        _ host: ProgramHost<P>,
        _ name: Character = "a",
        showing model: P.Model? = nil,
        session: SessionID? = nil
    ) throws {
        try self.init(host, name, showing: model, of: Browser(session: session))
    }

    /// The cookies that it sends. All tabs of a browser have the same ones.
    var browser: Browser {
        get { state.withLock { $0.browser } }
        set { state.withLock { $0.browser = newValue } }
    }

    var session: SessionID? { browser.session }

    /// The revision that it shows; nil if it sends none.
    var revision: Revision? { state.withLock { $0.revision } }

    /// How many commands it has carried out; nil if it does not report it.
    var obeyed: UInt64? {
        get { state.withLock { $0.obeyed } }
        set { state.withLock { $0.obeyed = newValue } }
    }

    var isHidden: Bool {
        get { state.withLock { $0.isHidden } }
        set { state.withLock { $0.isHidden = newValue } }
    }

    /// The stream that it opened last; nil if it closed it.
    var stream: LiveStream? { state.withLock { $0.stream } }

    /// Sends the next requests to another process of the site.
    func move<P: Program>(to host: ProgramHost<P>) {
        state.withLock { $0.host = host.sessions }
    }

    // MARK: Requests and replies

    /// Numbers actions, and returns the request that sends them.
    ///
    /// - Parameter unanswered: earlier actions that the request sends again.
    func request(
        _ actions: [PageAction.Kind] = [],
        after unanswered: some Collection<PageAction> = [],
        at path: String = "/"
    ) -> LiveRequest {
        state.withLock { state in
            var request = LiveRequest(
                id: id,
                by: Credentials(ticket: state.browser.ticket),
                shows: state.revision,
                page: Page(path: path),
                visit: Visit(),
                actions: Array(unanswered),
                isHidden: state.isHidden
            )
            request.obeyed = state.obeyed
            for action in actions {
                state.sequence += 1
                request.actions.append(PageAction(sequence: state.sequence, kind: action))
            }
            return request
        }
    }

    /// Sends a request. The page receives the reply when it is there.
    func send(_ request: LiveRequest) -> Eventual<LiveReply> {
        let (host, session) = state.withLock { ($0.host, $0.browser.session) }
        switch host.live(session: session, request) {
        case .ready(let reply):
            receive(reply)
            return .ready(reply)
        case .promised(let promise):
            let received = Promise<LiveReply>()
            promise.whenFulfilled { reply in
                self.receive(reply)
                received.fulfill(reply)
            }
            return .promised(received)
        }
    }

    /// Sends actions; without any, requests the page's changes.
    func send(_ actions: PageAction.Kind...) -> Eventual<LiveReply> { send(request(actions)) }

    /// Sends a request again, as if its answer had been lost.
    func `repeat`(_ request: LiveRequest) -> Eventual<LiveReply> {
        var request = request
        request.isRepeat = true
        return send(request)
    }

    /// Sends the page's farewell, whose answer nobody reads.
    @discardableResult
    func close(after unanswered: some Collection<PageAction> = []) -> Eventual<LiveReply> {
        send(request([.page("closed")], after: unanswered))
    }

    /// Reads a reply, and shows what its patch leads to if that starts from what the page shows.
    func receive(_ reply: LiveReply) {
        guard case .patch(let patch, let cookie, let others) = reply else { return }
        state.withLock { state in
            if patch.from == nil || patch.from == state.revision { state.revision = patch.to }
            state.browser.receive(cookie, others.ticket)
        }
    }

    // MARK: With a host that answers at once

    /// Sends actions: `.page("hidden")`.
    @discardableResult
    func act(_ actions: PageAction.Kind...) throws -> PagePatch {
        try #require(send(request(actions)).reply?.patch)
    }

    /// Sends messages of the view's elements: `add(1)`.
    @discardableResult
    func click(_ messages: String...) throws -> PagePatch {
        try #require(send(request(messages.map { .message($0) })).reply?.patch)
    }

    /// Requests the page's present state, at another address if one is given.
    @discardableResult
    func sync(at path: String = "/") throws -> PagePatch {
        try #require(send(request(at: path)).reply?.patch)
    }

    /// Opens a stream, after a request.
    @discardableResult
    func openStream(wake: @escaping @Sendable () -> Void = {}) throws -> LiveStream {
        let (host, session) = state.withLock { ($0.host, $0.browser.session) }
        let stream = try #require(host.stream(session: session, of: id, wake: wake))
        state.withLock { $0.stream = stream }
        return stream
    }

    /// Becomes visible, as a page is that was just loaded, and opens a stream.
    func connect() throws {
        isHidden = false
        try sync()
        try openStream()
    }

    /// Becomes hidden, and closes its stream.
    func hide() throws {
        isHidden = true
        try sync()
        stream?.end()
        state.withLock { $0.stream = nil }
    }
}

/// The cookies that a browser has of a site.
struct Browser {
    var session: SessionID?
    var ticket: RenewalTicket?

    mutating func receive(_ cookie: CookieChange, _ ticket: RenewalTicket?) {
        switch cookie {
        case .unchanged: break
        case .set(let token): session = token.id
        case .remove: session = nil
        }
        if let ticket { self.ticket = ticket }
    }
}

extension PageID {
    /// Returns the page with that name.
    static func named(_ letter: Character) -> PageID? { PageID(utf8: String(repeating: letter, count: 22).utf8) }
}

extension LiveReply {
    var patch: PagePatch? {
        if case .patch(let patch, _, _) = self { patch } else { nil }
    }

    var cookie: CookieChange? {
        if case .patch(_, let cookie, _) = self { cookie } else { nil }
    }

    var failure: SessionFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension StreamStep {
    var patch: PagePatch? {
        if case .patch(let patch) = self { patch } else { nil }
    }

    var isWait: Bool {
        if case .wait = self { true } else { false }
    }

    var isEnd: Bool {
        if case .end = self { true } else { false }
    }
}
