import Elmwood
import ElmwoodTestSupport

/// A list whose buttons and forms ask before they are sent, in German or English, with what is copied, and what is left unsent.
struct Larder: Program {
    struct Item: Codable, Equatable, Sendable {
        var id: Int
        var title: String
    }

    struct Model: Codable, Equatable, Sendable {
        var items = [Item(id: 1, title: "Milk"), Item(id: 2, title: "Salt & pepper")]
        var log: [String] = []
        var language = "en"
    }

    struct Reason: Codable, Equatable, Sendable {
        var reason: String
        var kind: [String]
    }

    struct Letter: Codable, Equatable, Sendable {
        var letter: String
    }

    enum Message: Codable, Equatable, Sendable {
        case remove(Int)
        case empty(Reason)
        case send(Letter)
        case note(String)
        case look
        case german
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .remove(let id): model.items.removeAll { $0.id == id }
        case .empty(let reason):
            model.items = []
            model.log.append("\(reason.reason): \(reason.kind.joined(separator: " "))")
        case .send(let letter): model.log.append(letter.letter)
        case .note(let text): model.log.append(text)
        case .look:
            model.log.append("look")
            return .focus("reason")
        case .german: model.language = "de"
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Larder \(page.path)", language: Language(model.language)) {
            h1 { "Larder" }
            ul {
                for item in model.items {
                    li(.key(item.id)) {
                        span(.class("title")) { item.title }
                        button(
                            "Delete",
                            .remove(item.id),
                            .id("remove-\(item.id)"),
                            .confirm("Delete “\(item.title)”?")
                        )
                    }
                }
            }
            form("empty", .onSubmit(Message.empty), .confirm("Empty the larder?")) {
                input(.id("reason"), .name("reason"), .ariaLabel("Reason"), .required)
                label {
                    input(.type(.checkbox), .name("kind"), .value("dry"), .checked)
                    "Dry"
                }
                label {
                    input(.type(.checkbox), .name("kind"), .value("cool"), .checked)
                    "Cool"
                }
                button(.id("empty")) { "Empty" }
            }
            form("letter", .onSubmit(Message.send), .confirmLeaving("Leave the letter?")) {
                textarea(.id("letter"), .name("letter"), .ariaLabel("Letter")) {}
                button(.id("send")) { "Send" }
            }
            button("Note", .note("noted"), .id("note"))
            button("Look", .look, .id("look"))
            button("German", .german, .id("german"))
            button(.type(.button), .id("copy"), .copies("<Larder> & \"co\"")) { "Copy" }
            button(.type(.button), .id("open"), .commandfor("about"), .command(.showModal)) { "About" }
            dialog(.id("about"), .ariaLabel("About")) {
                button(.type(.button), .id("close"), .commandfor("about"), .command(.close)) { "Close" }
            }
            button(.type(.button), .id("toggle"), .commandfor("tip"), .command(.togglePopover)) { "Tip" }
            div(.id("tip"), .popover(.manual)) { "A tip" }
            a(.id("other"), .href(page.link(to: "/other"))) { "Other" }
            output(.id("log")) { model.log.joined(separator: ", ") }
        }
    }
}

/// Runs a test with the program in a browser with script, to which the rare script comes only by way of a fault.
func withLarder(
    whoseRareScript fault: Fault,
    _ test: (Browser, LiveSite<Larder>) async throws -> Void
) async throws {
    let site = try LiveSite(Larder())
    // Before the browser has it.
    site.proxy.decide { $0.target.hasSuffix("-rare.js") ? fault : .none }
    do {
        try await withBrowser(script: .on) { browser in
            await browser.whenWaitFails { site.report }
            try await browser.open(site.address())
            try await test(browser, site)
        }
        await site.close()
    } catch {
        await site.close()
        throw error
    }
}
