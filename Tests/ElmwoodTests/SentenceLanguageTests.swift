import Elmwood
import ElmwoodTestSupport
import Synchronization
import Testing

/// A table to be booked, in German, and in other languages by the visitor's choice.
private struct Booking: Program {
    struct Model: Codable, Equatable, Sendable {
        var language: Language
        var guests = 2
    }

    struct Order: Codable, Equatable, Sendable {
        var name: String
        var guests: Int
        var day: String?
    }

    enum Message: Codable, Equatable, Sendable { case order(Order), set(Int), fail, leave }

    struct Broken: Error {}

    func start(_ visit: Visit) -> Start<Self> {
        Start(Model(language: TextCatalogue("de", "", ["ar": "", "fr": ""]).language(for: visit.languages)))
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .order(let order): model.guests = order.guests
        case .set(let guests): model.guests = guests
        case .fail: throw Broken()
        case .leave: return .leave(to: "https://example.org/")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Tisch", language: model.language) {
            form("order", .onSubmit(Message.order)) {
                input(.name("name"), .required)
                input(.name("guests"), .type(.number), .min(1), .max(8), .step(0.5), .value(1.5))
                input(.name("day"), .type(.date), .value("2026-11-25"))
                button { "Bestellen" }
            }
            input(.name("count"), .type(.number), .max(9), .value("\(model.guests)"), .onChange(Message.set))
            for problem in page.problems { p { problem.sentence } }
            button("Kaputt", .fail)
            button("Weiter", .leave)
        }
    }
}

/// The language of Elmwood's own sentences: the page's, else the visitor's.
@Suite(.timeLimit(.minutes(2))) struct SentenceLanguageTests {
    private let html = (name: "Accept", value: "text/html")
    private let json = (name: "Accept", value: "application/json")
    private let german = (name: "Accept-Language", value: "de-AT, en;q=0.5")
    private let english = (name: "Accept-Language", value: "en")

    private func site(over transport: Transport = .inProcess, _ change: (inout Site) -> Void = { _ in }) throws
        -> TestSite
    {
        var site = Site()
        site.mount(Booking(), at: "/")
        site.get("/api/secret") { _ in throw Booking.Broken() }
        site.get("/api/taken") { _ in throw ProblemDetails(.conflict, "It is taken.") }
        change(&site)
        return try TestSite(site, over: transport)
    }

    // MARK: The page's language

    @Test(arguments: Transport.allCases)
    func `A refused field of a German page says why in German, whatever the visitor accepts`(
        transport: Transport
    ) async throws {
        let site = try site(over: transport)
        let headers = [html, english]
        let page = try await site.send("POST", "/", headers: headers, body: "form=order&name=&guests=9&day=2026-11-25")
        #expect(page.status == 422)
        #expect(page.text.contains("Bitte füllen Sie dieses Feld aus."))
        #expect(page.text.contains("Bitte geben Sie eine Zahl ein, die höchstens 8 beträgt."))
        #expect(!page.text.contains("Please"))
    }

    @Test func `Its problems are German as text and as JSON too`() async throws {
        let site = try site()
        let body = "form=order&name=&guests=2&day=2026-11-25"
        let text = try await site.send("POST", "/", headers: [english], body: body)
        #expect(text.text == "name: Bitte füllen Sie dieses Feld aus.\n")
        let data = try await site.send("POST", "/", headers: [json, english], body: body)
        #expect(data.text.contains(#""sentence":"Bitte füllen Sie dieses Feld aus.""#))
    }

    @Test func `A post that the page does not offer is refused in the page's language`() async throws {
        let site = try site()
        let text = try await site.send("POST", "/", headers: [english], body: "message=steal")
        #expect(text.status == 409)
        #expect(text.text.hasPrefix("Die Nachricht „steal“ wird hier nicht angeboten.\nWas die Seite anbietet:\n"))
        #expect(text["Content-Language"] == "de")
        #expect(text["Vary"] == "Accept, Cookie")
        let page = try await site.send("POST", "/", headers: [html, english], body: "message=steal")
        #expect(page.text.contains(#"<html lang="de">"#))
        #expect(page.text.contains("<h1>Konflikt</h1>"))
        #expect(page.text.contains("Die Seite erneut anzeigen"))
    }

    @Test func `A page in a language that the site lacks has the sentences of its first one`() async throws {
        let headers = [(name: "Accept-Language", value: "fr")]
        let text = try await site().send("POST", "/", headers: headers, body: "form=order&name=&guests=2&day=")
        #expect(text.text == "name: Please fill this in.\n")
        let own = try site { $0.sentences.add("fr", Sentences { _ in "Non." }) }
        let french = try await own.send("POST", "/", headers: headers, body: "form=order&name=&guests=2&day=")
        #expect(french.text == "name: Non.\n")
    }

    @Test func `A page in Arabic is written from right to left`() async throws {
        let headers = [html, (name: "Accept-Language", value: "ar-EG")]
        let page = try await site().send("GET", "/", headers: headers)
        #expect(page.text.contains(#"<html lang="ar" dir="rtl">"#))
        #expect(page["Content-Language"] == nil)
    }

    @Test func `Numbers and dates in controls are written as HTML reads them, in any language`() async throws {
        let page = try await site().send("GET", "/", headers: [html, german])
        #expect(page.text.contains(#"lang="de""#))
        #expect(page.text.contains(#"type="number" min="1" max="8" step="0.5" value="1.5""#))
        #expect(page.text.contains(#"type="date" value="2026-11-25""#))
        let site = try site()
        // A comma is none of HTML's (HTML, section 2.3.4.3): a browser sends a point, however it shows the number.
        let comma = try await site.send("POST", "/", headers: [german], body: "form=order&name=Ada&guests=1,5&day=")
        #expect(comma.status == 422)
    }

    @Test func `The page that leads to another site has the language of the program's`() async throws {
        let page = try await site().send("POST", "/", headers: [html, english], body: "message=leave")
        #expect(page.text.contains(#"<html lang="de">"#))
        #expect(page.text.contains("Weiter zu https://example.org/"))
    }

    // MARK: The visitor's language

    @Test(arguments: Transport.allCases)
    func `An address without anything says so in the visitor's language`(transport: Transport) async throws {
        let site = try site(over: transport) { site in
            site.mount("/places/{number}") { (_: Int) in Booking() }
        }
        let page = try await site.send("GET", "/places/x", headers: [html, german])
        #expect(page.status == 404)
        #expect(page.text.contains(#"<html lang="de">"#))
        #expect(page.text.contains("<h1>Nicht gefunden</h1>"))
        #expect(page.text.contains("Unter dieser Adresse gibt es nichts."))
        #expect(page.text.contains("Zur Startseite"))
        #expect(page["Content-Language"] == "de")
        #expect(page.headers.contains { $0.name == "Vary" && $0.value == "Accept-Language" })
        let text = try await site.send("GET", "/places/x", headers: [german])
        #expect(text.text == "Unter dieser Adresse gibt es nichts.\n")
        let data = try await site.send("GET", "/places/x", headers: [json, german])
        #expect(data.text == #"{"error":"Unter dieser Adresse gibt es nichts."}"#)
        for headers in [[], [english], [(name: "Accept-Language", value: "fr, *")]] {
            let reply = try await site.send("GET", "/places/x", headers: headers)
            #expect(reply.text == "There is nothing at this address.\n")
            #expect(reply["Content-Language"] == "en")
        }
    }

    @Test func `The first language of the site is that of visitors who accept none of its languages`() async throws {
        let site = try site { $0.sentences = TextCatalogue("de", .german, ["en": .english]) }
        let french = try await site.send("GET", "/favicon.ico", headers: [(name: "Accept-Language", value: "fr")])
        #expect(french.text == "Unter dieser Adresse gibt es nichts.\n")
        let accepted = try await site.send("GET", "/favicon.ico", headers: [english])
        #expect(accepted.text == "There is nothing at this address.\n")
    }

    @Test func `A failure of the program is told in the visitor's language`() async throws {
        let reply = try await site().send("POST", "/", headers: [german], body: "message=fail")
        #expect(reply.status == 500)
        #expect(reply.text.hasPrefix("Hier ist etwas schiefgegangen."))
    }

    @Test func `An endpoint's failure is told in the client's language, and its own problems as they are`() async throws
    {
        let site = try site()
        let failure = try await site.send("GET", "/api/secret", headers: [json, german])
        #expect(failure.text.contains(#""detail":"Auf dem Server ist etwas schiefgegangen.""#))
        #expect(failure.text.contains(#""title":"Internal Server Error""#))
        #expect(failure["Content-Language"] == "de")
        let own = try await site.send("GET", "/api/taken", headers: [json, german])
        #expect(own.text.contains(#""detail":"It is taken.""#))
        #expect(own["Content-Language"] == nil)
    }

    // MARK: Error pages

    @Test func `An error page of the site knows the language of its sentence`() async throws {
        let site = try site { site in
            site.errorPage = { error in
                Document(error.title, language: error.language) { h1 { "\(error.language): \(error.sentence)" } }
            }
        }
        let page = try await site.send("GET", "/favicon.ico", headers: [html, german])
        #expect(page.text.contains(#"<html lang="de">"#))
        #expect(page.text.contains("<h1>de: Unter dieser Adresse gibt es nichts.</h1>"))
        #expect(page["Content-Language"] == "de")
    }

    @Test func `An error page in one language alone has the sentences of that language`() async throws {
        let site = try site { site in
            site.errorPage = { error in Document("Fehler", language: "de-CH") { h1 { error.sentence } } }
        }
        let page = try await site.send("GET", "/favicon.ico", headers: [html, english])
        #expect(page.text.contains("<h1>Unter dieser Adresse gibt es nichts.</h1>"))
        #expect(page["Content-Language"] == "de-CH")
    }

    @Test func `A page and the answer to an accepted post do not depend on Accept-Language`() async throws {
        let site = try site()
        let page = try await site.send("GET", "/", headers: [html, german])
        #expect(page.headers.filter { $0.name == "Vary" }.map(\.value) == ["Accept, Cookie"])
        let post = try await site.send("POST", "/", headers: [german], body: "count=3")
        #expect(post.status == 200)
        #expect(post.headers.filter { $0.name == "Vary" }.map(\.value) == ["Accept, Cookie"])
        #expect(post["Content-Language"] == nil)
    }
}
