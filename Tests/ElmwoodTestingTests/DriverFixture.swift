import Elmwood
import ElmwoodPageTree
import ElmwoodTesting
import ElmwoodSessions
import Synchronization
import Testing

/// A driver on a program's page, which is called directly with the actions of a test.
final class DriverFixture<P: Program> {
    let environment: TestEnvironment
    let testHost: TestHost<P>
    let visitor: TestVisitor
    private(set) var driver: any PageDriver<P>
    private let heard: Messages

    /// The messages that had their turn, in order.
    final class Messages: Sendable {
        private let list = Mutex<[P.Message]>([])

        var all: [P.Message] { list.withLock { $0 } }

        func add(_ more: [P.Message]) { list.withLock { $0 += more } }
    }

    /// Opens a program's page.
    init(_ program: P, at path: String = "/", in transport: TestTransport = .process, _ script: Script) throws {
        let line = TestLine(file: #filePath, line: #line)
        let environment = TestEnvironment(step: TestStep("the start", line, number: 0, reporting: .toTheTest))
        let heard = Messages()
        self.environment = environment
        self.heard = heard
        let setting = TestHostSetting<P>(
            environment: environment.forSessions,
            observe: { record in heard.add(record.turns.map(\.message)) },
            perform: { begun in try await program.perform(begun.effect, send: begun.send) },
            settle: { environment.settle() }
        )
        testHost = try TestHost(program, in: transport, setting)
        visitor = TestVisitor()
        let (driver, outcome) = testHost.open(path, for: visitor, script: script)
        self.driver = driver
        if let impossible = outcome.impossible { Issue.record("\(impossible)") }
        environment.settle()
    }

    deinit {
        environment.end()
    }

    var messages: [P.Message] { heard.all }

    /// The page, after pending input was sent.
    var page: PageTree {
        get throws {
            _ = driver.settle()
            environment.settle()
            return try driver.page()
        }
    }

    func finder(_ part: (Finder) throws -> Finder = { $0 }) throws -> Finder { try part(Finder(try driver.page())) }

    @discardableResult
    func act(_ act: Act) -> Outcome {
        let outcome = driver.act(act)
        environment.settle()
        return outcome
    }

    @discardableResult
    func click(_ name: String, within selector: Selector? = nil, containing text: String? = nil) throws -> Outcome {
        let finder = try finder()
        let part = try selector.map { try finder.within($0, containing: text) } ?? finder
        return act(.click(try part.clickable(name)))
    }

    @discardableResult
    func fill(_ name: String, _ text: String) throws -> Outcome {
        act(.fill(try finder().field(name, toHold: text), text))
    }

    @discardableResult
    func check(_ name: String, _ isTicked: Bool = true) throws -> Outcome {
        act(.check(try finder().box(name, isTicked: isTicked), isTicked))
    }

    @discardableResult
    func choose(_ name: String, _ option: String) throws -> Outcome {
        let (control, option) = try finder().option(option, of: name)
        return act(option.map { .choose($0, of: control) } ?? .check(control, true))
    }

    @discardableResult
    func submit(_ name: String? = nil) throws -> Outcome {
        let found = try finder().form(name)
        guard let form = found.form else { return driver.settle() }
        return act(.submit(form, by: found.button))
    }

    @discardableResult
    func press(_ key: String, in name: String? = nil) throws -> Outcome {
        act(.press(key, in: try name.map { try finder().focusable($0) }))
    }

    func advance(by duration: Duration) { environment.advance(by: duration) }

    func text(_ selector: Selector) throws -> String { try Finder(page).one(selector).text }

    /// Returns the sentence that finding fails with.
    static func sentence(_ body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
