import ElmwoodTestSupport

/// What several tests do with the pages of examples, and see there.
extension Browser {
    /// Types a title into the field at the top and presses Enter.
    func add(_ title: String) throws {
        try type(title, into: ".new-todo")
        try pressEnter(in: ".new-todo")
    }

    /// Presses the edit button of the todo at that position, counted from 1.
    func edit(_ place: Int) throws { try follow("li:nth-child(\(place)) .edit-button") }

    /// The titles that are shown, in order.
    var titles: [String] {
        get throws { try titles("") }
    }

    /// The titles of the items that the selector matches.
    func titles(_ selector: String) throws -> [String] { try texts(".todo-list li\(selector) .view label") }

    /// Marks the page, so that a reload can be detected.
    func markPage() throws { _ = try evaluate("window.isMarked = true") }

    /// Whether this is still the marked page.
    var isMarked: Bool {
        get throws { try evaluate("return String(window.isMarked === true)") == "true" }
    }
}
