/// The findings of the doctor as a text for the terminal.
struct Diagnosis {
    let findings: [Finding]
    /// Whether the commands of the reader are root's.
    let isRoot: Bool

    /// Whether something is missing without which nothing is built or served.
    var isSomethingMissing: Bool { findings.contains { $0.kind == .missing } }

    var text: String {
        var lines = findings.flatMap { finding -> [String] in
            let kind = finding.kind.rawValue
            let line = kind + String(repeating: " ", count: max(1, 10 - kind.count)) + finding.subject
            return finding.remedy.isEmpty ? [line] : [line, String(repeating: " ", count: 10) + finding.remedy]
        }
        lines.append("")
        lines.append(isSomethingMissing ? "Something is missing." : "All that is needed is here.")
        lines += installation("What is missing can be installed by", .missing)
        lines += installation("What is optional, by", .optional)
        return lines.joined(separator: "\n")
    }

    private func installation(_ sentence: String, _ kind: Finding.Kind) -> [String] {
        let packages = findings.filter { $0.kind == kind }.flatMap(\.packages)
        guard !packages.isEmpty else { return [] }
        return [
            "", "\(sentence)", "", "    \(isRoot ? "" : "sudo ")apt-get install \(packages.joined(separator: " "))",
        ]
    }
}
