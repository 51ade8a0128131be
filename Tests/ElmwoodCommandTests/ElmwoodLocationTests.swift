import ElmwoodTestSupport
import Foundation
import Testing

@testable import ElmwoodCommand

struct ElmwoodLocationTests {
    private static func folder(_ path: String) -> URL { URL(filePath: path, directoryHint: .isDirectory) }

    @Test(arguments: [
        ("/projects/elmwood", "/projects/Shop", "../elmwood"),
        ("/projects/elmwood", "/projects/sites/Shop", "../../elmwood"),
        ("/projects/elmwood", "/home/Shop", "../../projects/elmwood"),
        ("/projects/elmwood", "/projects/elmwood/Shop", ".."),
        ("/projects/elmwood", "/Shop", "../projects/elmwood"),
    ])
    func `A path leads from the new package to the checkout`(checkout: String, package: String, path: String) {
        #expect(ElmwoodLocation.path(to: Self.folder(checkout), from: Self.folder(package)) == path)
    }

    @Test func `Without an option, it is the checkout of which the command was built`() throws {
        let parent = ElmwoodLocation.checkout.deletingLastPathComponent()
        let location = try ElmwoodLocation(nil, from: parent.appending(path: "Shop"), in: parent)
        #expect(location == .path("../\(ElmwoodLocation.checkout.lastPathComponent)"))
    }

    @Test func `A path that is given is relative to the current folder, and written relative to the package`() throws {
        let checkout = ElmwoodLocation.checkout
        let package = checkout.deletingLastPathComponent().appending(path: "sites/Shop")
        let location = try ElmwoodLocation(".", from: package, in: checkout)
        #expect(location == .path("../../\(checkout.lastPathComponent)"))
    }

    @Test func `An absolute path stays absolute`() throws {
        let checkout = ElmwoodLocation.checkout
        let location = try ElmwoodLocation(
            checkout.path,
            from: Self.folder("/projects/Shop"),
            in: Self.folder("/projects")
        )
        #expect(location == .path(checkout.path))
    }

    @Test func `A folder without Elmwood is refused`() {
        #expect(throws: CommandError("there is no checkout of Elmwood at /usr/lib.")) {
            try ElmwoodLocation("/usr/lib", from: Self.folder("/projects/Shop"), in: Self.folder("/projects"))
        }
    }

    @Test(arguments: [
        ("https://example.org/elmwood.git", "elmwood"), ("https://example.org/a/Elmwood", "elmwood"),
        ("git@example.org:tree/forest.git", "forest"),
    ])
    func `A package at an address is known by the address's last part`(address: String, identity: String) throws {
        let location = try ElmwoodLocation(address, from: Self.folder("/projects/Shop"), in: Self.folder("/projects"))
        #expect(location == .address(address))
        #expect(location.identity == identity)
        #expect(location.dependency == ".package(url: \"\(address)\", from: \"\(ElmwoodCommand.version)\")")
    }

    @Test func `A checkout whose folder has another name is given its name`() {
        #expect(ElmwoodLocation.path("../elmwood").dependency == #".package(path: "../elmwood")"#)
        #expect(ElmwoodLocation.path("../fork").dependency == #".package(name: "elmwood", path: "../fork")"#)
        #expect(ElmwoodLocation.path("../a\"b\\").dependency == #".package(name: "elmwood", path: "../a\"b\\")"#)
    }
}
