import Synchronization

/// Wakes a connection whose producer had nothing to send for a while, from any thread.
public final class ResponseStream: Sendable {
    let request: RequestNumber
    /// Whether the stream's socket is no more the library's.
    let isDetached: Bool
    private let isWoken = Atomic(false)
    private let mailbox: Mailbox

    init(_ request: RequestNumber, isDetached: Bool, mailbox: Mailbox) {
        self.request = request
        self.isDetached = isDetached
        self.mailbox = mailbox
    }

    /// Has the producer asked for its next piece. After the response's end this does nothing.
    ///
    /// It costs next to nothing, and the producer is asked once however often this is called before.
    public func wake() {
        if !isWoken.exchange(true, ordering: .acquiringAndReleasing) { mailbox.post(.wake(self)) }
    }

    /// The loop is about to ask the producer: from here on another call counts anew.
    func takeWakeUp() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
