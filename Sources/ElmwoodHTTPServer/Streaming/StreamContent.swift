/// What a stream sends.
struct StreamContent {
    let producer: any BodyProducer
    let heartbeat: [UInt8]
    private let interval: UInt64

    /// Creates the content of a body that is a stream; nil for any other.
    init?(_ body: Response.Body) {
        guard case .stream(let producer, let heartbeat, let interval) = body else { return nil }
        self.producer = producer
        self.heartbeat = heartbeat
        // A stream that only beats would leave the loop no time for anything else.
        self.interval = heartbeat.isEmpty || interval <= .zero ? 0 : max(1_000_000, interval.nanoseconds)
    }

    /// How long the stream may rest, in nanoseconds; 0: for ever.
    ///
    /// Up to a quarter less than the interval, and not the same for all, or streams that were opened or fed together would
    /// all beat in one moment.
    func restTime(of number: UInt64) -> UInt64 {
        interval - number &* 0x9E37_79B9_7F4A_7C15 % (interval / 4 + 1)
    }
}
