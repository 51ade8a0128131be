/// A version such as 0.9.75, compared by its numbers.
struct Version: Comparable, CustomStringConvertible {
    let numbers: [Int]

    /// Reads the first version in a text; nil if there is none.
    init?(in text: some StringProtocol) {
        let start = text.drop { !("0"..."9").contains($0) }
        let digits = start.prefix { ("0"..."9").contains($0) || $0 == "." }
        numbers = digits.split(separator: ".").compactMap { Int($0) }
        if numbers.isEmpty { return nil }
    }

    init(_ numbers: Int...) { self.numbers = numbers }

    var description: String { numbers.map(String.init).joined(separator: ".") }

    static func < (left: Self, right: Self) -> Bool {
        left.padded(as: right).lexicographicallyPrecedes(right.padded(as: left))
    }

    static func == (left: Self, right: Self) -> Bool { left.padded(as: right) == right.padded(as: left) }

    /// 6.2 is the same as 6.2.0.
    private func padded(as other: Self) -> [Int] {
        numbers + Array(repeating: 0, count: max(0, other.numbers.count - numbers.count))
    }
}
