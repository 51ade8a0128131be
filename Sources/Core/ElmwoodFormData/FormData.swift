/// The entries that a form sent, in order: the "entry list" of the XMLHttpRequest standard. Names are compared by their bytes, as there.
///
/// ```swift
/// let form = try FormData(urlencoded: Array("title=Milk&tag=a&tag=b".utf8))
/// form.text("title")   // "Milk"
/// form.texts("tag")    // ["a", "b"]
/// form["missing"]      // nil
/// ```
public struct FormData: Equatable, Sendable {
    /// The entries, in the order in which they were sent.
    public var entries: [Entry]

    /// One name with its value. A name may occur any number of times.
    public struct Entry: Equatable, Sendable {
        /// The field's name.
        public var name: String
        /// The field's value.
        public var value: Value

        /// Creates an entry.
        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A field's value: a text, or an uploaded file.
    public enum Value: Equatable, Sendable {
        /// A text.
        case text(String)
        /// An uploaded file.
        case file(UploadedFile)

        /// The text, or nil if the value is a file.
        public var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        /// The uploaded file, or nil if the value is a text.
        public var file: UploadedFile? {
            if case .file(let file) = self { file } else { nil }
        }
    }

    /// Creates form data from entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The value of the first entry with this name, or nil if there is none.
    public subscript(name: String) -> Value? {
        entries.first { $0.name.hasBytes(of: name) }?.value
    }

    /// Returns the values of all entries with this name, in order.
    public func all(_ name: String) -> [Value] {
        entries.compactMap { $0.name.hasBytes(of: name) ? $0.value : nil }
    }

    /// Returns the text of the first entry with this name that is a text, or nil if there is none.
    public func text(_ name: String) -> String? {
        for entry in entries where entry.name.hasBytes(of: name) {
            if let text = entry.value.text { return text }
        }
        return nil
    }

    /// Returns the texts of all entries with this name, in order: those of a group of checkboxes, for example.
    public func texts(_ name: String) -> [String] {
        entries.compactMap { $0.name.hasBytes(of: name) ? $0.value.text : nil }
    }

    /// Returns the first file with this name, or nil if no file was chosen.
    public func file(_ name: String) -> UploadedFile? {
        files(name).first
    }

    /// Returns the files with this name, in order. A file field without a chosen file contributes none.
    public func files(_ name: String) -> [UploadedFile] {
        entries.compactMap { entry in
            guard entry.name.hasBytes(of: name), let file = entry.value.file, !file.isEmptyChoice else { return nil }
            return file
        }
    }

    /// Whether there is an entry with this name.
    public func contains(_ name: String) -> Bool {
        entries.contains { $0.name.hasBytes(of: name) }
    }

    /// The name of the first field whose text has more combining marks in a row than a text may: see ``CombiningMarks``. Its text must not
    /// be compared.
    package var fieldWithTooManyMarks: String? {
        entries.first { !CombiningMarks.areFew(in: $0.value.text ?? "") }?.name
    }

    /// Appends a text.
    public mutating func append(_ name: String, _ text: String) {
        entries.append(Entry(name: name, value: .text(text)))
    }
}
