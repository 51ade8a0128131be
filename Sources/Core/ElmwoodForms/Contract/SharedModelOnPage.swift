/// A shared model that a page reads, as the page's JSON has it.
package struct SharedModelOnPage: Equatable, Sendable {
    /// The shared program's name.
    package var program: String
    package var key: String
    /// The name under which the page is among the model's watchers; nil if it is not.
    package var name: String?
    /// The model as JSON. Nil unless the site is being developed: the model may contain what the view does not show.
    package var value: [UInt8]?

    package init(program: String, key: String, name: String? = nil, value: [UInt8]? = nil) {
        self.program = program
        self.key = key
        self.name = name
        self.value = value
    }
}
