import Elmwood

/// A search among some thousands of names, which answers while one types.
///
/// What is looked for stands in the address. So it can be bookmarked and sent to a friend, the browser's history has it,
/// two tabs look for two things, and there is nothing for the model to keep.
package struct Search: App {
    /// Nothing: the page's address says what is looked for.
    package struct Model: Codable, Equatable, Sendable {}

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case typed(String)
    }

    /// What is searched.
    let names = Places.names

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .typed(let text): .navigate(to: address(of: text), replacing: true)
        }
    }

    /// The address of the results for a text.
    private func address(of text: String) -> String {
        text.isEmpty ? "/" : "/?q=\(percentEncoded(text))"
    }

    /// A text as the value of a query's parameter.
    private func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
