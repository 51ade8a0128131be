import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Accept headers and media types.
@Suite struct AcceptTests {
    private let offers = ["text/html", "application/json", "text/event-stream"]

    @Test(arguments: [
        ("", "text/html"), ("*/*", "text/html"), ("application/json", "application/json"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "text/html"),
        ("text/event-stream", "text/event-stream"), ("application/json, text/html", "text/html"),
        ("text/html;q=0.5, application/json", "application/json"), ("application/*", "application/json"),
        ("text/*;q=0.5, application/json;q=0.4", "text/html"), ("*/*, text/html;q=0", "application/json"),
        ("text/*, text/html;q=0.1", "text/event-stream"), ("APPLICATION/JSON; Q=1.000", "application/json"),
        ("text/html;q=0.001, */*;q=0.002", "application/json"),
        ("application/json;charset=utf-8", "application/json"),
        ("text/html;level=\"a,b;q=0\";q=0.2,application/json;q=0.1", "text/html"),
        ("nonsense, application/json", "application/json"), (" , ,", "text/html"), ("text/html;q=x", "text/html"),
        ("text/html;q=1.001, application/json;q=0.1", "application/json"),
        ("text/html;q=0.5;q=1, application/json;q=0.6", "application/json"),
        ("text/html;level=1;q=0.3, text/html;q=0.7, application/json;q=0.5", "text/html"),
        ("text/html, text/html;level=1;q=0, application/json;q=0.5", "text/html"),
    ])
    func `The offer with the highest quality is chosen, the first among equals`(header: String, expected: String) {
        #expect(Accept.preferred(of: offers, in: header) == expected)
    }

    @Test(arguments: ["image/png", "*/*;q=0", "text/htm", "text/html2", "html/*"])
    func `A header that accepts none of the offers chooses none`(header: String) {
        #expect(Accept.preferred(of: offers, in: header) == nil)
    }

    @Test func `Without a header the first offer is chosen, and without offers none is`() {
        #expect(Accept.preferred(of: offers, in: nil) == "text/html")
        #expect(Accept.preferred(of: [], in: "*/*") == nil)
    }

    @Test func `Any header chooses an offer or none, and offers are ordered exactly by quality`() {
        var random = SeededGenerator(seed: 15)
        let pieces = [
            "text/html", "*/*", "text/*", "application/json", ";q=0.5", ";q=", ";", ",", "\"", "\\", "/", "*", " ",
            "\u{0}", "é",
        ]
        for _ in 0..<fuzzRounds(4_000) {
            if let choice = Accept.preferred(of: offers, in: random.text(of: pieces, upTo: 10)) {
                #expect(offers.contains(choice))
            }
            let qualities = (0..<3).map { _ in random.below(1_000) }
            let header = zip(offers, qualities).map { offer, quality in
                "\(offer);q=0.\(String(1_000 + quality).dropFirst())"
            }.shuffled(using: &random).joined(separator: ", ")
            let best = qualities.max() ?? 0
            let expected = best == 0 ? nil : zip(offers, qualities).first { $0.1 == best }?.0
            #expect(Accept.preferred(of: offers, in: header) == expected)
        }
    }

    @Test(arguments: [
        ("style.css", "text/css; charset=utf-8"), ("/a/b.JS", "text/javascript; charset=utf-8"),
        ("a.tar.gz", "application/gzip"), ("index.html", "text/html; charset=utf-8"), ("x.svg", "image/svg+xml"),
        ("x", "application/octet-stream"), ("x.", "application/octet-stream"), ("", "application/octet-stream"),
        ("html", "application/octet-stream"), ("x.css/y", "application/octet-stream"),
        ("a.webmanifest", "application/manifest+json"),
    ])
    func `The type of a file follows its extension, in any case`(filename: String, type: String) {
        #expect(MediaType.of(filename: filename) == type)
    }
}
