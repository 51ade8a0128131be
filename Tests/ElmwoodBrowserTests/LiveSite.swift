import Elmwood
import Foundation
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport

/// A program that is served to a browser with script, through a proxy that a test can have fail.
final class LiveSite<P: Program>: Sendable {
    let proxy: FaultProxy
    private let program: P
    private let folder: String
    private let sessions: Settings.SessionStorage
    private let reserved: ReservedPort
    private var port: Int { reserved.number }
    private let running: Mutex<RunningServer?>
    private let witness: SiteWitness

    init(_ program: P, sessions: Settings.SessionStorage = .memory) throws {
        self.program = program
        self.sessions = sessions
        folder = try ServedSite.makeDataFolder()
        // The server comes back at its port: nobody else may have it meanwhile.
        reserved = try ReservedPort()
        witness = SiteWitness()
        running = Mutex(try Self.start(program, port: reserved.number, folder, sessions, witness))
        proxy = try FaultProxy(to: reserved.number)
    }

    private static func start(
        _ program: P,
        port: Int,
        _ folder: String,
        _ sessions: Settings.SessionStorage,
        _ witness: SiteWitness
    ) throws -> RunningServer {
        var site = Site()
        site.mount(program, at: ServedSite.path)
        var settings = Settings()
        settings.port = UInt16(port)
        settings.publicFolder = ServedSite.publicFolder
        settings.data = folder
        settings.sessions = sessions
        return try witness.start(&site, settings)
    }

    /// The address of a path below the mount, through the proxy.
    func address(_ path: String = "") -> String { "http://127.0.0.1:\(proxy.port)\(ServedSite.path)\(path)" }

    /// What the server and the proxy are in, a line each.
    var report: [String] { witness.report + proxy.report }

    /// Stops the server: whoever comes now is refused.
    func stopServer() async {
        await withCheckedContinuation { continuation in
            onThread { [self] in
                running.withLock { server in
                    server?.stop(within: .seconds(1))
                    server = nil
                }
                continuation.resume()
            }
        }
    }

    /// Starts the server again, at the same port. Where sessions are not stored, it has forgotten everyone.
    func startServer() throws {
        try running.withLock { server in
            server = try again { try Self.start(program, port: port, folder, sessions, witness) }
        }
    }

    func close() async {
        proxy.stop()
        await stopServer()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The page as a visitor without script is shown it who has the browser's session.
    func page(in browser: Browser, _ path: String = "") async throws -> String {
        let cookies = try await browser.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        let port = port
        return try await withCheckedThrowingContinuation { continuation in
            onThread {
                continuation.resume(
                    with: Result {
                        let connection = try HTTPConnection(port: port)
                        try connection.send(
                            """
                            GET \(ServedSite.path)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/html\r\n\
                            Cookie: \(cookies)\r\nConnection: close\r\n\r\n
                            """
                        )
                        return try connection.readReply().text
                    }
                )
            }
        }
    }
}

/// Runs a test in a browser with script, with a program that has been opened in it.
func withLiveSite<P: Program>(
    _ program: P,
    at path: String = "",
    sessions: Settings.SessionStorage = .memory,
    _ test: (Browser, LiveSite<P>) async throws -> Void
) async throws {
    let site = try LiveSite(program, sessions: sessions)
    do {
        try await withBrowser(script: .on) { browser in
            await browser.whenWaitFails { site.report }
            try await browser.open(site.address(path))
            try await test(browser, site)
        }
        await site.close()
    } catch {
        await site.close()
        throw error
    }
}

/// Rings where a test wants a program to be told something from outside.
///
/// An effect's task begins when it gets a thread: some time after the page has its stream. What is rung before is kept for
/// the first who listens, and not lost.
final class Bell: Sendable {
    private struct State {
        /// How often somebody began to listen.
        var listened = 0
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        /// What was rung before anybody listened.
        var unheard: [String] = []
    }
    private let state = Mutex(State())

    /// How often somebody began to listen: once for each process that served the program, where nobody comes again.
    var listened: Int { state.withLock { $0.listened } }

    /// Tells everyone who listens; where nobody has so far, the first who does.
    func ring(_ text: String) {
        state.withLock { state in
            if state.listened == 0 { return state.unheard.append(text) }
            for listener in state.listeners.values { listener.yield(text) }
        }
    }

    /// What is rung from now on.
    func texts() -> AsyncStream<String> {
        AsyncStream { continuation in
            let number = state.withLock { state in
                for text in state.unheard { continuation.yield(text) }
                state.unheard = []
                state.listened += 1
                state.listeners[state.listened] = continuation
                return state.listened
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
            }
        }
    }
}
