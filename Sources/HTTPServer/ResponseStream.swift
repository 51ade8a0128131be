/// Wakes a connection whose producer had nothing to send for a while, from any thread.
public final class ResponseStream: Sendable {
    private let request: RequestNumber
    private let mailbox: Mailbox

    init(_ request: RequestNumber, mailbox: Mailbox) {
        self.request = request
        self.mailbox = mailbox
    }

    /// Has the producer asked for its next piece. After the response's end this does nothing.
    public func wake() { mailbox.post(.wake(request)) }
}
