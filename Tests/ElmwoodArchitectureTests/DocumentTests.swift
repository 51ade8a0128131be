import ElmwoodArchitecture
import ElmwoodLanguages
import ElmwoodViewTree
import Testing

/// A page's language, and the direction that it is written in.
@Suite struct DocumentTests {
    private func html(_ document: () -> Document<Never>) throws -> String {
        String(decoding: try Rendering.render { document().html }.html(), as: UTF8.self)
    }

    @Test func `A page states its language`() throws {
        #expect(try html { Document("Counter") {} }.contains(#"<html lang="en">"#))
        #expect(try html { Document("Zähler", language: "de-ch") {} }.contains(#"<html lang="de-CH">"#))
    }

    @Test(arguments: ["ar", "he-IL", "az-Arab"])
    func `The page of a language from right to left says so`(tag: String) throws {
        let page = try html { Document("عداد", language: Language(tag), head: {}) {} }
        #expect(page.contains(#"<html lang="\#(tag)" dir="rtl">"#))
    }

    @Test func `A program's own direction applies`() throws {
        let page = try html { Document("عداد", language: "ar", htmlAttributes: [.dir(.ltr)]) {} }
        #expect(page.contains(#"<html lang="ar" dir="ltr">"#))
        let none = try html { Document("عداد", language: "ar", htmlAttributes: [.none]) {} }
        #expect(none.contains(#"<html lang="ar" dir="rtl">"#))
    }
}
