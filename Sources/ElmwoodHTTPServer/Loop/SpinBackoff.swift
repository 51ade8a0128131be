/// Counts the turns of a loop that the library asked for at once, though nothing has happened since the one before.
///
/// The library (0.9.75) does so for ever where its buffer is full and it wants more (the size of a chunk with twenty
/// thousand zeros in front, for one), and for each half of a TLS handshake. Until the request's deadline a loop would do
/// nothing but turn. After a number of such turns it waits before each, longer and longer; what happens wakes it all the same.
struct SpinBackoff {
    /// Far more than the library needs for what it has to do step by step.
    static let patience = 1_000
    static let longestWait: Int32 = 10
    private var count = 0

    /// How long to wait before the next turn, in milliseconds.
    mutating func wait() -> Int32 {
        let beyond = count - Self.patience
        guard beyond >= 0 else {
            count += 1
            return 0
        }
        let time = Int32(clamping: 1 + beyond / 100)
        guard time < Self.longestWait else { return Self.longestWait }
        count += 1
        return time
    }

    /// Something has happened.
    mutating func end() { count = 0 }
}
