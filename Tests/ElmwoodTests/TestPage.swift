import ElmwoodTestSupport

/// An open page of a visitor, on a site in this process.
final class TestPage {
    let visitor: Visitor
    let address: String
    private var script = LivePageScript()
    /// The last patch.
    private(set) var patch = LivePatch()
    /// The body of the last post.
    private var lastBody = ""

    /// Loads the page, as a browser does.
    init(_ visitor: Visitor, at address: String) async throws {
        self.visitor = visitor
        self.address = address
        try await visitor.send("GET", address, headers: [], accepting: Visitor.Client.browser.rawValue)
        script.revision = visitor.text.firstMatch(of: /data-revision="([^"]*)"/).map { String($0.1) } ?? ""
    }

    var id: String { script.id }

    /// The revision that it shows.
    var revision: String { script.revision }

    var headers: [(name: String, value: String)] { script.headers }

    /// Sends actions in one request: `message 0 increment`, or `change 1 count` with the fields that follow it.
    @discardableResult
    func act(_ actions: (String, fields: [(String, String)])...) async throws -> LivePatch {
        lastBody = script.body(of: actions.map { (action: $0.0, fields: $0.fields) })
        return try await request("POST", lastBody)
    }

    @discardableResult
    func click(_ messages: String...) async throws -> LivePatch {
        lastBody = script.body(of: messages.map { (action: "message 0 \($0)", fields: []) })
        return try await request("POST", lastBody)
    }

    /// Sends the last post again, as if its answer had been lost, from a page that shows an earlier revision.
    func `repeat`(showing revision: String) async throws -> LivePatch {
        script.revision = revision
        return try await request("POST", lastBody, [(name: "Elmwood-Retry", value: "1")])
    }

    /// Requests the page's present state, at another address if one is given.
    @discardableResult
    func sync(
        at address: String? = nil,
        _ headers: [(name: String, value: String)] = []
    ) async throws -> LivePatch {
        try await request("GET", nil, headers, at: address)
    }

    private func request(
        _ method: String,
        _ body: String?,
        _ headers: [(name: String, value: String)] = [],
        at address: String? = nil
    ) async throws -> LivePatch {
        try await visitor.send(
            method,
            address ?? self.address,
            headers: self.headers + headers,
            body: body,
            accepting: LivePageScript.contentType
        )
        patch = try script.receive(visitor.reply.body)
        return patch
    }
}
