// The tests' executable. The package manager would write it, and search the index of every test for those of XCTest; but the index
// takes two fifths of the time in which tests are compiled (`./dev` builds without one), and there are few: each class is a line here.
import Foundation
import Testing
import XCTest

#if canImport(ElmwoodSeedTests)
    @testable import ElmwoodSeedTests
#endif
#if canImport(ElmwoodTestingTests)
    @testable import ElmwoodTestingTests
#endif

@main enum Runner {
    /// The package manager runs it for each of the two libraries; for Swift Testing only with `--enable-swift-testing`, since it finds
    /// this file.
    static func main() async {
        if CommandLine.arguments.drop(while: { $0 != "--testing-library" }).dropFirst().first == "swift-testing" {
            await Testing.__swiftPMEntryPoint() as Never
        }
        FileHandle.standardError.write(
            Data("The tests of XCTest. All others: ./dev test, or swift test --enable-swift-testing\n".utf8)
        )
        var classes: [XCTestCaseEntry] = []
        #if canImport(ElmwoodSeedTests)
            classes.append(testCase(CounterModuleModelTests.allTests))
        #endif
        #if canImport(ElmwoodTestingTests)
            classes.append(testCase(XCTestCaseTests.allTests))
        #endif
        XCTMain(classes)
    }
}
