import Elmwood
import FoundationEssentials

extension Store {
    /// Fills an empty database with some users, a hundred articles, comments and favorites: the same ones each time.
    ///
    /// - Returns: a sentence for the person who has asked for it.
    func seed() async throws -> String {
        let names = ["ada", "ben", "clara", "david", "emma", "felix", "grace", "hugo"]
        let sentence = "There are 100 articles. Sign in as ada@example.org with the password conduit-example."
        if try await ProfileByName(username: "ada").value(from: self) != nil { return sentence }
        var users: [Int] = []
        for name in names {
            let fields = AccountFields(username: name, email: "\(name)@example.org", password: "conduit-example")
            users.append(try await register(fields))
        }
        for number in 0..<100 {
            let author = number * 7 % users.count
            // From the first of January 2026 on, each an hour later.
            let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(number) * 3_600)
            let slug = try await publish(Self.article(number), by: users[author], at: date)
            for offset in 1...3 where number % (offset + 1) == 0 {
                let reader = users[(author + offset) % users.count]
                try await react(.favorite(slug: slug, true), by: reader)
                let body = "I have tried this with \(Self.subjects[(number + offset) % 10]), and *it works*."
                _ = try await comment(body, on: slug, by: reader, at: date.addingTimeInterval(Double(offset) * 60))
            }
        }
        for name in names.dropFirst(3) { try await react(.follow(username: name, true), by: users[0]) }
        return sentence
    }

    private static func article(_ number: Int) -> ArticleFields {
        let (subject, other) = (subjects[number % 10], subjects[(number / 10 + number + 3) % 10])
        let body = """
            Most of what is said about **\(subject)** is older than \(other). Here is what is still true.

            ## Where to begin

            1. Read what others have written, such as [the newest articles](/).
            2. Try it with a small example.

            > What is simple is not always easy.

            ```swift
            let answer = compare("\(subject)", with: "\(other)")
            ```

            | | \(subject) | \(other) |
            |---|:-:|:-:|
            | lasts | ~~no~~ yes | no |
            """
        return ArticleFields(
            title: "\(titles[number / 10]) \(subject)",
            description: "What \(subject) and \(other) have in common, and where to begin.",
            body: body,
            tagList: [subject, other, number % 3 == 0 ? "beginners" : "practice"]
        )
    }

    private static let subjects = words(
        "trees databases gardens compilers maps music parsers bridges letters tests",
        " "
    )
    private static let titles = words(
        "A first look at/How to think about/The trouble with/In praise of/A short history of/Ten years of/Notes on"
            + "/What nobody says about/A second look at/Farewell to",
        "/"
    )

    private static func words(_ text: String, _ separator: Character) -> [String] {
        text.split(separator: separator).map(String.init)
    }
}
