/// How a network between a browser and a ``FaultProxy`` is: slow, and with connections that break at a random byte.
package struct NetworkConditions: Sendable {
    /// How long it takes from a request to the first byte of its answer, and for what a stream sends.
    package var delay: Duration
    /// The seed of the connections that break.
    package let seed: UInt64
    /// One connection in so many breaks.
    private let cutsOneIn: Int
    private var random: SeededGenerator

    /// Creates conditions.
    package init(delay: Duration, cuttingOneIn count: Int, seed: UInt64) {
        (self.delay, self.seed, cutsOneIn) = (delay, seed, max(count, 1))
        random = SeededGenerator(seed: seed)
    }

    /// The place at which a connection breaks.
    enum Cut {
        /// After so many bytes of the request have arrived.
        case request(Int)
        /// At a part of the answer from 0 up to 1, since its length is not known yet.
        case answer(Double)
    }

    /// Returns where the next connection breaks, if it does.
    mutating func nextCut(ofRequest length: Int) -> Cut? {
        guard random.below(cutsOneIn) == 0 else { return nil }
        return random.below(2) == 0
            ? .request(random.below(max(length, 1))) : .answer(Double(random.below(1 << 20)) / Double(1 << 20))
    }
}
