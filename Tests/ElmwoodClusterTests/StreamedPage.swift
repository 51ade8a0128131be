import ElmwoodHTTPClient
import ElmwoodTestSupport
import Foundation
import Synchronization

/// An open page with script, whose stream a thread reads as long as this exists. It follows the revisions, and not the content: a
/// revision is the same for equal pages at all nodes.
final class StreamedPage: Sendable {
    private let browser: ClusterBrowser
    private let target: String
    /// The node that the stream comes from; nil for any.
    private let node: Int?

    private struct State {
        var script = LivePageScript()
        /// How many patches did not begin with what the page shows, since one was applied.
        var gaps = 0
        /// Whether the stream is opened again, which begins with the missing changes.
        var isStale = false
        var isConnected = false
        var isClosed = false
        var generator: SeededGenerator
    }
    private let state: Mutex<State>

    init(_ browser: ClusterBrowser, _ target: String, at node: Int? = nil, seed: UInt64) {
        (self.browser, self.target, self.node) = (browser, target, node)
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Opens the stream, and opens it again whenever it ends, until the page is closed.
    func open() {
        onThread { [self] in
            while !isClosed {
                do { try follow() } catch {}
                state.withLock { $0.isConnected = false }
                if !isClosed { usleep(100_000) }
            }
        }
    }

    /// Ends without a farewell.
    func close() { state.withLock { $0.isClosed = true } }

    /// Whether it was closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the stream is open.
    var isConnected: Bool { state.withLock { $0.isConnected } }

    /// What it shows.
    var revision: String { state.withLock { $0.script.revision } }

    var headers: [(name: String, value: String)] { state.withLock { $0.script.headers } }

    func body(of actions: [(action: String, fields: [(String, String)])]) -> String {
        state.withLock { $0.script.body(of: actions) }
    }

    /// Begins as another page.
    func reload() {
        state.withLock { state in
            (state.script, state.isStale) = (LivePageScript(), true)
        }
    }

    /// Shows what a patch leads to. If it begins with something else, the stream is opened again.
    func receive(_ patch: LivePatch) {
        state.withLock { state in
            guard !patch.to.isEmpty, patch.to != state.script.revision else { return }
            if patch.from == nil || patch.from == state.script.revision {
                (state.script.revision, state.gaps) = (patch.to, 0)
            } else {
                state.gaps += 1
                if state.gaps > 1 { state.script.revision = "0" }
                state.isStale = true
            }
        }
    }

    private func follow() throws {
        let (headers, node) = state.withLock { state in
            state.isStale = false
            return (state.script.headers, self.node ?? state.generator.below(Cluster.size))
        }
        guard let stream = try browser.openStream(target, at: node, headers) else { return }
        state.withLock { $0.isConnected = true }
        var text = ""
        while !(state.withLock { $0.isStale || $0.isClosed }) {
            guard try stream.hasUnread(within: 50) else { continue }
            guard let chunk = try stream.readChunk() else { return }
            var events = (text + String(decoding: chunk, as: UTF8.self)).components(separatedBy: "\n\n")
            text = events.removeLast()
            for event in events where event.hasPrefix("data: ") {
                let patch = try LivePatch(Array(event.utf8.dropFirst(6)))
                if patch.isReload { reload() } else { receive(patch) }
            }
        }
    }
}
