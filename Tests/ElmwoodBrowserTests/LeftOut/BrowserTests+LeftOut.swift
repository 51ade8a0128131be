import Foundation
import Glibc
import ElmwoodTestSupport
import Testing

extension BrowserTests {
    @Test func `Elements are found by CSS selectors, and can be read`() async throws {
        try await withPage { browser, _ in
            #expect(try await browser.texts(".many") == ["one", "two"])
            #expect(try await browser.count(".many") == 2)
            #expect(try await !browser.exists(".none"))
            #expect(try await browser.attribute("name", of: "#name") == "name")
            #expect(try await browser.isEnabled("#save"))
            #expect(try await !browser.isEnabled("#disabled"))
            #expect(try await !browser.isSelected("#agree"))
            try await browser.click("#agree")
            #expect(try await browser.isSelected("#agree"))
            #expect(try await browser.property("checked", of: "#agree") == "true")
            #expect(try await browser.source.contains("There is no script."))
            let error = try await #require(throws: WebDriverError.self) { try await browser.text(".none") }
            #expect(error.code == "no such element")
        }
    }

    @Test func `A form is filled in and sent, and the next page is waited for`() async throws {
        try await withPage { browser, server in
            try await browser.fill("#name", with: "Zoë & \"Bob\"")
            try await browser.type("two\nlines", into: "#note")
            try await browser.click("#green")
            #expect(try await browser.value("#note") == "two\nlines")
            try await browser.follow("#save")
            #expect(try await browser.title == "Sent")
            #expect(try await browser.path == "/sent")
            #expect(
                server.posted == [
                    "name=Zo%C3%AB+%26+%22Bob%22&note=two%0D%0Alines&colour=green&message=save"
                ]
            )
        }
    }

    @Test func `Enter in a field sends its form`() async throws {
        try await withPage { browser, server in
            try await browser.pressEnter(in: "#name")
            #expect(try await browser.path == "/sent")
            #expect(server.posted == ["name=old&note=&colour=red&message=save"])
        }
    }

    @Test func `Links, back, forward and refresh lead to the right pages`() async throws {
        try await withPage { browser, _ in
            try await browser.follow("#link")
            #expect(try await browser.title == "Second")
            try await browser.back()
            #expect(try await browser.title == "First")
            try await browser.forward()
            #expect(try await browser.path == "/second")
            try await browser.refresh()
            #expect(try await browser.text("p") == "The second page.")
        }
    }

    @Test func `The window can have a phone's size and a dark color scheme`() async throws {
        try await withPage { browser, _ in
            #expect(try await !browser.isShown("#narrow"))
            try await browser.resize(width: 390, height: 844)
            #expect(try await browser.isShown("#narrow"))
            #expect(try await browser.style("background-color", of: "body") == "rgba(255, 255, 255, 1)")
            if BrowserKind.chosen.can(.colorScheme) {
                try await browser.prefer(.dark)
                #expect(try await browser.style("background-color", of: "body") == "rgba(1, 2, 3, 1)")
            }

            let file = "\(NSTemporaryDirectory())/browser-\(UUID()).png"
            defer { unlink(file) }
            try await browser.screenshot(to: file)
            let image = try Data(contentsOf: URL(fileURLWithPath: file))
            // A PNG's header: its signature, then the width and height of the picture.
            #expect(Array(image.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(Array(image[16..<24]) == [0, 0, 1, 0x86, 0, 0, 3, 0x4C])
        }
    }

    @Test(.needs(.networkLog))
    func `The browser's log of errors can be read`() async throws {
        try await withPage { browser, server in
            try await browser.open(server.address("/broken"))
            #expect(try await browser.log().contains { $0.contains("/missing.png") && $0.contains("404") })
        }
    }
}
