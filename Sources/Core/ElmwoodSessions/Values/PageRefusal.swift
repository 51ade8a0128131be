import ElmwoodLanguages

/// An action of a page that was refused, with the reason.
package struct PageRefusal: Equatable, Sendable {
    /// The number of the action.
    package var sequence: UInt64
    /// An HTTP status: 409 if the view does not offer the action.
    package var status: Int
    /// The reason, for the visitor.
    package var sentence: String
    /// The notice that the page shows, as the JSON from which its script creates an element; nil if the page shows the refusal
    /// itself.
    package var notice: [UInt8]?

    /// Creates a refusal that a former process sent first: its reason is no longer known. The page's script shows
    /// nothing of it.
    init(again sequence: UInt64) {
        self.init(sequence: sequence, status: 409, sentence: Sentences.english[.refusedBefore])
    }

    package init(sequence: UInt64, status: Int, sentence: String, notice: [UInt8]? = nil) {
        self.sequence = sequence
        self.status = status
        self.sentence = sentence
        self.notice = notice
    }
}
