/// One line of the report: the subject, the result, and the target.
struct Finding {
    /// What was measured.
    let subject: String
    /// The result, with its unit.
    let measured: String
    /// The variation between the rounds, or other information.
    let detail: String
    /// The limit, with its unit; nil for information only.
    let limit: String?
    /// Whether the limit is met; nil if there is none.
    let isMet: Bool?

    /// Creates a finding without a limit.
    init(_ subject: String, _ measured: String, detail: String = "") {
        self.subject = subject
        self.measured = measured
        self.detail = detail
        limit = nil
        isMet = nil
    }

    /// Creates a finding with an upper limit of the same unit.
    init(_ subject: String, _ value: Double, atMost limit: Double, digits: Int, unit: String, detail: String = "") {
        self.subject = subject
        measured = value.rounded(to: digits) + unit
        self.detail = detail
        self.limit = "≤ " + limit.rounded(to: digits) + unit
        isMet = value <= limit
    }

    /// Creates a finding with a lower limit of the same unit.
    init(_ subject: String, _ value: Double, atLeast limit: Double, digits: Int, unit: String, detail: String = "") {
        self.subject = subject
        measured = value.rounded(to: digits) + unit
        self.detail = detail
        self.limit = "≥ " + limit.rounded(to: digits) + unit
        isMet = value >= limit
    }
}

/// The findings as a table of text columns.
struct Report {
    private(set) var findings: [Finding] = []

    /// Adds findings, and prints each immediately: a run takes minutes.
    mutating func add(_ new: [Finding]) {
        for finding in new {
            findings.append(finding)
            printLine("  \(finding.subject): \(finding.measured)  \(finding.detail)")
        }
    }

    /// The whole table.
    var table: String {
        var rows = [["what", "measured", "limit", "met", "spread"]]
        for finding in findings {
            let verdict = finding.isMet.map { $0 ? "yes" : "NO" } ?? ""
            rows.append([finding.subject, finding.measured, finding.limit ?? "", verdict, finding.detail])
        }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        rows.insert(widths.map { String(repeating: "-", count: $0) }, at: 1)
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}
