import Foundation
import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The registration form in a browser, with script and without.
@Suite struct RegistrationPageTests {
    /// Fills in the form, with some values changed.
    private func fill(_ browser: Browser, except changes: [String: String] = [:]) async throws {
        let texts = ["name": "Ada Lovelace", "email": "ada@example.org", "password": "correct horse 1"]
        for (field, text) in texts.merging(changes, uniquingKeysWith: { $1 }) {
            try await browser.fill("#\(field)", with: text)
        }
        // A date is typed in the format of its locale.
        try await browser.type("12101915", into: "#birthday")
        try await browser.type("Switzerland", into: "#country")
        try await browser.click("#news")
    }

    @Test func `Without script, a complete registration is confirmed, and can be repeated`() async throws {
        try await withSite(Registration()) { browser, _ in
            try await fill(browser)
            try await browser.follow(".primary")
            #expect(try await browser.text("h1") == "Thank you, Ada Lovelace")
            let facts = ["ada@example.org", "1915-12-10", "Switzerland", "Yes", "None"]
            #expect(try await browser.texts("dd") == facts)
            try await browser.follow("[value=anotherWanted]")
            #expect(try await browser.value("#name") == "")
            #expect(try await browser.log() == [])
        }
    }

    @Test func `Without script, all problems are shown at once, and the input is retained`() async throws {
        try await withSite(Registration()) { browser, _ in
            try await fill(browser, except: ["email": "ada", "password": "short"])
            try await browser.follow(".primary")
            #expect(try await browser.count("[role=alert]") == 2)
            for field in ["email", "password"] {
                #expect(try await browser.attribute("aria-invalid", of: "#\(field)") == "true")
                let description = try await browser.attribute("aria-describedby", of: "#\(field)") ?? ""
                #expect(description.contains("\(field)-problem"))
                #expect(try await browser.isShown("#\(field)-problem"))
            }
            #expect(try await browser.value("#name") == "Ada Lovelace")
            #expect(try await browser.value("#email") == "ada")
            #expect(try await browser.value("#password") == "")
            #expect(try await browser.value("#birthday") == "1915-12-10")
            #expect(try await browser.value("#country") == "Switzerland")
            #expect(try await browser.isSelected("#news"))

            try await browser.fill("#email", with: "ada@example.org")
            try await browser.fill("#password", with: "correct horse 1")
            try await browser.follow(".primary")
            #expect(try await browser.text("h1") == "Thank you, Ada Lovelace")
        }
    }

    @Test(arguments: [Browser.Script.off, .on])
    func `A name with too many combining marks is a problem at its field, and stays there to be mended`(
        script: Browser.Script
    ) async throws {
        try await withSite(Registration(), script: script) { browser, _ in
            let name = "Zoe" + String(repeating: "\u{308}\u{323}", count: 16)
            try await fill(browser, except: ["name": name])
            if script == .on { try await browser.click(".primary") } else { try await browser.follow(".primary") }
            try await browser.wait(until: "the field has a problem") { try $0.exists("#name-problem") }
            #expect(try await browser.text("#name-problem").contains("fewer combining marks"))
            #expect(try await browser.value("#name").utf8.elementsEqual(name.utf8))
            #expect(try await browser.value("#country") == "Switzerland")
            try await browser.fill("#name", with: "Zoë")
            if script == .on {
                try await browser.fill("#password", with: "correct horse 1")
                try await browser.click(".primary")
                try await browser.wait(for: "Thank you, Zoë", in: "h1")
            }
        }
    }

    @Test func `Without script, a picture is sent with the form, and shown with its kind and size`() async throws {
        let picture = try TemporaryPicture()
        try await withSite(Registration(), effectWait: .seconds(15)) { browser, _ in
            try await fill(browser)
            try await browser.type(picture.path, into: "#picture")
            try await browser.follow(".primary")
            #expect(try await browser.text("#picture-kind") == "A PNG, \(TemporaryPicture.size / 1_000) kB")
        }
    }

    // MARK: With script

    @Test func `With script, a field's problem is shown while the form is filled in, until the field is valid`()
        async throws
    {
        try await withSite(Registration(), script: .on) { browser, _ in
            try await browser.markPage()
            try await browser.type("ada", into: "#email")
            try await browser.wait(until: "the page says what is wrong") { browser in
                try browser.exists("#email-problem") && browser.attribute("aria-invalid", of: "#email") == "true"
            }
            // Input in another field does not remove the problem.
            try await browser.type("short", into: "#password")
            try await browser.wait(until: "both are wrong") { try $0.count(".form-field .problem") == 2 }
            try await browser.type("@example.org", into: "#email")
            try await browser.wait(until: "one is right") { try $0.count(".form-field .problem") == 1 }
            #expect(try await browser.focused == "input#email")
            #expect(try await browser.value("#email") == "ada@example.org")
            #expect(try await browser.attribute("aria-invalid", of: "#email") == nil)
            try await browser.type(" enough 1", into: "#password")
            try await browser.wait(until: "all is right") { try !$0.exists(".problem") }
            #expect(try await browser.isMarked)
            #expect(try await browser.log() == [])
        }
    }

    @Test func `With script, a refused form retains all input, and an accepted one is confirmed`() async throws {
        try await withSite(Registration(), script: .on) { browser, _ in
            try await browser.markPage()
            try await fill(browser, except: ["email": "ada", "password": "short"])
            try await browser.click(".primary")
            try await browser.wait(until: "two are wrong") { try $0.count(".form-field .problem") == 2 }
            #expect(try await browser.value("#name") == "Ada Lovelace")
            #expect(try await browser.value("#password") == "short")
            #expect(try await browser.value("#country") == "Switzerland")
            #expect(try await browser.isSelected("#news"))
            try await browser.type("@example.org", into: "#email")
            try await browser.fill("#password", with: "correct horse 1")
            try await browser.click(".primary")
            try await browser.wait(for: "Thank you, Ada Lovelace", in: "h1")
            #expect(try await browser.isMarked)
        }
    }

    @Test func `With script, a picture is uploaded as it is chosen, and the page shows how much has arrived`()
        async throws
    {
        let picture = try TemporaryPicture()
        try await withSite(Registration(), script: .on) { browser, _ in
            try await browser.markPage()
            #expect(try await !browser.isShown("progress"))
            try await browser.type(picture.path, into: "#picture")
            try await browser.wait(until: "all of it has arrived") {
                try $0.evaluate("const bar = document.querySelector('progress'); return bar.value + ' of ' + bar.max")
                    == "\(TemporaryPicture.size) of \(TemporaryPicture.size)"
            }
            try await fill(browser)
            try await browser.click(".primary")
            try await browser.wait(for: "A PNG, \(TemporaryPicture.size / 1_000) kB", in: "#picture-kind")
            #expect(try await browser.isMarked)
        }
    }
}

/// A file that begins like a picture.
final class TemporaryPicture {
    static let size = 300_000

    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("elmwood-\(UUID().uuidString).png").path
        let bytes = [0x89] + Array("PNG\r\n\u{1a}\n".utf8)
        try Data(bytes + Array(repeating: 0, count: Self.size - bytes.count)).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
