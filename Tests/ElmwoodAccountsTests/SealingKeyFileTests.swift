import ElmwoodAccounts
import Foundation
import Testing

struct SealingKeyFileTests {
    private let folder = TemporaryFolder()
    private var file: String { folder.path + "/sealing.key" }

    private func write(_ text: String, permissions: Int = 0o600) throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    }

    @Test func keyIsMadeOnceForItsOwnerAlone() throws {
        let text = try SealingKey.stored(in: folder.path).seal(7, for: "x", validFor: .seconds(60))
        #expect(try SealingKey.stored(in: folder.path).open(text, as: Int.self, for: "x") == 7)
        #expect(folder.names == ["sealing.key"])
        #expect(try folder.permissions("sealing.key") == 0o600)
    }

    @Test func allWhoMakeItAtTheSameTimeHaveTheSame() async throws {
        let path = folder.path
        let keys = try await withThrowingTaskGroup(of: SealingKey.self) { group in
            for _ in 0..<16 { group.addTask { try SealingKey.stored(in: path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for key in keys {
            let text = try key.seal(7, for: "x", validFor: .seconds(60))
            #expect(keys.allSatisfy { $0.open(text, as: Int.self, for: "x") == 7 })
        }
        #expect(folder.names == ["sealing.key"])
    }

    @Test func firstLineSealsAndAllOpen() throws {
        let (old, new) = (String(repeating: "0a", count: 32), String(repeating: "Fb", count: 32))
        try write(old + "\n")
        let text = try SealingKey.stored(in: folder.path).seal(7, for: "x", validFor: .seconds(60))
        try write("\(new)\n\(old)\n")
        let rotated = try SealingKey.stored(in: folder.path)
        #expect(rotated.open(text, as: Int.self, for: "x") == 7)
        try write(new)
        let later = try SealingKey.stored(in: folder.path)
        #expect(later.open(text, as: Int.self, for: "x") == nil)
        #expect(try later.open(rotated.seal(8, for: "x", validFor: .seconds(60)), as: Int.self, for: "x") == 8)
    }

    @Test(arguments: ["", "\n", "0a", String(repeating: "0g", count: 32), String(repeating: "0a", count: 33), "é"])
    func fileOfOtherContentIsAnErrorAndStays(text: String) throws {
        try write(text)
        #expect(throws: SealingKey.Invalid.self) { try SealingKey.stored(in: folder.path) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    @Test func fileThatEverybodyCanReadIsAnError() throws {
        try write(String(repeating: "0a", count: 32), permissions: 0o644)
        #expect(throws: SealingKey.Invalid.self) { try SealingKey.stored(in: folder.path) }
    }

    @Test func folderThatCannotBeMadeIsAnError() {
        #expect(throws: SealingKey.Invalid.self) { try SealingKey.stored(in: "/proc/none/such") }
    }

    @Test func secretReplacesTheFile() throws {
        let key = try SealingKey.load(secret: String(repeating: "s", count: 32), folder: folder.path)
        #expect(folder.names.isEmpty)
        let text = try key.seal(7, for: "x", validFor: .seconds(60))
        #expect(try SealingKey.load(secret: nil, folder: folder.path).open(text, as: Int.self, for: "x") == nil)
        #expect(folder.names == ["sealing.key"])
    }
}
