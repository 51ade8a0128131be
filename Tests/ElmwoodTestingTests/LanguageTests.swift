import ElmwoodTesting
import Testing

/// A guest book in the visitor's language, and in German for those who know none of its languages.
private struct GuestBook: Program {
    struct Texts {
        struct Form {
            var name: String
            var send: String
        }

        var brand = "Elmwood"
        var form: Form
        var guests: @Sendable (Int) -> String

        static let german = Texts(form: Form(name: "Name", send: "Eintragen")) { count in
            Language("de").plural(count, one: "\(count) Gast", other: "\(count) Gäste")
        }
        static let polish = Texts(form: Form(name: "Imię", send: "Wpisz się")) { count in
            Language("pl").plural(count, one: "\(count) gość", few: "\(count) goście", other: "\(count) gości")
        }
        static let catalogue = TextCatalogue("de", german, ["pl": polish])
    }

    struct Model: Codable, Equatable, Sendable {
        var language: Language
        var guests = 1
    }

    struct Entry: Codable, Equatable, Sendable { var name: String }

    enum Message: Codable, Equatable, Sendable { case sign(Entry) }

    func start(_ visit: Visit) -> Start<Self> {
        Start(Model(language: Texts.catalogue.language(for: visit.languages)))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.guests += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let texts = Texts.catalogue[model.language]
        return Document(texts.brand, language: model.language) {
            output { texts.guests(model.guests) }
            form("guest", .novalidate, .onSubmit(Message.sign)) {
                input(.name("name"), .ariaLabel(texts.form.name), .required)
                button { texts.form.send }
            }
            for problem in page.problems { p { problem.sentence } }
        }
    }
}

/// Programs that speak several languages.
@Suite(.serialized) struct LanguageTests {
    @Test(arguments: TestTransport.allCases)
    func `A visitor has the time zone of the test, or none`(transport: TestTransport) {
        struct Clock: Program {
            struct Model: Codable, Equatable, Sendable { var zone: DateTimeZone? }
            enum Message: Codable, Equatable, Sendable { case tick }

            func start(_ visit: Visit) -> Start<Self> { Start(Model(zone: visit.timeZone)) }
            func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
            func view(_ model: Model, on page: Page) -> Document<Message> {
                Document("Clock") { output { model.zone?.name ?? "unknown" } }
            }
        }
        for zone in [DateTimeZone("Asia/Kolkata"), nil] {
            let test = ProgramTest(Clock(), in: transport, script: .off, timeZone: zone)
            test.expect(.output, zone?.name ?? "unknown")
        }
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `An invalid field of a German page is German`(transport: TestTransport, script: Script) {
        let test = ProgramTest(GuestBook(), in: transport, script: script)
        test.click("Eintragen")
        test.expectProblem(in: "name", "Bitte füllen Sie dieses Feld aus.")
        test.expect(.p, "Bitte füllen Sie dieses Feld aus.")
        test.fill("Name", "Ada")
        test.click("Eintragen")
        test.expectModel { $0.guests = 2 }
        test.expect(.output, "2 Gäste")
    }

    @Test(arguments: [TestTransport.process, .http])
    func `A visitor's languages choose the texts`(transport: TestTransport) {
        let polish = ProgramTest(GuestBook(), in: transport, languages: ["fr", "pl-PL"])
        polish.expect(.output, "1 gość")
        let german = ProgramTest(GuestBook(), in: transport, languages: ["fr"])
        german.expect(.output, "1 Gast")
    }

    @Test func `The texts that are the same in two languages are listed`() {
        #expect(GuestBook.Texts.catalogue.untranslated(in: "pl") == ["brand"])
        #expect(GuestBook.Texts.catalogue.untranslated(in: "it") == ["brand", "form.name", "form.send"])
    }
}
