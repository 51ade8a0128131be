import ElmwoodTestSupport
import Foundation
import Testing

/// How a site that lacks something does not start.
@Suite struct StartTests {
    @Test func `A secret that is too short ends the start with a sentence that does not contain it`() async throws {
        try await offThePool {
            let process = try SupervisedProcess(["ELMWOOD_SECRET": "correct horse battery"])
            #expect(process.status() == 1)
            let output = process.output()
            #expect(output.contains("ELMWOOD_SECRET has 19 characters: use at least 32"))
            #expect(!output.contains("horse"))
        }
    }

    @Test func `What cannot be made of the settings ends the start with a sentence`() async throws {
        try await offThePool {
            let folder = FileManager.default.temporaryDirectory.appending(path: "elmwood-start-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data("secret".utf8).write(to: folder.appending(path: "sealing.key"))
            #expect(chmod(folder.appending(path: "sealing.key").path, 0o600) == 0)
            let process = try SupervisedProcess(["ELMWOOD_DATA": folder.path])
            #expect(process.status() == 1)
            #expect(process.output().contains("sealing.key has a line that is not 64 hexadecimal digits."))
            // The other key comes from the environment.
            let other = try SupervisedProcess([
                "ELMWOOD_DATA": folder.path, "ELMWOOD_SECRET": "0123456789abcdef0123456789abcdef",
            ])
            try other.awaitAnswer()
        }
    }
}
