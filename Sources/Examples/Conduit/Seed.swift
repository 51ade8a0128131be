import Elmwood
import FoundationEssentials

extension Store {
    /// Fills an empty database with some users, a hundred articles, comments and favorites: the same ones each time.
    ///
    /// - Returns: a sentence for the person who has asked for it.
    func seed() async throws -> String {
        let password = "conduit-example"
        let sentence = "There are 100 articles. Sign in as \(Self.names[0])@example.org with the password \(password)."
        if try await profile(Self.names[0], for: nil) != nil { return sentence }
        var users: [Int] = []
        for name in Self.names {
            let fields = AccountFields(username: name, email: "\(name)@example.org", password: password)
            let user = try await register(fields)
            _ = try await update(user.id, AccountFields(bio: "\(name.capitalized) writes about \(Self.subjects[user.id % 10])."))
            users.append(user.id)
        }
        // The first of January 2026, and an hour more for each article.
        for number in 0..<100 {
            let author = number * 7 % users.count
            let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(number) * 3_600)
            let slug = try await publish(Self.article(number), by: users[author], at: date)
            for offset in 1...3 where number % (offset + 1) == 0 {
                let reader = users[(author + offset) % users.count]
                try await react(.favorite(slug: slug, true), by: reader)
                let sentence = "I have tried this with \(Self.subjects[(number + offset) % 10]), and *it works*."
                _ = try await comment(sentence, on: slug, by: reader, at: date.addingTimeInterval(Double(offset) * 60))
            }
        }
        for name in Self.names.dropFirst(3) { try await react(.follow(username: name, true), by: users[0]) }
        return sentence
    }

    private static func article(_ number: Int) -> ArticleFields {
        let (subject, other) = (subjects[number % 10], subjects[(number / 10 + number + 3) % 10])
        let title = "\(titles[number / 10]) \(subject)"
        return ArticleFields(
            title: title,
            description: "What \(subject) has to do with \(other), and where to begin.",
            body: """
                Most of what is said about **\(subject)** is older than \(other). Here is what is still true.

                ## Where to begin

                1. Read what others have written, such as [the newest articles](/).
                2. Try it with a small example.
                3. Measure before you change anything.

                > What is simple is not always easy.

                ```swift
                let answer = compare("\(subject)", with: "\(other)")
                ```

                | | \(subject) | \(other) |
                |---|:-:|:-:|
                | easy to learn | yes | no |
                | lasts | ~~no~~ yes | yes |
                """,
            tagList: [subject, other, number % 3 == 0 ? "beginners" : "practice"]
        )
    }

    private static let names = ["ada", "ben", "clara", "david", "emma", "felix", "grace", "hugo"]
    private static let subjects = [
        "trees", "databases", "gardens", "compilers", "maps", "music", "parsers", "bridges", "letters", "tests",
    ]
    private static let titles = [
        "A first look at", "How to think about", "The trouble with", "In praise of", "A short history of", "Ten years of",
        "What nobody says about", "Notes on", "A second look at", "Farewell to",
    ]
}
