import Synchronization
import XCTest

/// XCTest knows one current test in the whole process, and would take the failures of another for its own.
private let onlyOne = Mutex(())

/// Runs the tests of a class of XCTest from a test of Swift Testing, each of them in an instance of its own.
///
/// They run on a thread of their own, where no test of Swift Testing is the current one, so that the failures are XCTest's.
///
/// - Parameter tests: the names and the methods.
/// - Returns: how many tests were run, and how many failures there were.
package func runXCTest<Case: XCTestCase>(
    _ tests: [(name: String, method: @Sendable (Case) -> () throws -> Void)]
) async -> (count: Int, failures: Int) {
    await withCheckedContinuation { continuation in
        onThread {
            let run = onlyOne.withLock { _ in
                var run = (count: 0, failures: 0)
                for (name, method) in tests {
                    let test = Case(name: name) { test in
                        guard let test = test as? Case else { return XCTFail("\(test) is no \(Case.self).") }
                        try method(test)()
                    }
                    test.run()
                    run.count += test.testRun?.executionCount ?? 0
                    run.failures += test.testRun?.totalFailureCount ?? 1
                }
                return run
            }
            continuation.resume(returning: run)
        }
    }
}
