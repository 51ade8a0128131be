import FoundationEssentials
import Testing

@testable import ElmwoodTesting

/// A page with elements that are longer than a line and have no content, and with code.
private struct Wide: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case go }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let long = String(repeating: "long", count: 25)
        return Document("Wide") {
            input(.name("field"), .ariaLabel(long))
            button("", .go, .ariaLabel(long))
            pre {
                code {
                    b { "if" }
                    " a < b {\n    go()\n}"
                }
            }
        }
    }
}

/// Snapshots of views, in a separate folder for each test.
@Suite(.serialized) struct SnapshotTests {
    /// Runs a body whose snapshots are in a folder beside this file, and removes them afterwards.
    private func inFolder(_ body: (_ file: StaticString, _ folder: String) -> Void) throws {
        let file: StaticString = #filePath
        let folder =
            "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/Snapshots/SnapshotTests"
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        body(file, folder)
    }

    @Test func `The first run writes a snapshot, and later ones compare with it`() throws {
        try inFolder { file, folder in
            let path = folder + "/one item.html"
            let model = KitchenSink.Model(count: 2, items: [.init(id: 1, title: "Saw <big>")])
            #expect(
                said {
                    ProgramTest(KitchenSink(), model: model).expectSnapshot("one item", file: file, line: 1)
                } == [
                    """
                    1: There was no snapshot “one item” yet: it has been written to Snapshots/SnapshotTests/one item.html.
                    Look at it, and run the test again.
                    """
                ]
            )
            let html = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            #expect(
                html == """
                    <title>Workshop</title>
                    <body>
                      <h1>Workshop</h1>
                      <output>2</output>
                      <button name="message" value="increment">+</button>
                      <button name="message" value="twice">Twice</button>
                      <button name="message" value="reset">Reset</button>
                      <button name="message" value="fetch">Fetch</button>
                      <button name="message" value="wait">Wait</button>
                      <button name="message" value="fail">Fail</button>
                      <button name="message" value="leave">Leave</button>
                      <label>Name<input name="name" value data-on-change></label>
                      <label><input name="on" type="checkbox" data-on-change>On</label>
                      <form method="post" data-form="new-item">
                        <input name="title" id="title" required maxlength="20" aria-label="Title">
                        <button>Add</button>
                      </form>
                      <ul>
                        <li>Saw &lt;big&gt;</li>
                      </ul>
                      <a href="/notes">Notes</a>
                    </body>

                    """
            )
            #expect(
                said {
                    ProgramTest(KitchenSink(), model: model, script: .off).expectSnapshot(
                        "one item",
                        file: file,
                        line: 1
                    )
                }
                    == []
            )
            var other = model
            other.count = 3
            other.items.append(.init(id: 2, title: "Plane"))
            #expect(
                said { ProgramTest(KitchenSink(), model: other).expectSnapshot("one item", file: file, line: 1) } == [
                    """
                    1: The view is another than in the snapshot “one item”:
                      …
                      <body>
                        <h1>Workshop</h1>
                    −   <output>2</output>
                    +   <output>3</output>
                        <button name="message" value="increment">+</button>
                        <button name="message" value="twice">Twice</button>
                      …
                        <ul>
                          <li>Saw &lt;big&gt;</li>
                    +     <li>Plane</li>
                        </ul>
                        <a href="/notes">Notes</a>
                      …
                    If it is right so, record it anew: ELMWOOD_SNAPSHOTS=record swift test
                    """
                ]
            )
        }
    }

    @Test func `An element without content is one line, a void element has no end tag, and code stays as it is`() {
        let long = String(repeating: "long", count: 25)
        #expect(
            ProgramTest(Wide()).expectView()?.html == """
                <body>
                  <input name="field" aria-label="\(long)">
                  <button name="message" value="go" aria-label="\(long)"></button>
                  <pre>
                <code><b>if</b> a &lt; b {
                    go()
                }</code>
                  </pre>
                </body>

                """
        )
    }

    @Test func `Recording replaces a snapshot`() throws {
        try inFolder { file, folder in
            let line = TestLine(file: file, line: 1)
            #expect(throws: Never.self) {
                try ViewSnapshot("one", beside: line).compare("old\n", records: true)
                try ViewSnapshot("one", beside: line).compare("new\n", records: true)
                try ViewSnapshot("one", beside: line).compare("new\n", records: false)
            }
        }
    }

    @Test func `A part of a page can have a snapshot`() throws {
        try inFolder { file, folder in
            _ = said {
                let test = ProgramTest(KitchenSink(), model: .init(items: [.init(id: 1, title: "Saw")]))
                test.within(.ul) { test.expectSnapshot("list", file: file, line: 1) }
            }
            let html = FileManager.default.contents(atPath: folder + "/list.html")
            #expect(html.map { String(decoding: $0, as: UTF8.self) } == "<ul>\n  <li>Saw</li>\n</ul>\n")
        }
    }

    @Test func `The name of a snapshot is the name of a file, without a path`() throws {
        try inFolder { file, folder in
            for name in ["../x", "", ".x", "a/b", "a\\b", " x", "a\nb"] {
                let sentences = said { ProgramTest(KitchenSink()).expectSnapshot(name, file: file, line: 1) }
                #expect(
                    sentences == [
                        "1: “\(name)” is no name for a snapshot: it has letters, digits, spaces and “-_.,+()”, and begins with "
                            + "none of “.” and space."
                    ]
                )
            }
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }
}
