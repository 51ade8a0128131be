// The tests' executable. The package manager would write it, and search the index of every test for classes of XCTest; but the index takes
// two fifths of the time in which tests are compiled, so `./dev` builds without one. There are two such classes, which `runXCTest` runs.
import Foundation
import Testing
import XCTest

@main enum Runner {
    /// The package manager runs it for each of the two libraries; for Swift Testing only with `--enable-swift-testing`, since it finds
    /// this file. Without that option nothing would be run, so it fails.
    static func main() async {
        if CommandLine.arguments.drop(while: { $0 != "--testing-library" }).dropFirst().first == "swift-testing" {
            await Testing.__swiftPMEntryPoint() as Never
        }
        // The package manager asks for the list of XCTest's tests.
        if CommandLine.arguments.contains("--dump-tests-json") { XCTMain([]) }
        FileHandle.standardError.write(
            Data("No test was run. Call ./dev test, or swift test --enable-swift-testing --disable-xctest\n".utf8)
        )
        exit(1)
    }
}
