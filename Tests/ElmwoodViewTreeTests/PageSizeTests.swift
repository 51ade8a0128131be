import Testing

@testable import ElmwoodViewTree

/// The greatest size of a page.
@Suite struct PageSizeTests {
    private func page(_ text: String, limit: Int?) throws -> Rendering {
        try Rendering.render(limit: limit) { () -> Html<Never> in p { text } }
    }

    @Test(arguments: ["x", "\"", "é", "<"])
    func `A view has as many bytes of HTML as permitted, and not one more`(character: String) throws {
        let text = String(repeating: character, count: 5_000)
        let bytes = try page(text, limit: nil).html().count
        #expect(try page(text, limit: bytes).html().count == bytes)
        #expect(throws: PageTooLarge(bytes: bytes, limit: bytes - 1)) { try page(text, limit: bytes - 1) }
        #expect(throws: PageTooLarge(bytes: bytes, limit: 10)) { try page(text, limit: 10) }
    }

    @Test func `A large view of many elements is counted to its end`() throws {
        func table(_ limit: Int?) throws -> Rendering {
            try Rendering.render(limit: limit) { () -> Html<Never> in
                for number in 0..<50_000 { p(.class("row")) { "\(number) & more" } }
            }
        }
        let bytes = try table(nil).html().count
        #expect(bytes > 1_500_000)
        #expect(throws: PageTooLarge(bytes: bytes, limit: 1_000_000)) { try table(1_000_000) }
        #expect(try table(bytes).html().count == bytes)
    }

    @Test func `Elements that are far more than a page may be are not even made`() {
        #expect(throws: PageTooLarge(bytes: nil, limit: 1_000)) {
            try Rendering.render(limit: 1_000) { () -> Html<Never> in for _ in 0..<100_000 { br() } }
        }
        // Lazy parts that are doubled take no memory here, and would in the page.
        #expect(throws: PageTooLarge(bytes: nil, limit: 100_000)) {
            try Rendering.render(limit: 100_000) { () -> Html<Never> in
                (0..<40).reduce(p { "x" } as Html<Never>) { inner, number in
                    lazy(number) {
                        div {
                            inner
                            inner
                        }
                    }
                }
            }
        }
    }

    @Test func `A render after one that was too large has its own limit`() throws {
        #expect(throws: PageTooLarge.self) {
            try Rendering.render(limit: 1) { () -> Html<Never> in for _ in 0..<100_000 { br() } }
        }
        let whole = try Rendering.render { () -> Html<Never> in for _ in 0..<100_000 { br() } }
        #expect(whole.html().count == 400_000)
        #expect(try page("x", limit: .max).html().count == 8)
    }

    @Test func `A patch that is larger than permitted is none`() throws {
        let old = try page("a", limit: nil)
        // A control character is one byte of HTML, and six of JSON.
        let new = try page(String(repeating: "\u{1}", count: 5_000), limit: nil)
        let patch = new.patch(from: old)
        #expect(patch.count > 30_000)
        #expect(new.patch(from: old, limit: 40_000) == patch)
        #expect(new.patch(from: old, limit: 20_000) == nil)
        #expect(new.patch(from: old, limit: 0) == nil)
    }
}
