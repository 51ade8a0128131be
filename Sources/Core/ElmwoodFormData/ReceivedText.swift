/// A text that arrived from outside, as a key: it is compared and hashed by its bytes.
///
/// HTML, HTTP and the databases compare names so. Strings of Swift are equal also if they are only canonically equivalent, and are
/// normalized for each comparison, which costs more the more combining marks they have.
package struct ReceivedText: Hashable, Sendable {
    /// The text.
    package let text: String

    /// Creates a key.
    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

    package func hash(into hasher: inout Hasher) {
        text.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension String {
    /// Whether the text has the same bytes as another one, so that one may be a text from outside: see ``ReceivedText``.
    package func hasBytes(of other: String) -> Bool { utf8.span.isEqual(to: other) }
}
