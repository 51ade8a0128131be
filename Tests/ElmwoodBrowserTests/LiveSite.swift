import Elmwood
import Foundation
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport

/// A program that is served to a browser with script, through a proxy that a test can make fail.
final class LiveSite<P: Program>: Sendable {
    let proxy: FaultProxy
    private let program: P
    private let folder: String
    private let sessions: Settings.SessionStorage
    private let reserved: ReservedPort
    private var port: Int { reserved.number }
    private let running: Mutex<RunningServer?>
    private let witness: SiteWitness
    /// Adds to the site what is beside the program.
    private let adding: @Sendable (inout Site) -> Void
    /// Changes the settings.
    private let setting: @Sendable (inout Settings) -> Void

    init(
        _ program: P,
        sessions: Settings.SessionStorage = .memory,
        adding: @escaping @Sendable (inout Site) -> Void = { _ in },
        setting: @escaping @Sendable (inout Settings) -> Void = { _ in }
    ) throws {
        self.program = program
        self.adding = adding
        self.setting = setting
        self.sessions = sessions
        folder = try ServedSite.makeDataFolder()
        // The server returns at its port, which nobody else may have in between.
        reserved = try ReservedPort()
        witness = SiteWitness()
        running = Mutex(try Self.start(program, port: reserved.number, folder, sessions, witness, adding, setting))
        proxy = try FaultProxy(to: reserved.number)
    }

    private static func start(
        _ program: P,
        port: Int,
        _ folder: String,
        _ sessions: Settings.SessionStorage,
        _ witness: SiteWitness,
        _ adding: (inout Site) -> Void,
        _ setting: (inout Settings) -> Void
    ) throws -> RunningServer {
        var site = Site()
        site.mount(program, at: ServedSite.path)
        adding(&site)
        var settings = Settings()
        settings.port = UInt16(port)
        settings.publicFolder = ServedSite.publicFolder
        settings.data = folder
        settings.sessions = sessions
        setting(&settings)
        return try witness.start(&site, settings)
    }

    /// The address of a path below the mount, through the proxy.
    func address(_ path: String = "") -> String { "http://127.0.0.1:\(proxy.port)\(ServedSite.path)\(path)" }

    /// The state of the server and the proxy, in lines.
    var report: [String] { witness.report + proxy.report }

    /// Stops the server. Connections are refused from then on.
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

    /// Starts the server again, at the same port. If sessions are not stored, they are gone.
    func startServer() throws {
        try running.withLock { server in
            server = try again { try Self.start(program, port: port, folder, sessions, witness, adding, setting) }
        }
    }

    func close() async {
        proxy.stop()
        await stopServer()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns the page for a visitor without script who has the browser's session.
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

/// Runs a test in a browser, by default with script, in which the program has been opened.
func withLiveSite<P: Program>(
    _ program: P,
    at path: String = "",
    sessions: Settings.SessionStorage = .memory,
    script: Browser.Script = .on,
    adding: @escaping @Sendable (inout Site) -> Void = { _ in },
    setting: @escaping @Sendable (inout Settings) -> Void = { _ in },
    _ test: (Browser, LiveSite<P>) async throws -> Void
) async throws {
    let site = try LiveSite(program, sessions: sessions, adding: adding, setting: setting)
    do {
        try await withBrowser(script: script) { browser in
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

/// Sends messages to a program from outside.
///
/// An effect's task begins when it gets a thread, which is some time after the page has its stream. Earlier messages are retained
/// for the first listener.
final class Bell: Sendable {
    private struct State {
        /// How many listeners there have been.
        var listened = 0
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        /// The messages from before the first listener.
        var unheard: [String] = []
    }
    private let state = Mutex(State())

    /// How many listeners there have been: one for each process that served the program, if no subscription restarts.
    var listened: Int { state.withLock { $0.listened } }

    /// Sends a message to all listeners. If there is none yet, the first one will get it.
    func ring(_ text: String) {
        state.withLock { state in
            if state.listened == 0 { return state.unheard.append(text) }
            for listener in state.listeners.values { listener.yield(text) }
        }
    }

    /// The messages from now on.
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
