import Elmwood
import Foundation
import TestSupport

/// Serves a site on a free port, as `./dev run` does, and looks at it through a Chromium with script off.
func browsing(_ site: Site, _ test: (Browser, SiteAddress) async throws -> Void) async throws {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("elmwood-\(UUID())")
    defer { try? FileManager.default.removeItem(at: data) }
    var settings = Settings()
    settings.port = 0
    settings.data = data.path
    settings.publicFolder = top.appendingPathComponent("Public").path
    let server = try site.start(settings, log: Log(level: .none))
    defer { server.stop() }
    try await withBrowser { browser in
        try await test(browser, SiteAddress(port: server.port))
    }
}

/// Where a site is served.
struct SiteAddress: Sendable {
    let port: Int

    /// The whole address of a path.
    func callAsFunction(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
