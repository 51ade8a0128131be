import FoundationEssentials

extension Formats {
    /// Returns a whole number with its groups of digits: `1,234,567`.
    public func number(_ value: some BinaryInteger) -> String { written(Digits("\(value)"), fraction: 0...0) }

    /// Returns a decimal number: `1,234.5`.
    ///
    /// - Parameter fraction: how many digits the fraction has at least and at most; it is rounded, a half away from zero.
    public func number(_ value: Decimal, fraction: ClosedRange<Int> = 0...3) -> String {
        value.isNaN ? "NaN" : written(Digits(value.description), fraction: fraction)
    }

    /// Returns a floating-point number: `1,234.5`. Of several decimal numbers that it may be, it is the shortest.
    public func number(_ value: Double, fraction: ClosedRange<Int> = 0...3) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : (value < 0 ? minusSign : "") + "∞" }
        // One that is larger or smaller than a decimal number can be is so without its groups.
        guard let decimal = Decimal(string: value.description) else { return value.description }
        return number(decimal, fraction: fraction)
    }

    /// Returns a part of one as a percentage: `12.5%` for 0.125.
    public func percent(_ value: Decimal, fraction: ClosedRange<Int> = 0...1) -> String {
        signed(number(value * 100, fraction: fraction), in: percentPattern)
    }

    /// Returns a part of one as a percentage: `12.5%` for 0.125.
    public func percent(_ value: Double, fraction: ClosedRange<Int> = 0...1) -> String {
        guard let decimal = Decimal(string: value.description) else { return number(value * 100) }
        return percent(decimal, fraction: fraction)
    }

    /// Returns an amount of money: `€1,234.50`.
    ///
    /// - Parameters:
    ///   - amount: the amount in the currency's own unit, not in cents.
    ///   - currency: the code of the currency (ISO 4217), such as `EUR`. It decides how many digits the fraction has.
    public func money(_ amount: Decimal, _ currency: String) -> String {
        let digits = Self.minorDigits[currency] ?? 2
        let sign = currencySigns[currency] ?? currency
        var pattern = moneyPattern
        // CLDR, `currencySpacing`: a code needs a space before the number.
        if sign.last?.isLetter ?? false { pattern = pattern.replacing("¤0", with: "¤\u{A0}0") }
        return signed(number(amount, fraction: digits...digits), in: pattern).replacing("¤", with: sign)
    }

    /// Returns a pattern with a number in place of its zero, and the sign of the number before all.
    private func signed(_ number: String, in pattern: String) -> String {
        guard number.hasPrefix(minusSign) else { return pattern.replacing("0", with: number) }
        return minusSign + pattern.replacing("0", with: number.dropFirst(minusSign.count))
    }

    private func written(_ digits: Digits, fraction: ClosedRange<Int>) -> String {
        let rounded = digits.rounded(to: max(0, fraction.upperBound))
        var part = rounded.fraction
        while part.count > max(0, fraction.lowerBound), part.last == UInt8(ascii: "0") { part.removeLast() }
        var text = String(decoding: part, as: UTF8.self)
        if !text.isEmpty { text = decimalSeparator + text }
        return (rounded.isNegative ? minusSign : "") + grouped(rounded.whole) + text
    }

    private func grouped(_ whole: [UInt8]) -> String {
        var rest = whole[...]
        var groups: [String] = []
        var sizes = groupSizes.filter { $0 > 0 }[...]
        while let size = sizes.first, rest.count > size, !groups.isEmpty || rest.count >= size + leastGroupedDigits {
            groups.append(String(decoding: rest.suffix(size), as: UTF8.self))
            rest.removeLast(size)
            if sizes.count > 1 { sizes.removeFirst() }
        }
        groups.append(String(decoding: rest, as: UTF8.self))
        return groups.reversed().joined(separator: groupSeparator)
    }

    /// How many digits of a fraction the amounts of a currency have, where these are not two (ISO 4217, list one).
    private static let minorDigits: [String: Int] = {
        var digits = ["CLF": 4, "UYW": 4]
        let none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
        for code in none.split(separator: " ") { digits[String(code)] = 0 }
        for code in "BHD IQD JOD KWD LYD OMR TND".split(separator: " ") { digits[String(code)] = 3 }
        return digits
    }()
}

/// The digits of a decimal number.
private struct Digits {
    var isNegative: Bool
    var whole: [UInt8]
    var fraction: [UInt8]

    /// Reads a number such as `-12.5`.
    init(_ text: String) {
        isNegative = text.utf8.first == UInt8(ascii: "-")
        let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."), maxSplits: 1)
        whole = parts.first.map(Array.init) ?? [UInt8(ascii: "0")]
        fraction = parts.count > 1 ? Array(parts[1]) : []
    }

    /// Returns the number with so many digits after the point, a half rounded away from zero, as browsers do (ECMA-402, `halfExpand`).
    func rounded(to count: Int) -> Digits {
        var result = self
        let next = fraction.count > count ? fraction[count] : UInt8(ascii: "0")
        result.fraction = Array(fraction.prefix(count))
        result.fraction += [UInt8](repeating: UInt8(ascii: "0"), count: count - result.fraction.count)
        if next >= UInt8(ascii: "5") {
            var carries = Self.increment(&result.fraction)
            if carries { carries = Self.increment(&result.whole) }
            if carries { result.whole.insert(UInt8(ascii: "1"), at: 0) }
        }
        // What is rounded to zero has no sign.
        if (result.whole + result.fraction).allSatisfy({ $0 == UInt8(ascii: "0") }) { result.isNegative = false }
        return result
    }

    /// Adds one in the last place. Returns whether there is one more before the first.
    private static func increment(_ digits: inout [UInt8]) -> Bool {
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return false
            }
            digits[index] = UInt8(ascii: "0")
        }
        return true
    }
}
