import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodSessions
import Synchronization

/// The patches of an open page as server-sent events (HTML, section 9.2), each made when the client can receive it.
///
/// A slow client therefore receives the page as it is then, and never a queue of old patches.
final class PageStream: BodyProducer {
    private struct State {
        /// The first event, until it is sent.
        var first: [UInt8]?
        /// What begins the further patches, until they have begun: an idle stream stores little.
        var beginning: Beginning?
        var patches: LiveStream?
    }

    /// Begins the further patches. In a struct, since an optional function would be wrapped in others.
    private struct Beginning {
        let begin: @Sendable (_ wake: @escaping @Sendable () -> Void) -> LiveStream?
    }

    private let state: Mutex<State>

    /// A comment, which clients ignore.
    static let heartbeat = Array(":\n\n".utf8)
    static let heartbeatTime: Duration = .seconds(15)

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - first: the first patch, as JSON.
    ///   - begin: returns the further patches; nil if there are none.
    init(
        first: [UInt8],
        begin: @escaping @Sendable (_ wake: @escaping @Sendable () -> Void) -> LiveStream?
    ) {
        state = Mutex(State(first: Self.event(first), beginning: Beginning(begin: begin)))
    }

    func begin(_ stream: ResponseStream) {
        let beginning = state.withLock { state in
            defer { state.beginning = nil }
            return state.beginning
        }
        let patches = beginning?.begin { stream.wake() }
        state.withLock { $0.patches = patches }
    }

    func next() -> BodyPiece {
        let (first, patches) = state.withLock { state in
            defer { state.first = nil }
            return (state.first, state.patches)
        }
        if let first { return .bytes(first) }
        guard let patches else { return .end }
        switch patches.next() {
        case .patch(let patch): return .bytes(Self.event(patch.json))
        case .wait: return .wait
        case .reload:
            end()
            return .bytes(Self.event(LiveReload.event))
        case .end: return .end
        }
    }

    func end() {
        let patches = state.withLock { state in
            defer { state.patches = nil }
            return state.patches
        }
        patches?.end()
    }

    /// Returns one event. JSON contains no line ends.
    private static func event(_ json: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + 8)
        bytes.append(contentsOf: "data: ".utf8)
        bytes.append(contentsOf: json)
        bytes.append(0x0A)
        bytes.append(0x0A)
        return bytes
    }
}
