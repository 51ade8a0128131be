import ElmwoodClientScript

/// The source files of the client script, and how they are joined and shortened.
///
/// They are joined in one function, so that they share their names with each other and with nothing else.
package enum ScriptSource: CaseIterable, Sendable {
    /// The document's tree: patches, and whole pages.
    case tree
    /// The visitor's changes of controls, compared with what is rendered.
    case fields
    /// The visitor's actions, as events.
    case events
    /// Requests and the stream.
    case connection
    /// Links and the history.
    case navigation
    /// The code that runs when the page is loaded.
    case start

    /// The file's original text.
    package var text: String {
        let bytes =
            switch self {
            case .tree: PackageResources.tree_js
            case .fields: PackageResources.fields_js
            case .events: PackageResources.events_js
            case .connection: PackageResources.connection_js
            case .navigation: PackageResources.navigation_js
            case .start: PackageResources.start_js
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the script, joined and shortened.
    ///
    /// - Parameters:
    ///   - names: functions and constants that become globals of the page (`"boot"`, or `"now: () => time"`), for tests.
    ///   - files: the files that it consists of, in this order.
    package static func script(exposing names: [String] = [], of files: [ScriptSource] = allCases) -> String {
        let members = names.map { $0.contains(":") ? $0 : "\($0): \($0)" }.joined(separator: ", ")
        let exposing = names.isEmpty ? "" : "Object.assign(globalThis, { \(members) });\n"
        let source = files.map(\.text).joined() + exposing
        return JavaScriptTokens("(() => {\n\"use strict\";\n\(source)})();\n").shortened()
    }
}

extension ClientScript {
    /// The script with a function `elmwoodState` in the page, which returns the script's state in lines of a name and a value: for
    /// tests, which print it if a wait times out.
    package static let observed = ClientScript(Array(ScriptSource.script(exposing: [state]).utf8))

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
}
