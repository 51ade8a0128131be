import Testing

@testable import ElmwoodViewTree

/// Revisions, and retained renderings.
@Suite struct RevisionTests {
    private func view(_ count: Int) throws -> Rendering {
        try rendering {
            let _: Html<Message> = div { "left out" }
            pageElement(title: "T", language: "en", htmlAttributes: [], bodyAttributes: [], head: { .empty }) {
                div {
                    h1 { "Counter" }; output { "\(count)" }; input(.name("n"), .onChange(Message.set))
                }
            }
        }
    }

    @Test func `Equal views have the same revision in every process, and different views have different ones`() throws {
        #expect(try view(1).revision == view(1).revision)
        #expect(Set(try (0..<1_000).map { try view($0).revision }).count == 1_000)
        let bytes = (0..<200).map { UInt8($0) }
        func revision(_ size: Int) -> String {
            bytes.prefix(size).withUnsafeBytes { Revision(hashing: $0).text }
        }
        let known = ["hnY_2L3l", "MehuAhOj", "NUotm_0o", "ngphKoAH", "XG1n2YNT", "VU55X9h-", "5LTV5SbQ"]
        #expect([0, 1, 16, 17, 48, 49, 200].map(revision) == known)
        #expect(Set((0...200).map(revision)).count == 201)
    }

    @Test func `Each bit of a view changes its revision`() {
        var bytes = [UInt8](repeating: 0, count: 130)
        var seen = Set<Revision>()
        for index in bytes.indices {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                seen.insert(bytes.withUnsafeBytes { Revision(hashing: $0) })
                bytes[index] ^= 1 << bit
            }
        }
        #expect(seen.count == 130 * 8)
    }

    @Test func `A revision is written as eight characters, and other texts are refused`() throws {
        for bits: UInt64 in [0, 1, 0xffff_ffff_ffff, 0x1234_5678_9abc, .max] {
            let revision = Revision(bits: bits)
            #expect(revision.text.utf8.count == 8)
            #expect(Revision(utf8: revision.text.utf8) == revision)
        }
        #expect(Revision(bits: 0xffff_ffff_ffff).text == "________")
        for text in ["", "AAAAAAA", "AAAAAAAAA", "AAAA+AAA", "AAAAAAA=", "AAAAAAÄ", " AAAAAAA", "AAAAAAA\u{0}"] {
            #expect(Revision(utf8: text.utf8) == nil)
        }
    }

    @Test func `A retained rendering is the same view, with its handlers, in exactly its size`() throws {
        let whole = try view(1)
        let kept = whole.kept()
        #expect(kept.bytes == whole.bytes)
        #expect(kept.tape.count == whole.size)
        #expect(kept.revision == whole.revision)
        #expect(kept.html() == whole.html())
        #expect(kept.facts == whole.facts)
        #expect(try view(2).patch(from: kept) == view(2).patch(from: whole))
        func handlers(_ nodes: TapeReader) -> Int {
            nodes.map { node in node.attributes.filter { $0.handler != nil }.count + handlers(node.children) }.reduce(
                0,
                +
            )
        }
        #expect(handlers(kept.records) == 1)
        #expect(try rendering { "" }.kept().patch(from: rendering { p() }) == Array("[[]]".utf8))
    }

    @Test func `A retained rendering can be the previous one of the next`() throws {
        var built = 0
        func view(_ values: [Int], previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Message> in
                let _: Html<Message> = p { "left out" }
                return div {
                    for value in values {
                        lazy(value) { () -> Html<Message> in
                            built += 1
                            return button(.onClick(.remove(id: value))) { input(.onChange(Message.set)) }
                        }
                    }
                }
            }
        }
        let first = try view([1, 2, 3]).kept()
        #expect(built == 3)
        let second = try view([1, 3, 4], previous: first).kept()
        #expect(built == 4)
        #expect(try view([3, 4], previous: second).bytes == view([3, 4]).bytes)
    }

    @Test func `It is recorded whether a view asks if its page is live, even if the part that asked is shared`() throws
    {
        func view(_ asks: Bool, previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Message> in
                div {
                    lazy(asks) { () -> Html<Message> in
                        if asks { noteThatViewAsksWhetherLive() }
                        return p()
                    }
                }
            }
        }
        #expect(try !view(false).asksWhetherLive)
        let asking = try view(true)
        #expect(asking.asksWhetherLive)
        #expect(asking.kept().asksWhetherLive)
        #expect(try view(true, previous: asking.kept()).asksWhetherLive)
        #expect(try !view(false).asksWhetherLive, "The arena has forgotten it.")
        noteThatViewAsksWhetherLive()
    }

    @Test func `The script tag is at the end of the page's head`() throws {
        let revision = Revision(bits: 0)
        let text = ScriptTag.Text(
            address: "/elmwood/1.js",
            gate: "Sign <in>",
            refused: "No",
            fileSize: 10,
            largeFile: "% MB"
        )
        let tag = ScriptTag(text, revision: revision, base: "/a\"", connects: true)
        let page = try view(1)
        let html = String(decoding: page.html(script: tag), as: UTF8.self)
        #expect(
            html.contains(
                #"<script data-elmwood src="/elmwood/1.js" defer data-revision="AAAAAAAA" data-base="/a&quot;" "#
                    + #"data-gate="Sign &lt;in&gt;" data-refused="No" data-file-size="10" data-large-file="% MB" "#
                    + #"data-elements="3 1" data-connect></script></head><body>"#
            )
        )
        #expect(html.split(separator: "<script").count == 2)
        let quiet = ScriptTag(.init(address: "/elmwood/1.js"), revision: revision, base: "", connects: false)
        #expect(
            String(decoding: page.html(script: quiet), as: UTF8.self).contains(#"data-elements="3 1"></script></head>"#)
        )
        #expect(!page.htmlText.contains("<script"))
    }

    @Test func `The attributes for the script are written, and cannot be set by other means`() throws {
        #expect(try written { li(.key("a\"")) } == #"<li data-key="a&quot;"></li>"#)
        #expect(try written { li(.attribute("data-key", "a")) } == #"<li data-key="a"></li>"#)
        #expect(try written { a(.href("/b"), .prefetch) { "B" } } == #"<a href="/b" data-prefetch>B</a>"#)
        #expect(try written { p(.transition(.navigation)) } == #"<p data-transition="navigation"></p>"#)
        #expect(try written { input(.debounce(.milliseconds(300))) } == #"<input data-debounce="300">"#)
        #expect(try written { input(.debounce(.seconds(-1))) } == #"<input data-debounce="0">"#)
        #expect(try written { input(.debounce(.seconds(Int64.max))) } == #"<input data-debounce="86400000">"#)
        #expect(try written { input(.fileSize(upTo: 5)) } == #"<input data-file-size="5">"#)
        // Without a value it would move while nothing is sent.
        #expect(try written { progress(.uploadProgress) } == #"<progress data-upload-progress value="0"></progress>"#)
        let film = try written { progress(.uploadProgress(of: "film")) }
        #expect(film == #"<progress data-upload-progress="film" value="0"></progress>"#)
        let own = try written { progress(.uploadProgress, .max(2), .value(1)) }
        #expect(own == #"<progress data-upload-progress max="2" value="1"></progress>"#)
        for name in ["data-elmwood", "DATA-Elmwood", "data-form", "data-on-click"] {
            let view = try rendering { p(.attribute(name, "x")) }
            #expect(view.htmlText == "<p></p>")
            #expect(view.diagnostics.count == 1)
        }
        #expect(try written { p(.attribute("data-form-of", "x")) } == #"<p data-form-of="x"></p>"#)
    }
}
