/// The name of a new package, which is that of its module, its product and its folder too.
struct PackageName: Equatable {
    let text: String

    /// Throws a `CommandError` that says why the text can be no name.
    init(_ text: String) throws(CommandError) {
        guard let first = text.utf8.first, Self.isLetter(first), text.utf8.allSatisfy(Self.isLetterOrDigit) else {
            throw CommandError(
                "“\(text)” cannot be the name of a Swift module. It consists of letters, digits and _, and begins with a letter."
            )
        }
        guard text.utf8.count <= 60 else { throw CommandError("the name has more than 60 characters.") }
        guard !Self.keywords.contains(text) else { throw CommandError("“\(text)” is a word of Swift itself.") }
        let lowercase = text.lowercased()
        guard !Self.taken.contains(lowercase), !lowercase.hasPrefix("elmwood"), !lowercase.hasPrefix("celmwood") else {
            throw CommandError("“\(text)” is the name of a module or product that the package uses.")
        }
        self.text = text
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// The words that no module can have as a name.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Modules of the toolchain, products of Elmwood's package, and a folder's name that the site gives a meaning.
    private static let taken: Set<String> = [
        "cluster", "conduit", "dispatch", "examples", "foundation", "foundationessentials",
        "foundationinternationalization", "foundationnetworking", "glibc", "main", "musl", "observation",
        "packagedescription", "regexbuilder", "swift", "synchronization", "test", "testing", "xctest",
    ]
}
