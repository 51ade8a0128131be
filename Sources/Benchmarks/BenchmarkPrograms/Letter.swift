import Elmwood

/// A page of four megabytes of text, which costs little to render: for clients that read slowly.
package struct Letter: Program {
    package struct Model: Codable, Equatable, Sendable {}

    package typealias Message = Never

    /// Made for the first request, so that it is no part of the start.
    private static let text = String(
        repeating: "This line is sixty-three characters long, and it ends right here.\n",
        count: 63_000
    )

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {}

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Letter") { pre { Self.text } }
    }
}
