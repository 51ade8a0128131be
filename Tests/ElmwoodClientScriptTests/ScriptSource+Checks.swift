import ElmwoodTestSupport
import Foundation

extension ScriptSource {
    /// The scripts in the folder of the sources.
    static var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
        }
    }

    /// The lines that `./dev script` has written: the sum and the path of each source, and of what is served.
    static func checksums() throws -> [String] {
        try String(contentsOf: folder.appending(path: "checksums"), encoding: .utf8).split(separator: "\n").map(
            String.init
        )
    }

    /// What `sha256sum` says about files that are not as they were when the script was generated; nothing if all are. Blocks.
    static func changedFiles() throws -> String {
        let (status, output, _) = try TestCommand.run(
            ["sha256sum", "--check", "--quiet", "--strict", "Sources/Tools/ClientScript/checksums"],
            in: repository.path
        )
        return status == 0 ? "" : output + "status \(status)"
    }

    /// Whether the minifier is installed.
    static var hasMinifier: Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/esbuild") }
    }

    /// Returns these sources as they would be served. Blocks.
    static func minified(_ names: [String]) throws -> [UInt8] {
        let file = URL(filePath: NSTemporaryDirectory() + "elmwood-\(UUID().uuidString).js")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try script(of: names).utf8).write(to: file)
        let (status, output, _) = try TestCommand.run(["esbuild", "--minify", "--log-level=error", file.path])
        return status == 0 ? Array(output.utf8) : []
    }

    /// The names that a script declares outside of any function.
    static func topLevelNames(in source: String) -> Set<String> {
        var names: Set<String> = []
        for line in source.split(separator: "\n") {
            if let name = line.firstMatch(of: /^(?:async )?function\*? (\w+)/) { names.insert(String(name.1)) }
            guard let list = line.firstMatch(of: /^(?:const|let) (\[?[\w, ]+)/) else { continue }
            for name in list.1.matches(of: /\w+/) { names.insert(String(name.0)) }
        }
        return names
    }

    /// The names that a script declares: functions and their parameters, constants and variables, also as parts of objects and arrays.
    static func declaredNames(in source: String) -> Set<String> {
        var names: Set<String> = []
        let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(
            separator: "\n"
        )
        // What a declaration or a list of parameters consists of, up to the value or the body.
        let declarations: [Regex<(Substring, Substring)>] = [
            /\b(?:const|let|for \(const|for \(let) ([^;=]*)/, /\bfunction (\w+)/, /\bfunction \w+\(([^)]*)\)/,
            /\bcatch \((\w+)\)/,
            /\(([\w\s,{}\[\]=]*)\) =>/, /(\w+) =>/,
        ]
        for declaration in declarations {
            for match in code.matches(of: declaration) {
                for part in match.1.matches(of: /(\w+)\s*(?=[,}\])=]|$| (?:of|in)\b)/) { names.insert(String(part.1)) }
            }
        }
        // Variables after the first one of a declaration that gives values.
        for match in code.matches(of: /\blet ([^;]*);/) where !match.1.contains("(") {
            for part in match.1.split(separator: ",") {
                if let name = part.firstMatch(of: /\w+/) { names.insert(String(name.0)) }
            }
        }
        return names
    }
}
