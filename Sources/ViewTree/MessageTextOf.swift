import MessageText

/// The text of a message, as a control carries it.
func messageText(of message: some Encodable) throws -> String {
    String(describing: message)
}
