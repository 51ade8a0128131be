import FoundationEssentials
import Glibc

/// What `elmwood dev` tells the site about its build, in a file of a folder that both know.
package struct BuildReport: Codable, Equatable, Sendable {
    /// How far the build is.
    package enum Phase: String, Codable, Sendable { case building, succeeded, failed }

    /// The number of the build, from 1.
    package var number: Int
    package var phase: Phase
    /// The errors of a build that has failed.
    package var problems: [BuildProblem] = []
    /// What has ended the latest process of the site, if it was a fault of that program.
    package var fault: ProcessFault?

    package init(number: Int, phase: Phase, problems: [BuildProblem] = [], fault: ProcessFault? = nil) {
        self.number = number
        self.phase = phase
        self.problems = problems
        self.fault = fault
    }

    /// The name of the file in the folder.
    package static let fileName = "build.json"

    /// Reads the report in a folder; nil if there is none.
    package init?(in folder: String) {
        guard let bytes = try? Data(contentsOf: URL(filePath: "\(folder)/\(Self.fileName)")),
            let report = try? JSONDecoder().decode(BuildReport.self, from: bytes)
        else { return nil }
        self = report
    }

    /// Writes the report into a folder, in place of the former one. A reader finds one or the other, whole.
    package func write(to folder: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: "\(folder)/\(Self.fileName)"), options: .atomic)
    }
}
