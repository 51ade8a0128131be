import FoundationEssentials

extension Store {
    private static let subjects = [
        "trees", "databases", "gardens", "compilers", "maps", "music", "parsers", "bridges", "letters", "tests",
    ]
    private static let beginnings = [
        "A first look at", "How to think about", "The trouble with", "In praise of", "A short history of",
        "Ten years of", "Notes on", "What nobody says about", "A second look at", "Farewell to",
    ]

    /// Fills an empty database with some users, a hundred articles, comments and favorites: the same ones each time.
    ///
    /// - Returns: a sentence for the person who has asked for it.
    func seed() async throws -> String {
        let sentence = "There are 100 articles. Sign in as ada@example.org with the password conduit-example."
        if try await ProfileByName(username: "ada").value(from: self) != nil { return sentence }
        var users: [Member] = []
        for name in ["ada", "ben", "clara", "david", "emma", "felix", "grace", "hugo"] {
            let fields = AccountFields(username: name, email: "\(name)@example.org", password: "conduit-example")
            users.append(Member(id: try await register(fields)))
            if users.count > 3 { try await apply(.follow(username: name, true), by: users[0]) }
        }
        for number in 0..<100 {
            let author = number * 7 % users.count
            // From the first of January 2026 on, each an hour later.
            let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(number) * 3_600)
            let slug = try await publish(Self.article(number), by: users[author], at: date)
            for offset in 1...3 where number % (offset + 1) == 0 {
                let reader = users[(author + offset) % users.count]
                try await apply(.favorite(slug: slug, true), by: reader)
                let text = "I have tried this with \(Self.subjects[(number + offset) % 10]), and *it works*."
                _ = try await comment(text, on: slug, by: reader)
            }
        }
        return sentence
    }

    private static func article(_ number: Int) -> ArticleFields {
        let (subject, other) = (subjects[number % 10], subjects[(number / 10 + number + 3) % 10])
        let body = """
            Most of what is said about **\(subject)** is older than \(other). Here is what is still true.

            ## Where to begin

            1. Read what others have written, such as [the newest articles](/).
            2. Try it with a small example: `compare("\(subject)", "\(other)")`.
            """
        let description = "What \(subject) and \(other) have in common, and where to begin."
        let tags = [subject, other, number % 3 == 0 ? "beginners" : "practice"]
        let title = "\(beginnings[number / 10]) \(subject)"
        return ArticleFields(title: title, description: description, body: body, tagList: tags)
    }
}
