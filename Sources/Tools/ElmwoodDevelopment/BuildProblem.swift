/// An error of a build: where it is, what it is, and the source around it.
package struct BuildProblem: Codable, Hashable, Sendable {
    /// The path of the file; nil if the error is in no file.
    package var file: String?
    /// The number of the line and of the column, from 1; nil if the error is in no file.
    package var line: Int?
    package var column: Int?
    /// What the compiler says.
    package var message: String
    /// The lines of source that the compiler shows, with its marks.
    package var excerpt: [String] = []

    package init(file: String? = nil, line: Int? = nil, column: Int? = nil, message: String, excerpt: [String] = []) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.excerpt = excerpt
    }

    /// The error as compilers write it: the place, the message, and the source.
    package var text: String {
        let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.map { $0 + ":" }.joined()
        return (["\(place)\(place.isEmpty ? "" : " ")error: \(message)"] + excerpt).joined(separator: "\n")
    }

    /// Returns the same with the file's path as it is from a folder, if it is below it.
    package func relative(to folder: String) -> BuildProblem {
        var problem = self
        problem.file = file.map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
        return problem
    }

    /// Returns the errors in the output of a build that has failed, each once, in the order of their lines. If there are none that are
    /// recognized, it is the end of the output.
    package static func problems(in output: String) -> [BuildProblem] {
        var located: [BuildProblem] = []
        var others: [BuildProblem] = []
        var current: BuildProblem?
        /// The compiler reports an error for each of its steps that meets it.
        func end() {
            guard let problem = current else { return }
            if !located.contains(where: { $0.isSame(as: problem) }) { located.append(problem) }
            current = nil
        }
        let lines = output.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for line in lines {
            if let problem = BuildProblem(heading: line) {
                end()
                current = problem
            } else if isExcerpt(line) {
                current?.excerpt.append(String(line))
            } else {
                end()
                if line.hasPrefix("error: ") { others.append(BuildProblem(message: String(line.dropFirst(7)))) }
            }
        }
        end()
        if !located.isEmpty {
            return located.sorted {
                ($0.file ?? "", $0.line ?? 0, $0.column ?? 0) < ($1.file ?? "", $1.line ?? 0, $1.column ?? 0)
            }
        }
        // The command that failed is of no help, but what it has said.
        let rest = others.filter { problem in
            !problem.message.hasSuffix("command failed with exit code 1 (use -v to see invocation)")
                && !problem.message.hasPrefix("ExitCode(")
        }
        if !rest.isEmpty { return rest }
        let last = lines.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(20).map(String.init)
        return [BuildProblem(message: "The build has failed.", excerpt: last)]
    }

    /// Reads the first line of an error: `/path/File.swift:10:5: error: message`; nil for any other.
    private init?(heading: Substring) {
        guard let mark = heading.firstRange(of: ": error: ") else { return nil }
        let parts = heading[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("/"), let last = parts.last.flatMap({ Int($0) }) else { return nil }
        message = String(heading[mark.upperBound...])
        if parts.count >= 3, let line = Int(parts[parts.count - 2]) {
            file = parts.dropLast(2).joined(separator: ":")
            (self.line, column) = (line, last)
        } else {
            file = parts.dropLast().joined(separator: ":")
            line = last
        }
    }

    private func isSame(as other: BuildProblem) -> Bool {
        (file, line, column, message) == (other.file, other.line, other.column, other.message)
    }

    /// Whether a line of output shows source: a number, perhaps, and a bar.
    private static func isExcerpt(_ line: Substring) -> Bool {
        line.drop { $0 == " " || $0.isNumber }.first == "|"
    }
}
