import CElmwoodZlib

/// The script that makes pages live in a browser: what is sent, and the address that it is served under.
///
/// The sources beside this file are the script; they are part of the executable. They are joined in one function, so
/// that they see each other and nothing else does.
public struct ClientScript: Sendable {
    /// The script as it is served, made once. To make it short takes some milliseconds.
    public static let shared = ClientScript(source(exposing: []))

    /// The same with a function `elmwoodState` in the page, which tells what the script is in: for tests, which say it where
    /// they wait in vain. Its lines are `name value`.
    package static let observed = ClientScript(source(exposing: [state]))

    private static let state = """
        elmwoodState: () => [
            "isLive " + isLive, "revision " + revision, "included " + included, "answered " + answered,
            "told " + lastSequence, "queue [" + queue.map((item) => item.kind + " " + item.number).join() + "]",
            "underWay [" + underWay.map((item) => item.kind + " " + item.number).join() + "]",
            "early [" + early.map((patch) => patch.slice(0, 3)).join() + "]", "accepted " + accepted.length,
            "watched [" + watched + "]", "isBusy " + isBusy, "isStale " + isStale, "wantsStream " + wantsStream,
            "stream " + (stream ? (stream.signal.aborted ? "aborted" : "there") : "none"),
            "heard " + (heard ? Date.now() - heard + " ms ago" : "nothing"), "gaps " + gaps, "waits " + waits.length,
            "mayReload " + mayReload, "name " + pageName
        ]
        """

    /// The path that it is served under. It names the sources that it is made of, and how, so what is there never changes;
    /// and a page can name it before the script is made.
    public static let address = "/elmwood/\(hash(File.allCases.map(\.bytes) + [[shortening]])).js"

    /// Which way of making the script short it is: another number for each, so that nobody keeps what another one made.
    private static let shortening: UInt8 = 2

    /// The script as UTF-8.
    public let bytes: [UInt8]
    /// The same in the gzip format.
    public let gzipped: [UInt8]

    init(_ source: String) {
        bytes = Array(source.utf8)
        gzipped = Self.gzip(bytes)
    }

    /// The files, in the order in which they are joined.
    package enum File: CaseIterable, Sendable {
        /// The document's tree: patches, and whole pages.
        case tree
        /// What visitors do to controls, against what is rendered.
        case fields
        /// What visitors do, as events.
        case events
        /// Requests and the stream.
        case connection
        /// Links and the history.
        case navigation
        /// What runs when the page is there.
        case start

        /// The source as it was written.
        package var source: String { String(decoding: bytes, as: UTF8.self) }

        fileprivate var bytes: [UInt8] {
            switch self {
            case .tree: PackageResources.tree_js
            case .fields: PackageResources.fields_js
            case .events: PackageResources.events_js
            case .connection: PackageResources.connection_js
            case .navigation: PackageResources.navigation_js
            case .start: PackageResources.start_js
            }
        }
    }

    /// The script as it is served; for tests, with some of its functions and constants as globals of the page
    /// (`"boot"`, or `"now: () => time"`), and with some of its files alone.
    package static func source(exposing names: [String], of files: [File] = File.allCases) -> String {
        let members = names.map { $0.contains(":") ? $0 : "\($0): \($0)" }.joined(separator: ", ")
        let exposing = names.isEmpty ? "" : "Object.assign(globalThis, { \(members) });\n"
        let source = files.map(\.source).joined() + exposing
        return JavaScriptTokens("(() => {\n\"use strict\";\n\(source)})();\n").shortened()
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        // A text that does not become smaller grows by less than this.
        [UInt8](unsafeUninitializedCapacity: bytes.count + 1_024) { output, count in
            count = elmwood_gzip(bytes, bytes.count, output.baseAddress, output.count)
        }
    }

    /// 64 bits of the contents (FNV-1a), as hexadecimal digits.
    private static func hash(_ contents: [[UInt8]]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for bytes in contents {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
