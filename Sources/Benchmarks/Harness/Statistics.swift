/// The median of some numbers, and their spread.
struct Statistics {
    /// The middle number; for an even count the mean of the middle two.
    let median: Double
    /// The smallest number.
    let lowest: Double
    /// The largest number.
    let highest: Double
    /// The quartiles: a quarter of the numbers is below the first, a quarter above the second.
    let quartiles: (Double, Double)
    /// The number that one of a hundred exceeds.
    let percentile99: Double

    /// Creates the statistics of some numbers; all zero if there are none.
    init(_ numbers: [Double]) {
        let sorted = numbers.sorted()
        func at(_ share: Double) -> Double {
            guard let last = sorted.last else { return 0 }
            let position = share * Double(sorted.count - 1)
            let index = Int(position)
            guard index + 1 < sorted.count else { return last }
            return sorted[index] + (sorted[index + 1] - sorted[index]) * (position - Double(index))
        }
        median = at(0.5)
        lowest = sorted.first ?? 0
        highest = sorted.last ?? 0
        quartiles = (at(0.25), at(0.75))
        percentile99 = at(0.99)
    }
}

extension Double {
    /// Returns the number with that many digits after the point: `3.14`.
    func rounded(to digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (abs(self) * scale).rounded()
        guard scaled < 1e15 else { return "\(self)" }
        let whole = Int(scaled)
        let sign = self < 0 && whole != 0 ? "-" : ""
        guard digits > 0 else { return sign + "\(whole)" }
        let text = String(repeating: "0", count: max(0, digits + 1 - "\(whole)".count)) + "\(whole)"
        return sign + text.dropLast(digits) + "." + text.suffix(digits)
    }
}
