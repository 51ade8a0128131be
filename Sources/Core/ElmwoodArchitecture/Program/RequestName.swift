/// The name of a visitor's request, by which the log's lines about it are found: 128 bits.
package struct RequestName: Equatable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The 32 hexadecimal digits.
    package var description: String {
        let digits = [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return digits.joined()
    }
}
