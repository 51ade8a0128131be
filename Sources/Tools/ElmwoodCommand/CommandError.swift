/// What a command could not do: a sentence for the terminal.
struct CommandError: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}

/// A call that a command does not understand.
struct UsageError: Error, Equatable {
    let message: String
    /// How the command is called.
    let usage: String

    init(_ message: String, usage: String) {
        self.message = message
        self.usage = usage
    }
}
