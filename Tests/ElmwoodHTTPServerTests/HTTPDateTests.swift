import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Dates in HTTP.
@Suite struct HTTPDateTests {
    private let now = HTTPDate(secondsSince1970: 1_750_000_000)

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (Int.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
    func `A date is written as IMF-fixdate`(seconds: Int, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `A date is read in all three forms of RFC 9110`(text: String) {
        #expect(HTTPDate(text, now: now)?.secondsSince1970 == 784_111_777)
    }

    @Test func `A year of two digits is the latest that is at most 50 years ahead`() {
        // The current year is 2025 here.
        #expect(HTTPDate("Saturday, 01-Jan-75 00:00:00 GMT", now: now)?.description == "Tue, 01 Jan 2075 00:00:00 GMT")
        #expect(HTTPDate("Saturday, 01-Jan-76 00:00:00 GMT", now: now)?.description == "Thu, 01 Jan 1976 00:00:00 GMT")
    }

    @Test func `A leap second is the last of its minute`() {
        #expect(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT")?.description == "Sat, 31 Dec 2016 23:59:59 GMT")
    }

    @Test(arguments: [
        "", " ", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 00:00:00 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  06 08:49:37 1994",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT", "\u{0}", String(repeating: " ", count: 100_000),
    ])
    func `An invalid date is refused`(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test func `Every written date is read back as the same second`() throws {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<fuzzRounds(2_000) {
            let date = HTTPDate(secondsSince1970: Int.random(in: -62_167_219_200...253_402_300_799, using: &random))
            #expect(HTTPDate(date.description) == date)
        }
    }

    @Test func `Each day follows the one before, through leap years and centuries`() throws {
        // 1899-12-31 to 2101-01-01, with a calendar that counts days one by one.
        var (year, month, day) = (1899, 12, 31)
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for number in -25_568...47_847 {
            let text = HTTPDate(secondsSince1970: number * 86_400).description
            let expected = "\(day < 10 ? "0" : "")\(day) \(names[month - 1]) \(year)"
            try #require(text.dropFirst(5).hasPrefix(expected))
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day += 1
            if day > length { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect((year, month, day) == (2101, 1, 2))
    }

    @Test func `Damaged dates never trap`() {
        var random = SeededGenerator(seed: 11)
        let forms = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
        for round in 0..<fuzzRounds(3_000) {
            var bytes = Array(forms[round % 3].utf8)
            for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            if let date = HTTPDate(String(decoding: bytes, as: UTF8.self)) {
                #expect(HTTPDate(date.description) == date)
            }
        }
    }

    @Test func `A cache returns the same texts`() {
        var cache = HTTPDateCache()
        for seconds in [0, 0, 1, 1, 784_111_777, 0] {
            let date = HTTPDate(secondsSince1970: seconds)
            #expect(cache.text(of: date) == date.description)
        }
    }
}
