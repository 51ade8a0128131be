/// Invented books: each title of a few words once, the same in every process.
enum InventedBooks {
    /// How many different ones there are.
    static let most = adjectives.count * nouns.count * patterns.count

    /// Returns the first books.
    static func first(_ count: Int) -> [Book] {
        var booksOnShelf: [String: Int] = [:]
        return (0..<min(count, most)).map { index in
            // A step that shares no divisor with their number comes to each title once, and neighbors are not alike.
            let chosen = index * 7919 % most
            let adjective = adjectives[chosen % adjectives.count]
            let noun = nouns[chosen / adjectives.count % nouns.count]
            let pattern = patterns[chosen / adjectives.count / nouns.count]
            let author = index * 31 % (firstNames.count * lastNames.count)
            let lastName = lastNames[author / firstNames.count]
            let shelf = String(lastName.prefix(2)).uppercased()
            let place = booksOnShelf[shelf, default: 0] + 1
            booksOnShelf[shelf] = place
            return Book(
                number: index + 1,
                title: pattern(adjective, noun),
                author: "\(firstNames[author % firstNames.count]) \(lastName)",
                year: 1850 + index * 37 % 171,
                shelf: "\(shelf) \(String(repeating: "0", count: max(0, 4 - "\(place)".count)))\(place)",
                copies: 1 + index * 11 % 5
            )
        }
    }

    private static let patterns: [@Sendable (_ adjective: String, _ noun: String) -> String] = [
        { "The \($0) \($1)" },
        { "\($0) \($1), and Other Stories" },
        { "A History of the \($0) \($1)" },
        { "Return to the \($0) \($1)" },
    ]

    private static let adjectives = words(
        """
        Ancient Autumn Bitter Blue Bright Broken Burning Clever Cold Crooked Distant Early Eastern Empty Endless Faithful
        Fallen Final First Forgotten Frozen Gentle Golden Green Hidden Hollow Honest Iron Last Late Little Lonely Long Lost
        Midnight Northern Open Painted Patient Quiet Restless Second Secret Silver Simple Sleeping Southern Unfinished
        Western Winter
        """
    )

    private static let nouns = words(
        """
        Apprentice Archive Bridge Captain Carpenter City Clock Coast Compass Country Daughter Door Forest Garden Gardener
        Ghost Guest Harbor House Island Journey Key Lake Lantern Letter Library Lighthouse Map Meadow Mirror Morning
        Mountain Neighbor Ocean Orchard Painter Promise River Road Room Sailor Season Shadow Station Storm Street Summer
        Traveler Valley Window
        """
    )

    private static let firstNames = words(
        """
        Ada Agnes Albert Alma Anna Arthur Beatrice Carl Clara Daniel Edith Edwin Eleanor Emil Frida George Greta Harold
        Helen Hugo Ida Irene Jacob Jane Julian Laura Leo Louise Martha Martin Nora Oscar Paula Robert Rosa Samuel Simon
        Theodore Vera Walter
        """
    )

    private static let lastNames = words(
        """
        Abbott Alder Archer Ashford Baker Barlow Beck Birch Brook Carver Castell Clay Cooper Dale Dawson Drake Ellwood
        Everett Fairchild Fenn Fletcher Forster Gale Granger Hale Harding Holt Hunter Ivory Jarvis Kemp Kent Lambert
        Linden Marsh Mercer Moss Nash Norton Oakley Palmer Pike Quinn Reed Rivers Rowan Sawyer Shaw Sterling Thorne Tiller
        Underwood Vale Vernon Wade Waller Weaver Wells Winter Yates
        """
    )

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
