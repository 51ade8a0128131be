/// Counts the turns of a loop that the library asked for at once, though nothing has happened since the one before.
///
/// The library (0.9.75) does so for ever where its buffer is full and it wants more: the size of a chunk with twenty
/// thousand zeros in front, for one. Until the request's deadline a loop would do nothing but turn. After a number of such turns it
/// waits a millisecond before each.
struct FruitlessTurns {
    /// Far more than the library needs for what it has to do step by step.
    static let patience = 1_000
    private var count = 0

    /// How long to wait before the next turn, in milliseconds.
    mutating func wait() -> Int32 {
        guard count < Self.patience else { return 1 }
        count += 1
        return 0
    }

    /// Something has happened.
    mutating func end() { count = 0 }
}
