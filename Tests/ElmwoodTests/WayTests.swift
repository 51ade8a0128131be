import Elmwood
import ElmwoodTestSupport
import FoundationEssentials
import Runtime
import Synchronization
import Testing

@testable import ElmwoodSessions

/// The ways that `CONTRIBUTING.md` tells, from the socket to the bytes: each stop is a function of the file that it names, and requests pass
/// through the stops in that order.
///
/// The site is an ordinary one. Its observer is called within what it is told of, so the calls that led there are on the stack.
@Suite struct WayTests {
    private let calls = CallObserver()

    private func visitor() async throws -> Visitor {
        var site = Site()
        site.mount(Stroll(), at: "/")
        site.sessionStore = MemorySessionStore()
        site.observers.append(calls)
        let visitor = Visitor(try TestSite(site, over: .socket), with: .browser)
        try await visitor.post("/", "message=step")
        #expect(visitor.reply.status == 303)
        await calls.forget(after: 1)
        return visitor
    }

    @Test func `A GET`() async throws {
        let visitor = try await visitor()
        try await visitor.get("/elsewhere")
        #expect(visitor.text.contains("<h1>/elsewhere</h1>"))
        try await checkWay("A GET", after: 2)
    }

    @Test func `A POST`() async throws {
        let visitor = try await visitor()
        try await visitor.post("/", "message=step")
        #expect(visitor.reply.status == 303)
        try await checkWay("A POST", after: 2)
    }

    @Test func `A click`() async throws {
        let visitor = try await visitor()
        let page = try await TestPage(visitor, at: "/")
        try await page.sync()
        await calls.forget(after: 3)
        try await page.click("step")
        #expect(page.patch.sequence == 1)
        try await checkWay("A click", after: 4)
    }

    /// Compares what CONTRIBUTING.md tells of a way with the source, and with the calls of the last request.
    ///
    /// - Parameter count: how many requests there were.
    private func checkWay(_ name: String, after count: Int) async throws {
        let stops = try Way.stops(of: name)
        #expect((5...10).contains(stops.count))
        for stop in stops { #expect(try Way.declares(stop), "\(stop.file) has no function \(stop.name)") }
        let calls = await calls.names(after: count)
        var passed = 0
        for call in calls where passed < stops.count && stops[passed].isCalled(in: call) { passed += 1 }
        #expect(
            passed == stops.count,
            "\(stops[min(passed, stops.count - 1)].name) was not passed after the stop before it"
        )
    }
}

/// A program that is told of arrivals, and whose view reads.
private struct Stroll: Program {
    struct Model: Codable, Equatable, Sendable { var steps = 0, arrivals = 0 }
    enum Message: Codable, Equatable, Sendable { case step, arrived(Arrival) }
    typealias Effect = Never

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .step: model.steps += 1
        case .arrived: model.arrivals += 1
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let sight = try page.read(Sight(path: page.path))
        return Document("Stroll") {
            h1 { sight }
            output { "\(model.steps)" }
            button("Step", .step)
        }
    }

    struct Sight: Read {
        var path: String

        func value(from source: Void) async -> String { path }
    }
}

/// Notes the calls that lead to what it is told of.
private final class CallObserver: Observer {
    private struct State {
        var stacks: [Backtrace] = []
        var requests = 0
    }

    private let state = Mutex(State())

    func observe(_ event: Observation) {
        guard let stack = try? Backtrace.capture(limit: nil) else { return }
        state.withLock { state in
            state.stacks.append(stack)
            if case .request = event { state.requests += 1 }
        }
    }

    func forget(after requests: Int) async {
        await wait(for: requests)
        state.withLock { $0.stacks = [] }
    }

    /// The names of the functions that were called, from the outermost one: `SessionHost.serve<A>(_:)`.
    func names(after requests: Int) async -> [String] {
        await wait(for: requests)
        return state.withLock { $0.stacks }.flatMap { stack in
            stack.symbolicated(options: .useSymbolCache)?.frames.reversed().compactMap { $0.symbol?.name } ?? []
        }
    }

    /// A client may have an answer before the site has reported it.
    private func wait(for requests: Int) async {
        await eventually("the site has reported \(requests) requests") { state.withLock { $0.requests >= requests } }
    }
}

/// What CONTRIBUTING.md tells of the ways.
private enum Way {
    struct Stop {
        /// The type and the function: `SessionHost.serve`.
        let name: String
        let file: String

        func isCalled(in call: String) -> Bool {
            call.split(separator: " ").contains { $0.hasPrefix(name + "(") || $0.hasPrefix(name + "<") }
        }
    }

    private static let root = String(#filePath.split(separator: "Tests/ElmwoodTests", maxSplits: 1)[0])

    /// Returns the stops of a way: lines of a list such as ``1. `SessionHost.serve` in `SessionRequest.swift`: …``.
    static func stops(of way: String) throws -> [Stop] {
        let text = try text(of: root + "CONTRIBUTING.md")
        let section = try #require(text.split(separator: "\n**\(way)**", maxSplits: 1).dropFirst().first)
        let list = section.split(separator: "\n**", maxSplits: 1)[0].split(separator: "\n## ", maxSplits: 1)[0]
        return list.matches(of: /\n\d+\. `([\w.]+)` in `([\w+]+\.swift)`/).map {
            Stop(name: String($0.1), file: String($0.2))
        }
    }

    /// Whether a file of that name declares a function of the type.
    static func declares(_ stop: Stop) throws -> Bool {
        let parts = stop.name.split(separator: ".")
        guard parts.count == 2 else { return false }
        let type = try Regex("(class|struct|enum|extension) \(parts[0])\\b")
        let function = try Regex("func \(parts[1])\\b")
        return try paths(of: stop.file, in: root + "Sources").contains { path in
            let source = try text(of: path)
            return source.contains(type) && source.contains(function)
        }
    }

    private static func paths(of file: String, in folder: String) -> [String] {
        names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            if name == file { return [path] }
            return name.contains(".") ? [] : paths(of: file, in: path)
        }
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }
}
