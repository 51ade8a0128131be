/// Reads a text of dates and times from its beginning, as ISO 8601 and HTML write them.
package struct DateReader {
    private var rest: Substring.UTF8View

    package init(_ text: String) { rest = text.utf8[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number of so many digits.
    package mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        var (number, count) = (0, 0)
        while count < digits.upperBound, let byte = rest.first, byte &- 0x30 < 10 {
            number = number * 10 + Int(byte - 0x30)
            count += 1
            rest.removeFirst()
        }
        return digits.contains(count) ? number : nil
    }

    /// Reads `2026-02`. The first year is 1.
    package mutating func month(yearDigits: ClosedRange<Int> = 4...4) -> (year: Int, month: Int)? {
        guard let year = number(yearDigits), year > 0, skip("-"), let month = number(2...2), 1...12 ~= month else {
            return nil
        }
        return (year, month)
    }

    /// Reads `2026-02-03`.
    ///
    /// - Returns: The days since the first of January 1970.
    package mutating func date(yearDigits: ClosedRange<Int> = 4...4) -> Int? {
        guard let (year, month) = month(yearDigits: yearDigits), skip("-"), let day = number(2...2) else { return nil }
        return CivilDate(year: year, month: month, day: day)?.daysSince1970
    }

    /// Reads `04:05`, `04:05:06`, or that with a fraction.
    ///
    /// - Parameter fractionDigits: The most digits of the fraction. Those after the sixth do not count.
    /// - Returns: The microseconds since midnight.
    package mutating func time(fractionDigits: Int) -> Int? {
        guard let hour = number(2...2), hour < 24, skip(":"), let minute = number(2...2), minute < 60 else {
            return nil
        }
        let time = (hour * 60 + minute) * 60_000_000
        guard skip(":") else { return time }
        guard let second = number(2...2), second < 60 else { return nil }
        guard skip(".") else { return time + second * 1_000_000 }
        let length = rest.count
        guard var fraction = number(1...fractionDigits) else { return nil }
        for _ in (length - rest.count)..<max(6, length - rest.count) { fraction *= 10 }
        for _ in 6..<max(6, length - rest.count) { fraction /= 10 }
        return time + second * 1_000_000 + fraction
    }
}
