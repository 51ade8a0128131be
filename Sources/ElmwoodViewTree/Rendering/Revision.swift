/// What a page shows, as 48 bits: a hash of the view's bytes. Equal views have the same revision, in any process.
///
/// A patch leads from one revision to another, so that nobody needs to remember what a page was told: who has the
/// model renders the view again and compares. 48 bits tell pages apart that follow each other; they protect nothing.
///
/// ```swift
/// let shown = Revision(utf8: header.utf8)
/// if shown == rendering.revision { … }
/// ```
package struct Revision: Hashable, Sendable, CustomStringConvertible {
    /// The low 48 bits.
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits & 0xffff_ffff_ffff }

    /// The revision of a view with those bytes.
    package init(hashing bytes: UnsafeRawBufferPointer) {
        let hash = ElmwoodViewTree.hash(bytes)
        self.init(bits: hash ^ hash >> 48)
    }

    /// Reads ``text``; nil where it is anything else.
    ///
    /// The loop is over a buffer: over the collection itself, whose type is known in another module alone, each byte costs several
    /// calls through tables.
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

    /// How many characters ``text`` has.
    package static var textSize: Int { 8 }

    /// The revision in 8 characters of base64url.
    package var text: String {
        String(unsafeUninitializedCapacity: Self.textSize) { buffer in
            for index in 0..<Self.textSize { buffer[index] = character(index) }
            return Self.textSize
        }
    }

    package var description: String { text }

    /// One of the characters of ``text``.
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
    /// The revision of what the view shows. Reads all of the view's bytes but those of lazy parts, at several GB a second:
    /// ask once.
    package var revision: Revision {
        withExtendedLifetime(tape) {
            let hash = Records.hash(of: addresses)
            return Revision(bits: hash ^ hash >> 48)
        }
    }
}

/// The character of base64url for the low 6 bits.
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
