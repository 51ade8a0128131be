/// Identifies what a watched descriptor belongs to, in the 64 bits that epoll stores for each.
enum WatchedSubject {
    /// The mailbox, or the library's own epoll: the loop only needs to wake.
    case wakeUp
    /// The listening socket of another loop.
    case listener(Int32)
    /// A lingering socket.
    case lingering(Int32)
    /// The client of a connection: the slot, and the low bits of the connection's number.
    case client(slot: Int, number: UInt32)
    /// The socket of a stream: the slot, and the low bits of its number.
    case stream(slot: Int, number: UInt32)

    init?(rawValue: UInt64) {
        let low = UInt32(truncatingIfNeeded: rawValue)
        switch rawValue >> 62 {
        case 0: self = low == 0 ? .wakeUp : .listener(Int32(truncatingIfNeeded: low))
        case 1: self = .lingering(Int32(truncatingIfNeeded: low))
        case 2: self = .client(slot: Int(rawValue >> 32 & 0x3FFF_FFFF), number: low)
        case 3: self = .stream(slot: Int(rawValue >> 32 & 0x3FFF_FFFF), number: low)
        default: return nil
        }
    }

    var rawValue: UInt64 {
        switch self {
        case .wakeUp: 0
        // Never 0, which is the standard input of the process or a descriptor that it has opened before any socket.
        case .listener(let descriptor): UInt64(UInt32(bitPattern: descriptor))
        case .lingering(let descriptor): 1 << 62 | UInt64(UInt32(bitPattern: descriptor))
        case .client(let slot, let number): 2 << 62 | UInt64(slot & 0x3FFF_FFFF) << 32 | UInt64(number)
        case .stream(let slot, let number): 3 << 62 | UInt64(slot & 0x3FFF_FFFF) << 32 | UInt64(number)
        }
    }
}
