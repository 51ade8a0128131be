import Foundation

/// The sources of the client script, which `./dev script` joins and minifies.
package enum ScriptSource {
    /// The files' names without `.js`, in the order in which `./dev script` joins them.
    package static let names = ["tree", "fields", "events", "requests", "connection", "navigation", "rare", "start"]

    /// Those of the rare script, which the script loads when a page first needs it.
    package static let rareNames = [
        "whole", "problems", "uploads", "loops", "payloads", "arriving", "commands", "asking", "copying",
        "commanding", "opening", "meanwhile", "foreseeing", "presenting", "sorting", "brought",
    ]

    /// Those of the script for uploads in pieces, which the rare script loads when a page first needs it.
    package static let uploadNames = ["pieces"]

    /// The folder of this repository.
    package static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder of the sources.
    package static let folder = repository.appending(path: "Sources/Tools/ClientScript")

    /// Returns the text of these sources, joined.
    package static func text(_ names: [String]) throws -> String {
        try names.map { try String(contentsOf: folder.appending(path: "\($0).js"), encoding: .utf8) }.joined()
    }

    /// Returns these sources as one script.
    ///
    /// - Parameter exposed: functions and constants that become globals of the page (`"boot"`, or `"now: () => time"`).
    package static func script(exposing exposed: [String] = [], of names: [String] = ScriptSource.names) throws
        -> String
    {
        let exposing = exposed.isEmpty ? "" : "Object.assign(globalThis, { \(exposed.joined(separator: ", ")) });\n"
        return "(() => {\n\"use strict\";\n\(try text(names))\(exposing)})();\n"
    }
}
