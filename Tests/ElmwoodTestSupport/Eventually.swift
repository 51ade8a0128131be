import Glibc
import Testing

/// Waits until a condition holds that other threads bring about. If it does not hold within a minute, the test fails.
///
/// ```swift
/// await eventually("both effects have begun") { runners.count == 2 }
/// ```
package func eventually(
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows {
    let start = ContinuousClock.now
    var looks = 0
    while try await !condition() {
        if Task.isCancelled { return }
        guard start.duration(to: .now) < .seconds(60) else {
            Issue.record("Not within a minute: \(what).", sourceLocation: sourceLocation)
            return
        }
        looks += 1
        // In most cases the condition holds soon. Polling longer would take the processor from the work that is waited for.
        if looks < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// Between two looks of a thread at what other threads or processes bring about: leaves them the processor for a moment.
package func waitBriefly() { usleep(2_000) }
