import Elmwood
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Synchronization
import Testing

/// Where the links, forms and commands of a page lead: with script as without.
@Suite struct WayOutTests {
    /// What a browser does with what is at an address.
    private enum End {
        /// It shows another document, at an address that ends so.
        case document(String)
        /// It shows another page of the program.
        case page(String)
        /// It stays where it is.
        case stays
    }

    private static let ends: [(id: String, end: End)] = [
        ("away", .document("/second")), ("self", .document("/second")), ("leave", .document("/second")),
        ("nothing", .stays), ("export", .stays), ("empty", .document("/example/empty")),
        ("forged", .document("/example/forged")), ("typed-forged", .document("/example/typed-forged")),
        ("get-form", .document("/example/search?q=a")), ("post-form", .page("/example/sorted")),
        ("sorted", .page("/example/sorted")), ("external", .page("/example/sorted")), ("go", .page("/example/sorted")),
        ("other", .document("/other")),
    ]

    /// A patch that would replace the page, and lead elsewhere.
    private static let forged =
        #"[0,1,0,"<html><head><title>x</title></head><body><h1>not yours</h1></body></html>",{"c":[[1,"leave","/other"]]}]"#

    /// Adds what the links of the page lead to, and counts the calls.
    private static func endpoints(_ site: inout Site, _ other: String, _ calls: Calls) {
        func get(_ path: String, _ respond: @escaping @Sendable (EndpointRequest) throws -> Response) {
            site.get(path) { (request: EndpointRequest) in
                calls.count(path)
                return try respond(request)
            }
        }
        get("/example/away") { _ in .redirect(toOtherSite: other) }
        get("/example/nothing") { _ in .noContent }
        get("/example/empty") { _ in Response(.ok, headers: ["Content-Type": "text/plain"], body: .empty) }
        get("/example/export") { _ in
            Response(
                .ok,
                headers: ["Content-Type": "text/csv", "Content-Disposition": "attachment; filename=a.csv"],
                body: .bytes(Array("a,b".utf8))
            )
        }
        get("/example/forged") { _ in .text(Self.forged) }
        get("/example/typed-forged") { _ in
            Response(
                .ok,
                headers: ["Content-Type": LivePageContentType.patch],
                body: .bytes(Array(Self.forged.utf8))
            )
        }
        get("/example/search") { _ in .text("found") }
        site.post("/example/take") { (_: EndpointRequest) in try .redirect(to: "/example/sorted") }
    }

    @Test(arguments: [Browser.Script.on, .off])
    func `Every way out of a page leads where it says, once, and one that leads nowhere leaves the page as it was`(
        _ script: Browser.Script
    ) async throws {
        let other = try PageServer(["/second": "<!doctype html><title>Second</title>"])
        defer { other.stop() }
        let calls = Calls()
        let second = "http://localhost:\(other.port)/second"
        try await withLiveSite(Probes(), script: script, adding: { Self.endpoints(&$0, second, calls) }) {
            browser,
            site in
            for (id, end) in Self.ends {
                try await browser.open(site.address())
                try await browser.type("half", into: "#typed")
                let former = try await browser.address
                calls.reset()
                _ = try await browser.click("#\(id)")
                switch end {
                case .document(let address), .page(let address):
                    try await browser.wait(until: "\(id) leads to \(address)") { try $0.address.hasSuffix(address) }
                case .stays:
                    try await browser.wait(until: "\(id) was asked for") { _ in calls.total > 0 }
                    try await browser.wait(for: "Probe", in: "h1")
                    #expect(try await browser.address == former, "\(id)")
                    #expect(try await browser.value("#typed") == "half", "\(id)")
                }
                if case .document = end {
                } else {
                    try await browser.wait(for: "Probe", in: "h1")
                    let before = try await Int(browser.text("#count")) ?? 0
                    try await browser.click("#plus")
                    try await browser.wait(for: "\(before + 1)", in: "#count")
                }
                #expect(calls.total <= 1, "\(id)")
            }
        }
    }

    @Test(arguments: [Browser.Script.on, .off])
    func `A form leads to another site if the policy permits that one`(_ script: Browser.Script) async throws {
        let other = try PageServer(["/second": "<!doctype html><title>Second</title>"])
        defer { other.stop() }
        let second = "http://localhost:\(other.port)"
        try await withLiveSite(
            Probes(),
            script: script,
            adding: { site in
                site.post("/example/take") { (_: EndpointRequest) in .redirect(toOtherSite: second + "/second") }
                site.securityPolicy.contentSecurityPolicy["form-action"] = "'self' \(second)"
            }
        ) { browser, _ in
            try await browser.click("#post-form")
            try await browser.wait(until: "the other site is shown") { try $0.title == "Second" }
        }
    }

    @Test(.needs(.navigationAPI))
    func `A page of the program that is outside of the script's reach is loaded, and the others are not`()
        async throws
    {
        try await withLiveSite(Probes()) { browser, site in
            _ = try await browser.evaluate("window.mark = 1")
            try await browser.click("#sorted")
            try await browser.wait(until: "the page is shown") { try $0.exists("#by-name") }
            #expect(try await browser.evaluate("return window.mark") == "1")
            try await browser.click("#home")
            try await browser.wait(until: "the page is shown") { try $0.exists("#external") }
            try await browser.click("#external")
            try await browser.wait(until: "the page is loaded") { try $0.exists("#by-name") }
            #expect(try await browser.evaluate("return window.mark ?? 0") == "0")
        }
    }
}

/// How often endpoints were called.
final class Calls: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    var total: Int { counts.withLock { $0.values.reduce(0, +) } }
    func count(_ path: String) { counts.withLock { $0[path, default: 0] += 1 } }
    func reset() { counts.withLock { $0 = [:] } }
}

/// The media type of patches.
enum LivePageContentType { static let patch = LivePageScript.contentType }
