import Elmwood
import ElmwoodHistory
import Foundation
import ElmwoodHTTPServer
import ElmwoodTestSupport

/// Runs a test in a browser, by default without script, with a program that this process serves at ``ServedSite/path``, and
/// optionally with the history of its sessions.
///
/// - Parameter effectWait: how long an answer waits for the effects of its request. A page without script shows later changes only
///   after a reload, so the default is longer than the product's: on a busy machine a task may begin late.
func withSite<P: Program>(
    _ program: P,
    effectWait: Duration = .seconds(15),
    script: Browser.Script = .off,
    history: Bool = false,
    sharing: [any SharedProgram] = [],
    _ test: (Browser, ServedSite) async throws -> Void
) async throws {
    var site = Site()
    for shared in sharing { site.share(shared) }
    site.mount(program, at: ServedSite.path)
    try await withSite(site, effectWait: effectWait, script: script, history: history, test)
}

/// Runs a test in a browser, by default without script, with a site of several programs. The one at ``ServedSite/path`` is opened.
func withSite(
    _ site: Site,
    effectWait: Duration = .seconds(15),
    script: Browser.Script = .off,
    history: Bool = false,
    _ test: (Browser, ServedSite) async throws -> Void
) async throws {
    var site = site
    site.sessionLimits.effectWait = effectWait
    site.sessionLimits.effectWaitWithoutScript = effectWait
    var settings = Settings()
    settings.port = 0
    settings.publicFolder = ServedSite.publicFolder
    settings.data = try ServedSite.makeDataFolder()
    site.use(.history)
    settings.history = history
    let witness = SiteWitness()
    let server = try witness.start(&site, settings)
    let served = ServedSite(port: Int(server.port))
    do {
        try await withBrowser(script: script) { browser in
            await browser.whenWaitFails { witness.report }
            try await browser.open(served.address())
            try await test(browser, served)
        }
        await stop(server, settings.data)
    } catch {
        await stop(server, settings.data)
        throw error
    }
}

/// A served program of a test.
struct ServedSite {
    /// The path that it is mounted at. It is not the root, so that links have to contain it.
    static let path = "/example"

    /// The folder with the style sheet, which is the project's.
    static let publicFolder =
        String(#filePath.split(separator: "Tests/ElmwoodBrowserTests", maxSplits: 1)[0]) + "Public"

    let port: Int

    /// Returns the address of a path below the mount.
    ///
    /// - Parameter host: a browser has separate cookies for each name of this machine, so another name is another visitor.
    func address(_ path: String = "", at host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(Self.path)\(path)"
    }

    /// The address of the program's history.
    var history: String { "http://127.0.0.1:\(port)/elmwood/history\(Self.path)" }

    static func makeDataFolder() throws -> String {
        var template = Array("/tmp/elmwood-browser-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PageServerError(number: errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Stops a server on a thread of its own, since that blocks, and removes its data folder.
func stop(_ server: RunningServer, _ folder: String) async {
    await withCheckedContinuation { continuation in
        onThread {
            server.stop(within: .zero)
            try? FileManager.default.removeItem(atPath: folder)
            continuation.resume()
        }
    }
}
