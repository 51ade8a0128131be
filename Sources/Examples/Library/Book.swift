/// A book of the library.
package struct Book: Codable, Equatable, Sendable {
    /// Its number in the catalogue, which is in its address.
    var number: Int
    /// How often it has been saved. A save names the version that the visitor has seen.
    var version = 1
    var title: String
    var author: String
    var year: Int
    /// What is written on its back. No two books have the same.
    var shelf: String
    var copies: Int

    /// The book in one sentence.
    var summary: String {
        "“\(title)” by \(author), \(year), shelf number \(shelf), \(copies == 1 ? "one copy" : "\(copies) copies")"
    }

    /// What can be edited of it.
    var entry: Entry {
        Entry(version: version, title: title, author: author, year: year, shelf: shelf, copies: copies)
    }

    /// The fields of the form, by their names.
    package struct Entry: Codable, Equatable, Sendable {
        /// The version that the form was opened with.
        var version: Int
        var title: String
        var author: String
        var year: Int
        var shelf: String
        var copies: Int
    }
}
