import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Range headers.
@Suite struct ByteRangeTests {
    @Test(
        arguments: [
            ("bytes=0-499", .part(0..<500)), ("bytes=500-999", .part(500..<1_000)), ("bytes=-500", .part(500..<1_000)),
            ("bytes=900-", .part(900..<1_000)), ("bytes=0-0", .part(0..<1)), ("bytes=-1", .part(999..<1_000)),
            ("bytes=0-", .part(0..<1_000)), ("bytes=0-5000", .part(0..<1_000)), ("bytes=-5000", .part(0..<1_000)),
            ("BYTES=0-1", .part(0..<2)), ("bytes= 0-1 ", .part(0..<2)), ("bytes=,0-1,", .part(0..<2)),
            ("bytes=0-99999999999999999999999999", .part(0..<1_000)),
            ("bytes=-99999999999999999999999999", .part(0..<1_000)),
        ] as [(String, ByteRange)]
    )
    func `A range names the first, the last or some bytes of a file`(header: String, expected: ByteRange) {
        #expect(ByteRange(header, size: 1_000) == expected)
    }

    @Test(arguments: ["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999999-"])
    func `A range without any bytes of the file cannot be satisfied`(header: String) {
        #expect(ByteRange(header, size: 1_000) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=1", "bytes=2-1", "bytes=a-b", "bytes=0-1,3-4", "bytes=0-,0-,0-,0-",
        "items=0-1", "bytes 0-1", "bytes=+1-2", "bytes=0--1", "bytes=0x1-2", "bytes=1-2-3", "bytes=١-٢",
        "bytes=1 - 2",
    ])
    func `Malformed, reversed and multiple ranges request the whole file`(header: String) {
        #expect(ByteRange(header, size: 1_000) == .whole)
    }

    @Test func `A range of an empty file cannot be satisfied, except for its last bytes`() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=0-0", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", size: 0) == .whole)
        #expect(ByteRange("bytes=0-", size: -1) == .unsatisfiable)
    }

    @Test func `Any header gives bytes of the file, and a written range is read back exactly`() {
        var random = SeededGenerator(seed: 12)
        let pieces = ["bytes=", "-", ",", "0", "9", "12", " ", "9223372036854775807", "18446744073709551616", "b", "="]
        for _ in 0..<fuzzRounds(5_000) {
            let size = [0, 1, 13, Int.max][random.below(4)]
            let header = random.text(of: ["bytes=", "", "bytes=12-"], upTo: 1) + random.text(of: pieces, upTo: 6)
            if case .part(let range) = ByteRange(header, size: size) {
                #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size)
            }
            let end = random.below(1_000_000) + 1
            let range = random.below(end)..<end
            #expect(ByteRange("bytes=\(range.lowerBound)-\(range.upperBound - 1)", size: Int.max) == .part(range))
        }
    }
}
