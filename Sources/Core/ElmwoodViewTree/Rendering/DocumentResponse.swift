/// What a page says about the response that it is sent with: its status and header fields.
package struct DocumentResponse: Equatable, Sendable {
    /// A header field.
    package struct Field: Equatable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status; nil for 200.
    package var status: Int?
    /// The fields, in the order in which they were added.
    package var fields: [Field] = []

    package init() {}
}

/// Records for the render on this thread, if any, what its page says about its response.
package func noteResponse(_ response: DocumentResponse) {
    Arena.current?.pointee.response = response
}

/// Records for the render on this thread, if any, that something was left out, and why: one sentence, for the log.
package func noteLeftOut(_ sentence: String) {
    Arena.current?.pointee.diagnose(sentence)
}
