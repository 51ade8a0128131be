/// The content of a stream.
struct StreamContent {
    let producer: any BodyProducer
    let heartbeat: [UInt8]
    private let interval: UInt64

    /// Creates the content of a body that is a stream. Returns nil for any other.
    init?(_ body: Response.Body) {
        guard case .stream(let producer, let heartbeat, let interval) = body else { return nil }
        self.producer = producer
        self.heartbeat = heartbeat
        // A stream of heartbeats only would leave the loop no time for anything else.
        self.interval = heartbeat.isEmpty || interval <= .zero ? 0 : max(1_000_000, interval.nanoseconds)
    }

    /// Returns how long the stream may be idle before a heartbeat, in nanoseconds; 0: forever.
    ///
    /// It is up to a quarter less than the interval, and differs between streams. Otherwise streams that were opened or woken
    /// together would all send heartbeats at the same moment.
    func pauseTime(of number: UInt64) -> UInt64 {
        interval - number &* 0x9E37_79B9_7F4A_7C15 % (interval / 4 + 1)
    }
}
