import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Conditional requests.
@Suite struct ConditionalRequestTests {
    private let modified = HTTPDate(secondsSince1970: 784_111_777)
    private let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    private let then = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let after = "Sun, 06 Nov 1994 08:49:38 GMT"

    private func outcome(
        _ request: ConditionalRequest,
        isRead: Bool = true,
        tag: String? = "a",
        isWeak: Bool = false
    ) -> ConditionalRequest.Outcome {
        request.outcome(
            isRead: isRead,
            entityTag: tag.flatMap { EntityTag($0, isWeak: isWeak) },
            lastModified: modified
        )
    }

    @Test func `A request without a condition proceeds`() {
        #expect(outcome(ConditionalRequest()) == .proceed)
    }

    @Test(arguments: [
        "\"a\"", "W/\"a\"", "\"b\", \"a\"", "\"b\",W/\"a\"", "*", " * ", ",, \"a\"", "\"b\"\"a\"", "\"x,\", \"a\"",
    ])
    func `If-None-Match compares weakly with each tag of its list`(header: String) {
        for isWeak in [false, true] {
            #expect(outcome(ConditionalRequest(ifNoneMatch: header), isWeak: isWeak) == .notModified)
        }
        #expect(outcome(ConditionalRequest(ifNoneMatch: header), isRead: false) == .preconditionFailed)
    }

    @Test(arguments: ["", "\"b\"", "a", "\"A\"", "w/\"a\"", "\"a", "\"b\" \"", "W/", "\"b\", x, \"a\"", "\" a\"", "**"])
    func `If-None-Match with another tag, or a malformed one, proceeds`(header: String) {
        #expect(outcome(ConditionalRequest(ifNoneMatch: header)) == .proceed)
    }

    @Test func `If-Match compares strongly`() {
        #expect(outcome(ConditionalRequest(ifMatch: "\"b\", \"a\"")) == .proceed)
        #expect(outcome(ConditionalRequest(ifMatch: "*")) == .proceed)
        #expect(outcome(ConditionalRequest(ifMatch: "W/\"a\"")) == .preconditionFailed)
        #expect(outcome(ConditionalRequest(ifMatch: "\"a\""), isWeak: true) == .preconditionFailed)
        #expect(outcome(ConditionalRequest(ifMatch: "\"b\"")) == .preconditionFailed)
        #expect(outcome(ConditionalRequest(ifMatch: "\"a\""), tag: nil) == .preconditionFailed)
    }

    @Test func `Dates are used if there is no condition on tags, and if they are valid`() {
        #expect(outcome(ConditionalRequest(ifModifiedSince: then)) == .notModified)
        #expect(outcome(ConditionalRequest(ifModifiedSince: after)) == .notModified)
        #expect(outcome(ConditionalRequest(ifModifiedSince: before)) == .proceed)
        #expect(outcome(ConditionalRequest(ifModifiedSince: "yesterday")) == .proceed)
        #expect(outcome(ConditionalRequest(ifModifiedSince: then), isRead: false) == .proceed)
        #expect(outcome(ConditionalRequest(ifNoneMatch: "\"b\"", ifModifiedSince: then)) == .proceed)
        #expect(outcome(ConditionalRequest(ifUnmodifiedSince: before)) == .preconditionFailed)
        #expect(outcome(ConditionalRequest(ifUnmodifiedSince: then)) == .proceed)
        #expect(outcome(ConditionalRequest(ifMatch: "\"a\"", ifUnmodifiedSince: before)) == .proceed)
    }

    @Test func `A range is used if If-Range names the current content`() {
        func allows(_ header: String?, isWeak: Bool = false, now: HTTPDate = .now) -> Bool {
            ConditionalRequest(ifRange: header).allowsRange(
                entityTag: EntityTag("a", isWeak: isWeak),
                lastModified: modified,
                now: now
            )
        }
        #expect(allows(nil))
        #expect(allows("\"a\""))
        #expect(!allows("\"b\""))
        #expect(!allows("W/\"a\""))
        #expect(!allows("\"a\"", isWeak: true))
        #expect(allows(then))
        #expect(!allows(before))
        #expect(!allows(after))
        #expect(!allows("?"))
        // Within the second of the last change, the file may change again.
        #expect(!allows(then, now: modified))
    }

    @Test func `A tag with a quote, white space or a control character cannot be created`() {
        #expect(EntityTag("a-1")?.description == "\"a-1\"")
        #expect(EntityTag("a", isWeak: true)?.description == "W/\"a\"")
        for text in ["\"", " ", "\n", "\u{7F}", "a\tb"] { #expect(EntityTag(text) == nil) }
    }

    @Test func `Any header gives an outcome, and a written tag matches itself`() {
        var random = SeededGenerator(seed: 13)
        let pieces = ["\"", "W/", "a", ",", " ", "*", "é", "\\", "\u{0}", "\"a\""]
        for _ in 0..<fuzzRounds(3_000) {
            let header = random.text(of: pieces, upTo: 8)
            let request = ConditionalRequest(
                ifMatch: random.below(2) == 0 ? header : nil,
                ifNoneMatch: header,
                ifModifiedSince: header,
                ifRange: header
            )
            _ = outcome(request)
            _ = request.allowsRange(entityTag: EntityTag("a"), lastModified: modified)
            if let tag = EntityTag(random.text(of: ["a", "é", ",", "W/", "*", "\\"], upTo: 5)) {
                let list = "\"x\", \(tag)"
                #expect(
                    ConditionalRequest(ifNoneMatch: list).outcome(isRead: true, entityTag: tag, lastModified: nil)
                        == .notModified
                )
            }
        }
    }
}
