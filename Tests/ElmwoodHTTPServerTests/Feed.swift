import Foundation
import ElmwoodHTTPServer
import Synchronization
import Testing

/// Produces the latest piece that it was given, and drops earlier ones that were not requested in time.
final class Feed: BodyProducer {
    private struct State {
        var stream: ResponseStream?
        var newest: BodyPiece?
        var givenCount = 0
        var askedInVainCount = 0
        var endCount = 0
    }

    private let state = Mutex(State())
    private let hasRested = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// How often a piece was requested and available.
    var givenCount: Int { state.withLock { $0.givenCount } }
    /// How often a piece was requested and none was available.
    var askedInVainCount: Int { state.withLock { $0.askedInVainCount } }
    /// How often the producer was told that it has ended.
    var endCount: Int { state.withLock { $0.endCount } }

    init(_ first: String? = nil) {
        if let first { set(.bytes(Array(first.utf8))) }
    }

    func begin(_ stream: ResponseStream) { state.withLock { $0.stream = stream } }

    func next() -> BodyPiece {
        let piece = state.withLock { state in
            defer { state.newest = nil }
            if state.newest == nil { state.askedInVainCount += 1 } else { state.givenCount += 1 }
            return state.newest ?? .wait
        }
        if case .wait = piece { hasRested.signal() }
        return piece
    }

    func end() {
        state.withLock { $0.endCount += 1 }
        hasEnded.signal()
    }

    /// Makes a piece available, and wakes the stream.
    func give(_ piece: BodyPiece) {
        set(piece)
        state.withLock { $0.stream }?.wake()
    }

    /// Makes a text available, and wakes the stream.
    func give(_ text: String) { give(.bytes(Array(text.utf8))) }

    private func set(_ piece: BodyPiece) { state.withLock { $0.newest = piece } }

    /// Waits until a piece was requested and none was available.
    func awaitRest(_ location: SourceLocation = #_sourceLocation) {
        #expect(hasRested.wait(timeout: .now() + 60) == .success, "It was not asked.", sourceLocation: location)
    }

    /// Waits until the producer has ended.
    func awaitEnd(_ location: SourceLocation = #_sourceLocation) {
        #expect(hasEnded.wait(timeout: .now() + 60) == .success, "It was not ended.", sourceLocation: location)
    }

    /// Returns a response with this content.
    func response(heartbeat: String = ":\n\n", every interval: Duration = .seconds(30)) -> Response {
        var response = Response(.ok, body: .stream(self, heartbeat: Array(heartbeat.utf8), every: interval))
        response.headers.add("Content-Type", "text/event-stream")
        return response
    }
}

extension Optional where Wrapped == [UInt8] {
    /// The bytes as text.
    var text: String? { map { String(decoding: $0, as: UTF8.self) } }
}
