import ElmwoodDevelopment
import ElmwoodTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FileWatchTests {
    private let folder = TemporaryFolder()

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(path)"))
    }

    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
    }

    /// Returns the changed files, by their paths below the folder.
    private func changes(_ watch: FileWatch) async throws -> Set<String> {
        let changed = try await offThePool { watch.changes(within: 60_000) }
        return Set(changed.map { String($0.dropFirst(folder.path.count + 1)) })
    }

    @Test func `A file that is written, replaced or removed has changed`() async throws {
        try make("a")
        try write("1", to: "a/x.swift")
        let watch = try FileWatch(folders: [folder.path])
        try write("2", to: "a/x.swift")
        #expect(try await changes(watch) == ["a/x.swift"])
        // As editors do that replace a file.
        try write("3", to: "a/new~")
        #expect(rename("\(folder.path)/a/new~", "\(folder.path)/a/x.swift") == 0)
        #expect(try await changes(watch) == ["a/x.swift"])
        #expect(unlink("\(folder.path)/a/x.swift") == 0)
        #expect(try await changes(watch) == ["a/x.swift"])
    }

    @Test func `Changes that come together are one`() async throws {
        let watch = try FileWatch(folders: [folder.path])
        for name in ["a", "b", "c"] { try write("1", to: name) }
        #expect(try await changes(watch) == ["a", "b", "c"])
        #expect(watch.changes(within: 0).isEmpty)
    }

    @Test func `What is in a new folder is seen, and what comes into it later`() async throws {
        let watch = try FileWatch(folders: [folder.path])
        try make("a/b")
        try write("1", to: "a/b/x")
        var seen: Set<String> = []
        while !seen.contains("a/b/x") { seen.formUnion(try await changes(watch)) }
        try write("1", to: "a/b/y")
        #expect(try await changes(watch) == ["a/b/y"])
    }

    @Test func `Hidden files and those of editors are left out`() async throws {
        try make(".build")
        let watch = try FileWatch(folders: [folder.path])
        for name in [".build/x", ".hidden", "#x#", "x~", ".x.swp"] { try write("1", to: name) }
        try write("1", to: "x")
        #expect(try await changes(watch) == ["x"])
    }

    @Test func `Of a single file's folder only that file is watched`() async throws {
        let watch = try FileWatch(folders: [], files: ["\(folder.path)/Package.swift"])
        try write("1", to: "other")
        try write("1", to: "Package.swift")
        #expect(try await changes(watch) == ["Package.swift"])
    }

    @Test func `A folder that does not exist is left out`() throws {
        let watch = try FileWatch(folders: ["\(folder.path)/none"])
        #expect(watch.changes(within: 0).isEmpty)
    }

    @Test func `A stopped watch does not wait`() async throws {
        let watch = try FileWatch(folders: [folder.path])
        let waiting = Task { try await changes(watch) }
        watch.stop()
        #expect(try await waiting.value.isEmpty)
        #expect(watch.isStopped)
    }
}

struct BuildReportTests {
    private let folder = TemporaryFolder()

    @Test func `A report is read as it was written`() throws {
        #expect(BuildReport(in: folder.path) == nil)
        let report = BuildReport(
            number: 3,
            phase: .failed,
            problems: [BuildProblem(file: "/a", line: 1, column: 2, message: "no", excerpt: ["1 | x"])],
            fault: ProcessFault(message: "trap", file: "/b", line: 4)
        )
        try report.write(to: folder.path)
        #expect(BuildReport(in: folder.path) == report)
        try Data("{".utf8).write(to: URL(filePath: "\(folder.path)/\(BuildReport.fileName)"))
        #expect(BuildReport(in: folder.path) == nil)
    }
}
