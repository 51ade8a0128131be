/// Counts the turns of a loop that the library requested immediately, though nothing has happened since the last one.
///
/// The library (0.9.75) does so forever if its buffer is full and it needs more (for example, for the size of a chunk with twenty
/// thousand leading zeros), and for each half of a TLS handshake. The loop would then spin until the request's deadline. After a
/// number of such turns it waits before each, longer and longer; an event still wakes it.
struct SpinBackoff {
    /// Far more than the library needs for work in steps.
    static let threshold = 1_000
    static let longestWait: Int32 = 10
    private var count = 0

    /// Returns how long to wait before the next turn, in milliseconds.
    mutating func wait() -> Int32 {
        let beyond = count - Self.threshold
        guard beyond >= 0 else {
            count += 1
            return 0
        }
        let time = Int32(clamping: 1 + beyond / 100)
        guard time < Self.longestWait else { return Self.longestWait }
        count += 1
        return time
    }

    /// Resets the count after an event.
    mutating func end() { count = 0 }
}
