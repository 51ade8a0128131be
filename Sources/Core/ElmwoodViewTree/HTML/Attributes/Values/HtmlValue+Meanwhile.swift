// The value of the attribute in Attribute+Meanwhile.swift.

extension HtmlValue {
    /// A change that is made before the answer to an event, and undone as that is shown.
    public struct Meanwhile: Equatable, Sendable {
        /// The line in the attribute: a word and its value.
        let line: String

        /// The text in place of the element's content.
        public static func text(_ text: String) -> Self {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return Self(line: "text " + lines.joined(separator: "\n "))
        }

        /// Classes that the element has besides, separated by spaces.
        public static func `class`(_ names: String) -> Self {
            Self(line: "class " + names.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }

        /// The element has the attribute `hidden`.
        public static var hide: Self { Self(line: "hide") }

        /// A control or `fieldset` has the attribute `disabled`, any other element `inert`. The focus returns with the answer.
        public static var disable: Self { Self(line: "disable") }
    }
}

extension HtmlValue.Meanwhile {
    /// Begins the line before the changes for a message, which follows.
    private static let messageWord = "of "

    /// Returns the attribute's value for these changes, of the control itself or of an element that names a message.
    static func text(of changes: [Self], for message: String? = nil) -> String {
        // The text of a message has no line end. The changes for several messages may follow each other.
        ([message.map { messageWord + $0 } ?? "own"] + changes.map(\.line)).joined(separator: "\n")
    }

    /// Returns the value with the messages that it names converted.
    static func mapped(_ value: String, by text: (String) throws -> String) rethrows -> String {
        try value.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix(messageWord) else { return String(line) }
            return messageWord + (try text(String(line.dropFirst(messageWord.count))))
        }
        .joined(separator: "\n")
    }
}
