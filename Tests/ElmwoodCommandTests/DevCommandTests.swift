import Foundation
import Testing

@testable import ElmwoodCommand

@Suite struct DevCommandTests {
    private func package(executables: [String]) throws -> SwiftPackage {
        let products = executables.map { #"{"name": "\#($0)", "targets": ["Shop"], "type": {"executable": null}}"# }
        return try SwiftPackage(
            folder: "/shop",
            description: """
                {"name": "Shop", "products": [
                    {"name": "Goods", "targets": ["Goods"], "type": {"library": ["automatic"]}}\(products.map { ", " + $0 }.joined())
                ], "targets": [
                    {"name": "Shop", "path": "Sources/Shop", "type": "executable"},
                    {"name": "ShopTests", "path": "Tests/ShopTests", "type": "test"}
                ]}
                """,
            dependencies: """
                {"path": "/shop", "dependencies": [
                    {"path": "/elmwood", "dependencies": []},
                    {"path": "/shop/.build/checkouts/other", "dependencies": []}
                ]}
                """
        )
    }

    @Test func `The only executable is served, and one of several has to be named`() throws {
        #expect(try package(executables: ["Shop"]).executable(named: nil) == "Shop")
        let several = try package(executables: ["Shop", "Import"])
        #expect(try several.executable(named: "Import") == "Import")
        #expect(throws: CommandError("the package has several executables, so name one: Shop, Import.")) {
            try several.executable(named: nil)
        }
        #expect(throws: CommandError("the package has no executable Goods, but these: Shop, Import.")) {
            try several.executable(named: "Goods")
        }
        #expect(throws: CommandError("the package has no executable.")) {
            try package(executables: []).executable(named: nil)
        }
    }

    @Test func `What the executable is built of is watched, and the packages beside it, but no tests and no checkouts`()
        throws
    {
        let watched = try package(executables: ["Shop"]).watched
        #expect(watched.folders == ["/shop/Sources/Shop", "/elmwood/Sources"])
        #expect(watched.files.contains("/shop/Package.swift") && watched.files.contains("/elmwood/Package.swift"))
        #expect(!watched.files.contains { $0.contains("checkouts") })
    }

    @Test func `A folder without a package is refused, with what to do`() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: CommandError.self) { try SwiftPackage(in: folder.path) }
        #expect(error?.message.contains("`elmwood new NAME` begins a package.") == true)
    }

    @Test(arguments: [["--port", "http"], ["--port", "70000"], ["--port"], ["--ports", "1"]])
    func `A port that is none and an option that is none are refused`(arguments: [String]) {
        #expect(throws: UsageError.self) { try DevCommand(arguments) }
    }
}
