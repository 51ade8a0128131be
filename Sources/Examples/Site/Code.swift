import Elmwood

/// Swift's code on a page.
enum Code {
    /// The program that the first page contains too.
    static let counter = """
        struct Counter: App {
            struct Model: Codable, Equatable, Sendable { var count = 0 }
            enum Message: Codable, Equatable, Sendable { case increment, decrement }

            func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

            func update(_ model: inout Model, on message: Message) -> Command<Self> {
                switch message {
                case .increment: model.count += 1
                case .decrement: model.count -= 1
                }
                return .none
            }

            func view(_ model: Model, on page: Page) -> Document<Message> {
                Document("Counter") {
                    button("−", .decrement)
                    output { "\\(model.count)" }
                    button("+", .increment)
                }
            }
        }
        """

    private static let keywords: Set<Substring> = [
        "case", "enum", "func", "inout", "return", "struct", "switch", "var",
    ]

    /// Returns the code with its keywords and texts in elements of their own.
    @HtmlBuilder<Index.Message>
    static func colored(_ code: String) -> Html<Index.Message> {
        for part in parts(of: code) {
            if keywords.contains(part) {
                b { String(part) }
            } else if part.first == "\"" {
                i { String(part) }
            } else {
                String(part)
            }
        }
    }

    /// Splits code into words, texts in quotation marks, and what is between them. None of the texts contains a quotation mark.
    private static func parts(of code: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = code[...]
        while let first = rest.first {
            let end: Substring.Index
            if first == "\"" {
                let close = rest.dropFirst().firstIndex(of: "\"")
                end = close.map { rest.index(after: $0) } ?? rest.endIndex
            } else if first.isLetter {
                end = rest.firstIndex { !$0.isLetter } ?? rest.endIndex
            } else {
                end = rest.firstIndex { $0.isLetter || $0 == "\"" } ?? rest.endIndex
            }
            parts.append(rest[..<end])
            rest = rest[end...]
        }
        return parts
    }
}
