/// Identifies what a page shows by 48 bits: a hash of the view's bytes. Equal views have the same revision, in any process.
///
/// A patch leads from one revision to another, so nothing has to be stored for a page: the process with the model renders the view
/// again and compares. 48 bits distinguish successive pages; they are not a protection.
///
/// ```swift
/// let shown = Revision(utf8: header.utf8)
/// if shown == rendering.revision { … }
/// ```
package struct Revision: Hashable, Sendable, CustomStringConvertible {
    /// The low 48 bits.
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits & 0xffff_ffff_ffff }

    /// Creates the revision of a view with those bytes.
    package init(hashing bytes: UnsafeRawBufferPointer) {
        let hash = ElmwoodViewTree.hash(bytes)
        self.init(bits: hash ^ hash >> 48)
    }

    /// Reads ``text``. Returns nil for anything else.
    ///
    /// The loop runs over a buffer: over the collection itself, whose type is known only in another module, each byte costs several
    /// dynamically dispatched calls.
    package init?(utf8 text: some Collection<UInt8>) {
        let read = text.withContiguousStorageIfAvailable { Self(buffer: $0) }
        let size = Self.textSize + 1
        guard let revision = read ?? Array(text.prefix(size)).withUnsafeBufferPointer({ Self(buffer: $0) }) else {
            return nil
        }
        self = revision
    }

    private init?(buffer text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.textSize else { return nil }
        var bits: UInt64 = 0
        for byte in text {
            guard let digit = Self.digit(byte) else { return nil }
            bits = bits << 6 | digit
        }
        self.init(bits: bits)
    }

    /// The number of characters of ``text``.
    package static var textSize: Int { 8 }

    /// The revision in 8 characters of base64url.
    package var text: String {
        String(unsafeUninitializedCapacity: Self.textSize) { buffer in
            for index in 0..<Self.textSize { buffer[index] = character(index) }
            return Self.textSize
        }
    }

    package var description: String { text }

    /// Returns one of the characters of ``text``.
    @inline(__always)
    func character(_ index: Int) -> UInt8 { base64URLCharacter(bits >> UInt64(42 - index * 6)) }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension Rendering {
    /// The revision of what the view shows. It is computed once, from all of the view's bytes except those of lazy parts, at several
    /// GB a second.
    package var revision: Revision {
        let known = tape.revision.load(ordering: .relaxed)
        if known != 0 { return Revision(bits: known) }
        return withExtendedLifetime(tape) {
            let hash = Records.hash(of: addresses)
            let revision = Revision(bits: hash ^ hash >> 48)
            tape.revision.store(revision.bits, ordering: .relaxed)
            return revision
        }
    }
}

/// Returns the character of base64url for the low 6 bits.
@inline(__always)
func base64URLCharacter(_ bits: UInt64) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 63)
    return switch value {
    case 0..<26: value + UInt8(ascii: "A")
    case 26..<52: value - 26 + UInt8(ascii: "a")
    case 52..<62: value - 52 + UInt8(ascii: "0")
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
}
