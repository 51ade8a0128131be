import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The chat in a browser, with script and without.
@Suite struct ChatPageTests {
    @Test func `Without script, a visitor enters, writes, reads and leaves`() async throws {
        try await withSite(Chat(), sharing: [Room()]) { browser, site in
            try await browser.type("Ada", into: "#name")
            try await browser.pressEnter(in: "#name")
            #expect(try await browser.texts("#company li") == ["Ada (you)"])
            try await browser.wait(until: "the field has the focus") { try $0.focused == "input#text" }
            try await browser.type("Hello", into: "#text")
            try await browser.pressEnter(in: "#text")
            #expect(try await browser.texts(".talk li span") == ["Hello"])
            #expect(try await browser.value("#text") == "")

            try await browser.follow(".remark a")
            #expect(try await browser.path == "\(ServedSite.path)/reading")
            try await browser.waitForOtherPage()
            #expect(try await browser.texts(".talk li span") == ["Hello"])
            #expect(try await !browser.exists("#text"))
            try await browser.follow("main p a")
            try await browser.follow("[value=leave]")
            #expect(try await browser.exists("#name"))
            #expect(try await !browser.exists(".talk"))

            // A visitor who enters later can read the earlier lines.
            try await browser.deleteCookies()
            try await browser.open(site.address())
            try await browser.type("Bob", into: "#name")
            try await browser.pressEnter(in: "#name")
            #expect(try await browser.texts(".talk li span") == ["Hello"])
            #expect(try await browser.log() == [])
        }
    }

    @Test func `Without script, a long chat opens at its end`() async throws {
        try await withSite(Chat(), sharing: [Room()]) { browser, _ in
            try await browser.type("Ada", into: "#name")
            try await browser.pressEnter(in: "#name")
            for number in 1...12 {
                try await browser.type("Line \(number)", into: "#text")
                try await browser.pressEnter(in: "#text")
            }
            let isSeen = """
                const box = document.querySelector(".talk").getBoundingClientRect()
                const line = document.querySelector(".talk li:last-child").getBoundingClientRect()
                return String(line.top >= box.top && line.bottom <= box.bottom)
                """
            #expect(try await browser.evaluate(isSeen) == "true")
        }
    }

    @Test func `Without script, three visitors read what each has said`() async throws {
        try await withSite(Chat(), sharing: [Room()]) { browser, site in
            var said: [String] = []
            // Another name of this machine has other cookies, so it is another visitor.
            for host in ["127.0.0.1", "localhost", "other.localhost"] {
                try await browser.open(site.address(at: host))
                try await browser.type(host, into: "#name")
                try await browser.pressEnter(in: "#name")
                #expect(try await browser.texts(".talk li span") == said)
                said.append("\(host) was here")
                try await browser.type("\(host) was here", into: "#text")
                try await browser.pressEnter(in: "#text")
                #expect(try await browser.texts(".talk li span") == said)
                #expect(try await browser.count(".talk li.own") == 1)
            }
            try await browser.open(site.address(at: "127.0.0.1"))
            #expect(try await browser.texts(".talk li span") == said)
            #expect(try await browser.log() == [])
        }
    }

    // MARK: With script

    @Test func `With script, visitors see each other's lines and presence, and retain what they are typing`()
        async throws
    {
        try await withSite(Chat(), script: .on, sharing: [Room()]) { browser, site in
            try await browser.markPage()
            try await browser.type("Ada", into: "#name")
            try await browser.press(.enter, in: "#name")
            try await browser.wait(until: "Ada is in, and can write") { try $0.focused == "input#text" }
            let ada = try await browser.tab

            let bob = try await browser.openTab()
            try await browser.open(site.address(at: "localhost"))
            try await browser.type("Bob", into: "#name")
            try await browser.press(.enter, in: "#name")
            try await browser.wait(until: "Bob sees Ada") { try $0.texts("#company li") == ["Bob (you)", "Ada"] }
            try await browser.type("I was just about to", into: "#text")

            try await browser.switchTab(to: ada)
            try await browser.wait(until: "Ada sees Bob") { try $0.texts("#company li") == ["Ada (you)", "Bob"] }
            try await browser.type("Hello Bob", into: "#text")
            try await browser.press(.enter, in: "#text")
            try await browser.wait(until: "it is said") { try $0.texts(".talk li span") == ["Hello Bob"] }
            try await browser.wait(until: "the field is empty") { try $0.value("#text") == "" }
            #expect(try await browser.isMarked)

            try await browser.switchTab(to: bob)
            try await browser.wait(until: "Bob has heard it") { try $0.texts(".talk li span") == ["Hello Bob"] }
            #expect(try await browser.value("#text") == "I was just about to")
            #expect(try await browser.focused == "input#text")
            try await browser.type(" go", into: "#text")
            try await browser.press(.enter, in: "#text")
            try await browser.wait(until: "Bob has answered") { try $0.count(".talk li") == 2 }

            let cleo = try await browser.openTab()
            try await browser.open(site.address(at: "other.localhost"))
            try await browser.type("Cleo", into: "#name")
            try await browser.press(.enter, in: "#name")
            try await browser.wait(until: "Cleo sees both") {
                try $0.texts("#company li") == ["Cleo (you)", "Ada", "Bob"]
            }
            #expect(try await browser.texts(".talk li span") == ["Hello Bob", "I was just about to go"])
            try await browser.switchTab(to: bob)
            // A page from which the visitor goes to another one is closed.
            try await browser.open("about:blank")
            try await browser.switchTab(to: cleo)
            try await browser.wait(until: "Bob is gone") { try $0.texts("#company li") == ["Cleo (you)", "Ada"] }
            try await browser.click("[value=leave]")
            try await browser.wait(until: "Cleo has left") { try $0.exists("#name") }

            try await browser.switchTab(to: ada)
            try await browser.wait(until: "Ada is alone") { try $0.texts("#company li") == ["Ada (you)"] }
            #expect(try await browser.texts(".talk li span") == ["Hello Bob", "I was just about to go"])
            #expect(try await browser.log() == [])
        }
    }
}
