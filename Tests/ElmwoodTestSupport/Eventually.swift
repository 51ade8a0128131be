import Testing

/// Waits until something is so that other threads bring about. Where it is not within a minute, that is the test's failure.
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
        // Most often it is a matter of moments; who goes on looking would take the processor from what it waits for.
        if looks < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
