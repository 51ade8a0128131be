import Elmwood
import ElmwoodTestSupport
import FoundationEssentials
import Glibc
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
        let calls = try await calls.names(after: count)
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
        var stacks: [[UInt]] = []
        var requests = 0
    }

    private let state = Mutex(State())

    func observe(_ event: Observation) {
        // By the unwinding tables: the frames of C libraries have no frame pointers.
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 200)
        let count = Int(backtrace(&frames, Int32(frames.count)))
        let stack = frames.prefix(count).map { UInt(bitPattern: $0) }
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
    func names(after requests: Int) async throws -> [String] {
        await wait(for: requests)
        let symbols = try Symbols()
        return state.withLock { $0.stacks }.flatMap { $0.reversed().compactMap(symbols.name(at:)) }
    }

    /// A client may have an answer before the site has reported it.
    private func wait(for requests: Int) async {
        await eventually("the site has reported \(requests) requests") { state.withLock { $0.requests >= requests } }
    }
}

/// The functions of this executable by their addresses, from its table of symbols (ELF-64).
private struct Symbols {
    private let file: [UInt8]
    private let names: Int
    /// Where the file is in memory.
    private let base: UInt
    /// Sorted by their addresses.
    private var functions: [(start: UInt, end: UInt, name: Int)] = []

    init() throws {
        let maps = try String(contentsOf: URL(filePath: "/proc/self/maps"), encoding: .utf8)
        let path = try #require(CommandLine.arguments.first.flatMap { realpath($0, nil) }.map { String(cString: $0) })
        let line = try #require(maps.split(separator: "\n").first { $0.hasSuffix(path) })
        base = try #require(UInt(line.prefix { $0 != "-" }, radix: 16))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ place: Int, _ size: Int) -> Int {
            (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
        }
        let headers = number(40, 8)
        let size = number(58, 2)
        let table = try #require((0..<number(60, 2)).map { headers + $0 * size }.first { number($0 + 4, 4) == 2 })
        names = number(headers + number(table + 40, 4) * size + 24, 8)
        let start = number(table + 24, 8)
        for entry in stride(from: start, to: start + number(table + 32, 8), by: 24) where bytes[entry + 4] & 15 == 2 {
            let address = UInt(number(entry + 8, 8))
            functions.append((address, address + UInt(number(entry + 16, 8)), number(entry, 4)))
        }
        functions.sort { $0.start < $1.start }
        file = bytes
    }

    /// Returns the name of the function that has the address; nil if it is none of this executable.
    func name(at address: UInt) -> String? {
        guard address > base else { return nil }
        // A return address is behind its call.
        let place = address - base - 1
        var (low, high) = (0, functions.count)
        while low < high {
            let middle = (low + high) / 2
            if functions[middle].start <= place { low = middle + 1 } else { high = middle }
        }
        guard low > 0, place < functions[low - 1].end else { return nil }
        let name = file[(names + functions[low - 1].name)...].prefix { $0 != 0 }
        return demangled(String(decoding: name, as: UTF8.self))
    }

    private func demangled(_ name: String) -> String? {
        guard let text = demangle(name, UInt(name.utf8.count), nil, nil, 0) else { return nil }
        defer { free(text) }
        // A private name has its file's number beside it: `(handle in _0A1B)`.
        return String(cString: text).replacing(/\((\w+) in _[0-9A-F]+\)/) { $0.1 }
    }
}

/// The C library's, which Swift's module of it does not have.
@_silgen_name("backtrace")
private func backtrace(_ frames: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ count: Int32) -> Int32

@_silgen_name("swift_demangle")
private func demangle(
    _ name: UnsafePointer<CChar>,
    _ length: UInt,
    _ output: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?,
    _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// What CONTRIBUTING.md tells of the ways.
private enum Way {
    struct Stop {
        /// The type and the function: `SessionHost.serve`.
        let name: String
        let file: String

        func isCalled(in call: String) -> Bool {
            // `ElmwoodSessions.SessionHost.serve<A where …>(…) -> …`, and of extensions `(extension in Elmwood):Elmwood.Site.serve(…)`.
            call.contains(".\(name)(") || call.contains(".\(name)<")
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
