import Elmwood
import ElmwoodSQL
import Testing

@testable import ElmwoodConduitExample

/// Texts that have few characters and many bytes.
@Suite struct ConduitLengthTests {
    /// A character of a hundred thousand marks.
    private let long = "a" + String(repeating: "\u{301}", count: 100_000)

    @Test func `No field of an article or an account is long in bytes`() async throws {
        let fixture = try await ConduitFixture()
        let author = Member(id: fixture.ada)
        for fields in [
            ConduitFixture.article(long), ConduitFixture.article("Title", tags: [long]),
            ArticleFields(title: "T", description: long, body: "B"),
            ArticleFields(title: "T", description: "D", body: long),
        ] {
            await #expect(throws: Refusal.self) { try await fixture.store.publish(fields, by: author) }
        }
        await #expect(throws: Refusal.self) { try await fixture.store.comment(long, on: fixture.slug, by: author) }
        for fields in [
            AccountFields(username: long), AccountFields(email: "\(long)@example.org"),
            AccountFields(password: long + "12345678"),
            AccountFields(bio: long), AccountFields(image: "/\(long)"),
        ] {
            #expect(throws: Refusal.self) { try fields.check() }
        }
    }

    @Test func `Texts as long as they may be are stored`() async throws {
        let fixture = try await ConduitFixture()
        let title = String(repeating: "𐐷", count: 200)
        let tags = (0..<20).map { String(repeating: "𐐷", count: 39) + "\($0 % 10)\($0 < 10 ? "" : "x")" }
        let slug = try await fixture.store.publish(
            ConduitFixture.article(title, tags: tags.filter { $0.count <= 40 }),
            by: Member(id: fixture.ada)
        )
        #expect(slug.utf8.count == 240)
        let again = try await fixture.store.publish(ConduitFixture.article(title), by: Member(id: fixture.ada))
        #expect(again.utf8.count == 249)
        let article = try await ArticleBySlug(slug: again).value(from: fixture.store)
        #expect(article?.title == title)
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `The tables refuse what the rules would have to`(place: ConduitFixture.Place) async throws {
        let fixture = try await ConduitFixture(in: place)
        let database = fixture.store.database
        let statements: [SQL] = [
            "UPDATE articles SET title = \(long)", "UPDATE articles SET slug = \(long)",
            "UPDATE articles SET description = \(long)",
            "UPDATE slugs SET slug = \(long)", "UPDATE tags SET tag = \(long)",
        ]
        for statement in statements {
            await #expect { try await database.execute(statement) } throws: { error in
                (error as? DatabaseError)?.kind == .checkViolation
            }
        }
    }
}
