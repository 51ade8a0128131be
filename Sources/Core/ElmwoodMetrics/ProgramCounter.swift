import ElmwoodObservation
import Synchronization

/// Counts what one program does. It has a lock of its own, so that programs do not wait for each other.
final class ProgramCounter: Sendable {
    let name: String
    private let counts: Mutex<ProgramCounts>

    init(name: String) {
        self.name = name
        counts = Mutex(ProgramCounts(name: name))
    }

    /// The counts at this moment.
    var current: ProgramCounts { counts.withLock { $0 } }

    func count(_ function: ObservedCall.Function, _ duration: Duration) {
        counts.withLock { $0.calls[function.index].add(duration) }
    }

    func count(_ kind: ObservedRequest.Kind, _ status: Int, _ reason: String?, _ duration: Duration, _ bytes: Int) {
        counts.withLock { $0.count(kind, status, reason, duration, bytes) }
    }

    func count(_ turn: ObservedTurn) {
        counts.withLock { counts in
            counts.turns.add(turn.duration)
            if turn.hasFailed { counts.failedTurns += 1 }
        }
    }

    func countPatch(_ duration: Duration, bytes: Int) {
        counts.withLock { counts in
            counts.patches.add(duration)
            counts.patchBytes += bytes
        }
    }

    func countIncident(_ kind: String) {
        counts.withLock { $0.incidents[kind, default: 0] += 1 }
    }
}
