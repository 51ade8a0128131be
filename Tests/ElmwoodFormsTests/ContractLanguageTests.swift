import ElmwoodFormData
import ElmwoodLanguages
import ElmwoodViewTree
import Testing

@testable import ElmwoodForms

/// The language of the sentences about a post.
@Suite struct ContractLanguageTests {
    private func contract(_ language: String, _ catalogue: TextCatalogue<Sentences> = Sentences.catalogue) throws
        -> Contract
    {
        let rendering = try Rendering.render {
            pageElement(
                title: "T",
                language: language,
                htmlAttributes: [],
                bodyAttributes: [],
                head: { .empty },
                body: { content }
            )
        }
        return Contract(rendering, sentences: catalogue)
    }

    @HtmlBuilder<Message>
    private var content: Html<Message> {
        form("f", .onSubmit(Message.sent)) {
            input(.name("name"), .maxlength(3))
            input(.name("size"), .type(.radio), .value("s"), .required)
            input(.name("born"), .type(.date), .min("1900-01-01"))
        }
        input(.name("count"), .type(.number), .onChange(Message.count))
    }

    private let invalid: KeyValuePairs = ["form": "f", "name": "Anna", "born": "1899-12-31"]

    @Test(arguments: ["de", "de-AT", "DE"])
    func `The problems of a German page are German`(language: String) throws {
        let contract = try contract(language)
        #expect(
            try contract.post(invalid).sentences == [
                "Bitte verwenden Sie höchstens 3 Zeichen; es sind 4.", "Bitte geben Sie 1900-01-01 oder später ein.",
                "Bitte wählen Sie etwas aus.",
            ]
        )
        #expect(try contract.post(["count": "1.5"]).sentences == ["Bitte geben Sie eine ganze Zahl ein."])
        #expect(try contract.post(["count": "99999999999999999999"]).sentences == ["Diese Zahl ist zu groß."])
        #expect(contract.language == "de")
    }

    @Test(arguments: ["en", "en-GB", "fr", ""])
    func `Those of a page in English, or in a language without sentences, are English`(language: String) throws {
        #expect(
            try contract(language).post(invalid).sentences == [
                "Please use at most 3 characters; there are 4.", "Please enter 1900-01-01 or later.",
                "Please choose one.",
            ]
        )
    }

    @Test func `The catalogue's first language is that of a page in an unknown one`() throws {
        let contract = try contract("fr", TextCatalogue("de", .german))
        #expect(contract.language == "de")
        #expect(try contract.post(["count": "x"]).sentences == ["Bitte geben Sie eine Zahl ein."])
    }

    @Test func `A refusal names its reason in whichever language`() throws {
        let contract = try contract("de")
        guard case .refused(let refusal) = contract.read(FormData([.init(name: "age", value: .text("1"))])) else {
            Issue.record("The post was not refused.")
            return
        }
        #expect(refusal == Refusal(status: 409, sentence: .noField("age")))
        #expect(contract.sentences[refusal.sentence] == "Es gibt hier kein Feld namens „age“.")
    }
}
