import ElmwoodArchitecture
import Glibc
import Testing

@Suite struct TextLengthTests {
    @Test(arguments: [
        ("", 0, 0, true), ("a", 0, 9, false), ("a", 1, 0, false), ("abc", 3, 3, true), ("abcd", 3, 9, false),
        ("abc", 9, 2, false),
        ("né", 2, 3, true), ("né", 2, 2, false), ("👩‍👩‍👧", 1, 18, true), ("👩‍👩‍👧", 1, 17, false), ("\r\n", 1, 2, true),
        ("a", -1, -1, false),
        ("", -1, 0, true),
    ])
    func `A text is within both bounds or not`(text: String, characters: Int, bytes: Int, isWithin: Bool) {
        #expect(text.isWithin(characters: characters, bytes: bytes) == isWithin)
        #expect(("x" + text + "x").dropFirst().dropLast().isWithin(characters: characters, bytes: bytes) == isWithin)
    }

    @Test(arguments: [
        ("abcdef", 3, 9, "abc"), ("abcdef", 9, 3, "abc"), ("néé", 2, 9, "né"), ("né", 9, 2, "n"), ("a👩‍👩‍👧", 9, 18, "a"),
        ("a👩‍👩‍👧b", 2, 99, "a👩‍👩‍👧"), ("", 5, 5, ""), ("abc", 0, 9, ""), ("abc", -1, -1, ""), ("abc", .max, .max, "abc"),
    ])
    func `A beginning has whole characters within both bounds`(
        text: String,
        characters: Int,
        bytes: Int,
        beginning: String
    ) {
        let prefix = text.prefix(characters: characters, bytes: bytes)
        #expect(prefix == beginning)
        #expect(prefix.isWithin(characters: max(0, characters), bytes: max(0, bytes)))
    }

    @Test(arguments: [
        "\u{301}\u{323}", "\u{200D}👩", "\u{1100}", "\u{94D}\u{915}", "\u{600}", "🇨", "\u{301}",
    ])
    func `A character of a megabyte is too long, and found out in linear time`(repeated: String) {
        let text = "a" + String(repeating: repeated, count: 1_000_000 / repeated.utf8.count)
        let before = processorSeconds
        #expect(!text.isWithin(characters: 200, bytes: 800))
        #expect(text.prefix(characters: 200, bytes: 800).utf8.count <= 800)
        // The bytes are no bound here, so the characters are counted.
        _ = text.isWithin(characters: 200, bytes: .max)
        _ = text.isWithin(characters: 999_000, bytes: .max)
        _ = text.prefix(characters: 999_000, bytes: .max)
        #expect(processorSeconds - before < 5)
    }

    /// The processor's time of this thread.
    private var processorSeconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }
}
