import Foundation
import Testing

@testable import ElmwoodCommand

/// Where a new package finds Elmwood.
struct NewLocationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a package, and returns its manifest.
    private func manifest(_ package: String, elmwood: String?, in current: String = ".") async throws -> String {
        let option = elmwood.map { ["--elmwood", $0] } ?? []
        let outcome = try await NewScript()([package] + option, in: folder, current: current)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try folder.text(of: "\(current)/\(package)/Package.swift")
    }

    /// The path between the quotation marks of a manifest's `path:`.
    private func path(in manifest: String) throws -> String {
        String(try #require(manifest.firstMatch(of: /path: "(.*)"\)/)).1)
    }

    @Test(arguments: [
        ("projects/elmwood", "projects/Shop", "../elmwood"),
        ("projects/elmwood", "projects/sites/Shop", "../../elmwood"),
        ("projects/elmwood", "home/Shop", "../../projects/elmwood"),
        ("projects/elmwood", "projects/elmwood/Shop", ".."),
        ("projects/elmwood", "Shop", "../projects/elmwood"),
        ("projects/elmwood", "projects/elmwoods/Shop", "../../elmwood"),
    ])
    func `A path leads from the new package to the checkout`(checkout: String, package: String, path: String)
        async throws
    {
        try folder.makeCheckout(checkout)
        #expect(try self.path(in: try await manifest(package, elmwood: checkout)) == path)
    }

    @Test func `A path leads through folders as they are, not through links to them`() async throws {
        try folder.makeCheckout("projects/elmwood")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/a/b", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/sites", withDestinationPath: "a/b")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "projects")
        let manifest = try await manifest("sites/new/Shop", elmwood: "link/elmwood")
        #expect(try path(in: manifest) == "../../../../projects/elmwood")
    }

    @Test func `Without an option, it is the checkout that the script is part of`() async throws {
        let path = try path(in: try await manifest("Shop", elmwood: nil))
        #expect(path.hasPrefix("../"))
        let found = folder.url.resolvingSymlinksInPath().appending(path: "Shop/\(path)").standardizedFileURL
        #expect(found.path == NewScript.checkout.resolvingSymlinksInPath().path)
    }

    @Test func `A script that is in no checkout asks where Elmwood is`() async throws {
        let copy = folder.url.appending(path: NewScript.folder)
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: NewScript.checkout.appending(path: NewScript.folder), to: copy)
        let before = folder.files
        let outcome = try await NewScript(checkout: folder.url)("Shop", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasSuffix("Say where Elmwood is: --elmwood PATH-or-URL\n"))
        let incomplete = try await NewScript(checkout: folder.url)(
            "Shop",
            "--elmwood",
            "https://example.org/elmwood.git",
            in: folder
        )
        #expect(incomplete.errors.contains("the version of Elmwood is not found"))
        #expect(folder.files == before)
    }

    @Test func `A path that is given is relative to the current folder, and written relative to the package`()
        async throws
    {
        try folder.makeCheckout("projects/elmwood")
        let manifest = try await manifest("../sites/Shop", elmwood: ".", in: "projects/elmwood")
        #expect(try path(in: manifest) == "../../elmwood")
    }

    @Test func `An absolute path stays absolute`() async throws {
        let checkout = NewScript.checkout.path
        #expect(try path(in: try await manifest("Shop", elmwood: checkout)) == checkout)
    }

    @Test func `A folder without Elmwood is refused`() async throws {
        let outcome = try await NewScript()("Shop", "--elmwood", "/usr/lib", in: folder)
        #expect(outcome == .failed("there is no checkout of Elmwood at /usr/lib."))
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: [
        ("https://example.org/elmwood.git", "elmwood"), ("https://example.org/a/Elmwood", "elmwood"),
        ("git@example.org:tree/forest.git", "forest"),
    ])
    func `A package at an address is known by the address's last part`(address: String, identity: String)
        async throws
    {
        let manifest = try await manifest("Shop", elmwood: address)
        #expect(manifest.contains(".package(url: \"\(address)\", from: \"\(ElmwoodCommand.version)\")"))
        #expect(manifest.contains(".product(name: \"Elmwood\", package: \"\(identity)\")"))
        #expect(try folder.text(of: "Shop/README.md").contains("[Elmwood](\(address))"))
    }

    @Test(arguments: [
        ("elmwood", #".package(path: "../elmwood")"#),
        ("fork", #".package(name: "elmwood", path: "../fork")"#),
        (#"a"b\"#, #".package(name: "elmwood", path: "../a\"b\\")"#),
        ("my & checkout", #".package(name: "elmwood", path: "../my & checkout")"#),
    ])
    func `A checkout whose folder has another name is given its name`(checkout: String, dependency: String)
        async throws
    {
        try folder.makeCheckout(checkout)
        #expect(try await manifest("Shop", elmwood: checkout).contains("        \(dependency)\n"))
    }

    @Test func `A path that no manifest can have is refused`() async throws {
        try folder.makeCheckout("a\nb")
        let before = folder.files
        let outcome = try await NewScript()("Shop", "--elmwood", "a\nb", in: folder)
        #expect(outcome == .failed("the place of Elmwood has a character that a manifest cannot have."))
        #expect(folder.files == before)
    }
}
