/// A number as HTML writes it, exact: an integer times a power of ten.
///
/// Steps are checked with it, since 0.3 is three steps of 0.1, but not for a `Double`.
struct DecimalNumber: Equatable {
    /// The nearest `Double`, always finite.
    let approximation: Double
    private let significand: Int128
    private let exponent: Int
    /// Whether the two parts are exactly the number; false if it has more digits than they can store.
    private let isExact: Bool

    /// Parses a valid floating-point number (HTML §2.3.4.3): no leading `+`, no white space, no `inf`.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        var position = 0
        var significand: Int128 = 0
        var fits = true
        func digits(_ take: (UInt8) -> Void) -> Int {
            let start = position
            while position < bytes.count, bytes[position] &- 0x30 < 10 {
                take(bytes[position] - 0x30)
                position += 1
            }
            return position - start
        }
        func add(_ digit: UInt8) {
            let (tens, overflow) = significand.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int128(digit))
            if overflow || carry { fits = false } else { significand = sum }
        }
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { position = 1 }
        let whole = digits(add)
        var fraction = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            fraction = digits(add)
            guard fraction > 0 else { return nil }
        }
        guard whole + fraction > 0 else { return nil }
        var power = 0
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            let sign = position < bytes.count ? bytes[position] : 0
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
            let length = digits { power = min(power * 10 + Int($0), 100_000) }
            guard length > 0 else { return nil }
            if sign == UInt8(ascii: "-") { power = -power }
        }
        guard position == bytes.count, let approximation = Double(String(text)), approximation.isFinite else {
            return nil
        }
        self.approximation = approximation
        self.significand = isNegative ? -significand : significand
        exponent = power - fraction
        isExact = fits
    }

    /// A whole number.
    init(_ value: Int64) {
        approximation = Double(value)
        significand = Int128(value)
        exponent = 0
        isExact = true
    }

    /// Returns the number as an integer of that type; nil if it has a fraction or does not fit.
    func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        guard isExact else { return nil }
        var value = significand
        if value == 0 { return 0 }
        var remainder = exponent
        while remainder > 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = product
            remainder -= 1
        }
        while remainder < 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            remainder += 1
        }
        return T(exactly: value)
    }

    /// Whether the number is `base` plus or minus any number of steps.
    func isStep(_ step: DecimalNumber, from base: DecimalNumber) -> Bool {
        let low = min(exponent, base.exponent, step.exponent)
        if isExact, base.isExact, step.isExact, let value = scaled(to: low), let start = base.scaled(to: low),
            let size = step.scaled(to: low), size > 0
        {
            let (distance, overflow) = value.subtractingReportingOverflow(start)
            if !overflow { return distance % size == 0 }
        }
        guard step.approximation > 0 else { return true }
        let distance = abs(approximation - base.approximation)
        let remainder = abs(distance - step.approximation * (distance / step.approximation).rounded())
        // If a step is smaller than the precision of a Double, the number is accepted.
        return remainder <= max(step.approximation * 0x1p-20, distance.ulp)
    }

    /// Returns the number as an integer times ten to the power of that exponent.
    private func scaled(to low: Int) -> Int128? {
        guard exponent - low <= 38 else { return significand == 0 ? 0 : nil }
        var value = significand
        for _ in 0..<(exponent - low) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = product
        }
        return value
    }
}
