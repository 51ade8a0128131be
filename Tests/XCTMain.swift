// The tests' executable. The package manager would write it, and search the index of every test for classes of XCTest; but the index takes
// two fifths of the time in which tests are compiled, so `./dev` builds without one. There are two such classes, which `runXCTest` runs.
import Foundation
import Testing
import XCTest

@main enum Runner {
    /// The package manager runs it for each of the two libraries; for Swift Testing only with `--enable-swift-testing`, since it finds
    /// this file.
    static func main() async {
        if CommandLine.arguments.drop(while: { $0 != "--testing-library" }).dropFirst().first == "swift-testing" {
            await Testing.__swiftPMEntryPoint() as Never
        }
        FileHandle.standardError.write(
            Data("No test is run by XCTest itself: ./dev test, or swift test --enable-swift-testing\n".utf8)
        )
        XCTMain([])
    }
}
