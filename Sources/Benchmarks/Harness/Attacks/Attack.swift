/// An attack on a server, paced so that another client and the server have the processors, too.
enum Attack: String, CaseIterable {
    case idle, heads, bodies, readers, largePages, newcomers, fullDisk

    /// What the report calls it.
    var name: String {
        switch self {
        case .idle: "10,000 idle connections of one address"
        case .heads: "1,000 slow heads"
        case .bodies: "1,000 slow bodies"
        case .readers: "1,000 slow readers"
        case .largePages: "300 slow readers of 4 MB"
        case .newcomers: "200,000 newcomers' posts"
        case .fullDisk: "posts on a full disk"
        }
    }

    /// How many seconds another client is watched after it has its full strength; nil until it ends by itself. Slow readers are
    /// disconnected after half a minute at most, and come again.
    var seconds: Int? {
        switch self {
        case .readers, .largePages: 35
        case .newcomers: nil
        default: 12
        }
    }

    /// How many megabytes the server may grow by; nil for any number.
    var growth: Double? { self == .largePages ? 64 : nil }

    /// Starts it.
    func start(on port: UInt16) -> AttackThread {
        switch self {
        case .idle:
            AttackThread { ConnectionAttack(10_000, port: port, perSecond: 2_000) }
        case .heads:
            AttackThread {
                ConnectionAttack(
                    1_000,
                    port: port,
                    perSecond: 1_000,
                    request: Array("GET /counter HTTP/1.1\r\nHost: localhost\r\nX: ".utf8),
                    trickle: UInt8(ascii: "a")
                )
            }
        case .bodies:
            AttackThread {
                let head = "POST /counter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
                return ConnectionAttack(
                    1_000,
                    port: port,
                    perSecond: 1_000,
                    request: Array((head + "Content-Type: application/x-www-form-urlencoded\r\n\r\na=").utf8),
                    trickle: UInt8(ascii: "a")
                )
            }
        case .readers:
            AttackThread {
                ConnectionAttack(
                    1_000,
                    port: port,
                    perSecond: 500,
                    request: Requests.get(Requests.table),
                    readBytes: 100
                )
            }
        case .largePages:
            AttackThread {
                ConnectionAttack(300, port: port, perSecond: 60, request: Requests.get(Requests.letter), readBytes: 100)
            }
        case .newcomers:
            AttackThread { try NewcomerAttack(200_000, port: port, perSecond: 4_000, accepting: [303]) }
        case .fullDisk:
            // Each post is refused, and the attack continues until it is stopped.
            AttackThread { try NewcomerAttack(.max, port: port, perSecond: 500, accepting: [303, 503]) }
        }
    }
}
