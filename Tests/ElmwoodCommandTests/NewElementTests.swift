import Foundation
import Testing

/// The custom element that `elmwood new --element` writes. That its test passes is shown by `.ci/new`.
struct NewElementTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a package, and then an element with these words, in one of its folders.
    private func add(_ words: String..., in current: String = "Shop") async throws -> NewScript.Outcome {
        #expect(try await NewScript()("Shop", in: folder).status == 0)
        return try await NewScript()(words, in: folder, current: current)
    }

    private static let paths = [
        "Shop/Public/elements/star-rating.js", "Shop/Sources/Shop/StarRating.swift",
        "Shop/Tests/ShopTests/StarRatingTests.swift",
    ]

    @Test(arguments: ["Shop", "Shop/Sources/Shop", "Shop/Public"])
    func `A package gets the element's script, its part of a view and its test, and nothing else`(current: String)
        async throws
    {
        #expect(try await NewScript()("Shop", in: folder).status == 0)
        let before = folder.files
        let outcome = try await NewScript()(["--element", "star-rating"], in: folder, current: current)
        #expect(outcome.errors == "")
        #expect(outcome.output.hasPrefix("The element star-rating is written into Shop:\n"))
        for path in Self.paths { #expect(outcome.output.contains(path.dropFirst(5))) }
        #expect(Set(folder.files).subtracting(before) == Set(Self.paths))
        let script = try folder.text(of: Self.paths[0])
        #expect(script.contains("customElements.define(\"star-rating\", StarRating);"))
        #expect(try folder.text(of: Self.paths[1]).contains("func starRating<Message: Codable & Sendable>("))
        #expect(try folder.text(of: Self.paths[2]).contains("@testable import Shop\n"))
        for path in Self.paths {
            let text = try folder.text(of: path)
            #expect(!text.lowercased().contains("example"), "\(path)")
        }
    }

    @Test func `A new package may have an element, whose name may contain the template's`() async throws {
        let outcome = try await NewScript()("Tea", "--element=shop-map-2", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("shopMap2(model.value, onChange: Message.changed)"))
        #expect(try folder.text(of: "Tea/Sources/Tea/ShopMap2.swift").contains("\"shop-map-2-change\""))
        #expect(try folder.text(of: "Tea/Tests/TeaTests/ShopMap2Tests.swift").contains("@testable import Tea\n"))
        #expect(folder.files.contains("Tea/Public/elements/shop-map-2.js"))
    }

    @Test(arguments: Self.paths)
    func `What is there stays as it is, and nothing is written beside it`(path: String) async throws {
        try folder.write("mine", to: path)
        try folder.write("", to: "Shop/Package.swift")
        try folder.write("", to: "Shop/Sources/Shop/Main.swift")
        try folder.write("", to: "Shop/Tests/ShopTests/MainTests.swift")
        let before = folder.files
        let outcome = try await NewScript()(["--element", "star-rating"], in: folder, current: "Shop")
        #expect(outcome == .failed("\(path.dropFirst(5)) is there already. Nothing was written."))
        #expect(folder.files == before)
        #expect(try folder.text(of: path) == "mine")
    }

    @Test(arguments: [
        "star", "Star-rating", "star--rating", "star-", "-star-x", "stär-rating", "star rating", "a-b\n", "1-b",
    ])
    func `A name that no custom element can have is refused`(name: String) async throws {
        let outcome = try await add("--element=\(name)")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("elmwood: “\(name)” cannot be the name of an element"))
        #expect(!folder.files.contains { $0.contains("Public/elements") })
    }

    @Test func `A name of another standard is refused, and so is one that is too long`() async throws {
        #expect(
            try await add("--element", "font-face")
                == .failed("“font-face” is the name of an element of SVG or MathML.")
        )
        let long = "a-" + String(repeating: "b", count: 59)
        let outcome = try await NewScript()(["--element", long], in: folder, current: "Shop")
        #expect(outcome == .failed("the name of the element has more than 60 characters."))
    }

    @Test func `A package that is there gets one element, and no other part`() async throws {
        let other = "--element alone is for a package that is there, which gets no other part."
        #expect(try await add("--element", "a-b", "--sql") == .misused(other))
        for (words, sentence) in [
            (["--element", "a-b", "--elmwood", ".."], other), (["--element"], "--element needs a value."),
            (["--element", "a-b", "--element", "c-d"], "one element is written at a time."),
        ] {
            let outcome = try await NewScript()(words, in: folder, current: "Shop")
            #expect(try await outcome == .misused(sentence))
        }
    }

    @Test func `Of several modules, the one is meant in whose folder it is run`() async throws {
        #expect(try await NewScript()("Shop", in: folder).status == 0)
        try folder.write("", to: "Shop/Sources/Tea/Tea.swift")
        let outcome = try await NewScript()(["--element", "a-b"], in: folder, current: "Shop")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the package has several modules. Run this in the folder of one, such as "))
        let without = try await NewScript()(["--element", "a-b"], in: folder, current: "Shop/Sources/Tea")
        #expect(without == .failed("there is no folder Tests/TeaTests for the element's test."))
        try folder.write("", to: "Shop/Tests/TeaTests/TeaTests.swift")
        let tea = try await NewScript()(["--element", "a-b"], in: folder, current: "Shop/Sources/Tea")
        #expect(tea.status == 0)
        #expect(folder.files.contains("Shop/Tests/TeaTests/ABTests.swift"))
    }

    @Test func `Outside of a package it says so`() async throws {
        let outcome = try await NewScript()("--element", "a-b", in: folder)
        #expect(
            outcome == .failed("there is no package here: neither this folder nor one around it has a Package.swift.")
        )
        #expect(folder.files.isEmpty)
    }

    // A limit of files' sizes makes writing fail, as a full disk does.
    @Test func `If a file cannot be written, nothing of the element is left`() async throws {
        #expect(try await NewScript()("Shop", in: folder).status == 0)
        let before = folder.files
        let outcome = try await NewScript()(
            ["--element", "star-rating"],
            in: folder,
            current: "Shop",
            setup: "trap '' XFSZ && ulimit -f 1"
        )
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasSuffix("the message above says why. Nothing is left of it.\n"))
        #expect(folder.files == before)
    }
}
