import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting

/// A model of a shared program in a test: to look at, and to send messages to.
///
/// ```swift
/// let test = ProgramTest(PollPage(), sharing: [Poll()])
/// test.shared(Poll.self, "lunch").send(.vote(.soup), from: Sender(id: "anna"))
/// test.expect("button", "Soup: 1")
/// #expect(test.shared(Poll.self, "lunch").model?.votes.count == 1)
/// ```
public struct SharedTest<S: SharedProgram> {
    fileprivate let address: SharedAddress
    fileprivate let registry: SessionRegistry?
    fileprivate let settle: () -> Void

    /// The model; nil if nobody has sent it anything yet.
    public var model: S.Model? {
        settle()
        return registry?.sharedModel(at: address, as: S.self)
    }

    /// Sends a message to the model, and runs what follows from it.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - sender: who it is from.
    public func send(_ message: S.Message, from sender: Sender = Sender(id: "test")) {
        registry?.send(message, to: address, of: S.self, from: sender)
        settle()
    }
}

extension ProgramTest {
    /// Returns a model of a shared program of the test's site.
    public func shared<S: SharedProgram>(_ program: S.Type, _ key: S.Key) -> SharedTest<S> {
        let site = context.site
        let registry = site.testHost?.host.registry
        return SharedTest(address: SharedAddress(program, key), registry: registry, settle: site.settle)
    }
}

extension Visitors {
    /// Returns a model of a shared program of the test's site.
    public func shared<S: SharedProgram>(_ program: S.Type, _ key: S.Key) -> SharedTest<S> {
        SharedTest(address: SharedAddress(program, key), registry: site.testHost?.host.registry, settle: site.settle)
    }
}
