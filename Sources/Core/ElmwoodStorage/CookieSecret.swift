/// A secret that a browser presents in a cookie: 128 bits from the system's generator, as 32 digits of lower-case hexadecimal.
package protocol CookieSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    var bits: RandomBits { get }

    init(bits: RandomBits)
}

extension CookieSecret {
    /// Creates a new secret.
    package init() {
        self.init(bits: RandomBits())
    }

    /// Creates a new secret from a source other than the system's generator.
    ///
    /// - Parameter bits: returns 64 unpredictable bits, different each time.
    package init(drawing bits: () -> UInt64) {
        self.init(bits: RandomBits(drawing: bits))
    }

    /// Reads a secret from ``text``. Returns nil for any other text.
    package init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Reads a secret from the bytes of its text. Returns nil for any other bytes, whatever their number.
    package init?(utf8 bytes: Span<UInt8>) {
        guard let bits = RandomBits(digits: bytes) else { return nil }
        self.init(bits: bits)
    }

    /// The cookie's value.
    package var text: String {
        String(decoding: bits.digits, as: UTF8.self)
    }

    /// The type's name alone: a log or an error page that prints the secret must not reveal it.
    public var description: String { "\(Self.self)" }

    /// Hides the secret: see `description`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
