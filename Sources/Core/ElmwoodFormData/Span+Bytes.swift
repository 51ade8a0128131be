import Glibc

/// Comparisons by the system's functions, which look at many bytes at once.
extension Span<UInt8> {
    /// Whether the bytes are those of a text.
    package func isEqual(to text: String) -> Bool { isEqual(to: text.utf8.span) }

    /// Whether the bytes are the same.
    package func isEqual(to other: Span<UInt8>) -> Bool { count == other.count && hasPrefix(other) }

    /// Whether the bytes begin with those of a text.
    package func hasPrefix(_ text: String) -> Bool { hasPrefix(text.utf8.span) }

    /// Whether the bytes begin with others.
    package func hasPrefix(_ prefix: Span<UInt8>) -> Bool {
        guard prefix.count > 0 else { return true }
        guard count >= prefix.count else { return false }
        return withUnsafeBytes { bytes in
            prefix.withUnsafeBytes { prefix in
                guard let start = bytes.baseAddress, let other = prefix.baseAddress else { return false }
                return memcmp(start, other, prefix.count) == 0
            }
        }
    }

    /// Returns a range of the bytes without spaces and tabs at its ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        func isSpace(_ index: Int) -> Bool { self[index] == 0x20 || self[index] == 0x09 }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isSpace(start) { start += 1 }
        while start < end, isSpace(end - 1) { end -= 1 }
        return start..<end
    }

    /// Returns the index of the first occurrence of a byte; nil if there is none.
    package func firstIndex(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(start)
        }
    }
}
