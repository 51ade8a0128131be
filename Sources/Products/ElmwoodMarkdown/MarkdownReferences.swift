/// Finds how long the definitions of references are: `[name]: address "title"`.
struct MarkdownReferences {
    /// At least the bytes of the longest address with its title.
    private(set) var longest = 0
    /// Where the word ends that the former address was. What else is defined within it is shorter.
    private var endOfWord = 0

    /// Counts the definition whose address follows. A title ends at the next character of its kind, and an address at a space, so however
    /// many definitions there are, no byte is read more than a few times.
    mutating func count(in text: UnsafeRawBufferPointer, at start: Int) {
        guard start >= endOfWord else { return }
        let address = skipSpace(in: text, from: start)
        guard address < text.count else { return }
        var end = address
        if text[address] == UInt8(ascii: "<") {
            end += 1
            while end < text.count, !">\n\r<".utf8.contains(text[end]) { end += 1 }
            end = min(end + 1, text.count)
        } else {
            while end < text.count, !isSpace(text[end]) { end += 1 }
            endOfWord = end
        }
        longest = max(longest, endOfTitle(in: text, at: skipSpace(in: text, from: end)) - address)
    }

    private func endOfTitle(in text: UnsafeRawBufferPointer, at start: Int) -> Int {
        guard start < text.count, "\"'(".utf8.contains(text[start]) else { return start }
        let open = text[start]
        let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open
        var end = start + 1
        while end < text.count, text[end] != open, text[end] != close {
            if text[end] == UInt8(ascii: "\n"), text[end - 1] == UInt8(ascii: "\n") { break }
            end += text[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(end, text.count)
    }

    /// Skips spaces, and after a line break also the marks of quotes.
    private func skipSpace(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        var isNextLine = false
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { isNextLine = true }
            guard isSpace(byte) || isNextLine && byte == UInt8(ascii: ">") else { break }
            index += 1
        }
        return index
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }
}
