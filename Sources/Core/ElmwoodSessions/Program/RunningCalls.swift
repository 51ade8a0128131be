import ElmwoodArchitecture
import ElmwoodObservation
import Glibc

/// The calls of programs' functions that have not returned, so that one that never does is found.
package final class RunningCalls: Sendable {
    /// A call that runs.
    struct Call {
        let program: String
        let function: ObservedCall.Function
        /// The messages of an update.
        let messages: [AnyMessage]
        let context: EventContext
        let start: Duration
        /// The thread of the call. It exists as long as the call is in the table.
        fileprivate let thread: pthread_t
        fileprivate var isReported = false
    }

    private struct Table {
        var calls: [Call?] = []
        var free: [Int] = []
    }

    private let table = OrderedMutex(.leaf, Table())

    /// Adds a call, and returns its index.
    func begin(
        _ program: String,
        _ function: ObservedCall.Function,
        _ messages: [AnyMessage],
        for context: EventContext,
        at start: Duration
    ) -> Int {
        var call: Call? = Call(
            program: program,
            function: function,
            messages: messages,
            context: context,
            start: start,
            thread: pthread_self()
        )
        return table.withLock { table in
            guard let index = table.free.popLast() else {
                table.calls.append(call)
                return table.calls.count - 1
            }
            // Not copied.
            swap(&table.calls[index], &call)
            return index
        }
    }

    /// Removes and returns a call. It is released by the caller, not under the lock: the messages may be large.
    @discardableResult
    func end(_ index: Int) -> Call? {
        var call: Call?
        table.withLock { table in
            table.free.append(index)
            swap(&table.calls[index], &call)
        }
        return call
    }

    /// How long the oldest of these calls has run.
    package func longest(at now: Duration) -> Duration {
        let first = table.withLock { table in table.calls.lazy.compactMap { $0?.start }.min() }
        return first.map { now - $0 } ?? .zero
    }

    /// Whether a call runs on that thread.
    package func isRunning(on thread: pthread_t) -> Bool {
        table.withLock { table in table.calls.contains { $0.map { pthread_equal($0.thread, thread) != 0 } ?? false } }
    }

    /// Returns the calls that have run for that long, each once.
    func takeEndless(longerThan time: Duration, at now: Duration) -> [(event: SessionEvent, context: EventContext)] {
        let found = table.withLock { table in
            var found: [Call] = []
            for index in table.calls.indices {
                guard let call = table.calls[index], !call.isReported, now - call.start >= time else { continue }
                table.calls[index]?.isReported = true
                found.append(call)
            }
            return found
        }
        // Not under the lock, since this runs code of the program.
        return found.map { call in
            let event = SessionEvent.endlessCall(
                program: call.program,
                function: call.function,
                message: call.messages.first.map { caseName($0) } ?? "",
                seconds: Int((now - call.start).components.seconds)
            )
            return (event, call.context)
        }
    }

    /// Ends the process if a call has run for that long, by a signal to its thread. The signal's handler records what the thread was
    /// doing, so that it is not tried again.
    func endProcess(ifLongerThan time: Duration, at now: Duration) {
        table.withLock { table in
            for call in table.calls {
                // Under the lock, since the call cannot return meanwhile, and its thread therefore exists.
                if let call, now - call.start >= time { pthread_kill(call.thread, SIGABRT) }
            }
        }
    }
}

extension SessionRegistry {
    /// Logs the calls of programs that have not returned for some seconds. To be called every second or so, from a thread that runs
    /// no such calls.
    ///
    /// - Parameter limit: how long a call may take before the process ends for it; nil if it does not, since nothing would start
    ///   another one.
    package func watchCalls(endingProcessAfter limit: Duration?) {
        let now = environment.now()
        let time = min(RunningCalls.longestCall, limit ?? RunningCalls.longestCall)
        for (event, context) in calls.takeEndless(longerThan: time, at: now) { environment.log(event, context) }
        if let limit { calls.endProcess(ifLongerThan: limit, at: now) }
    }
}

extension RunningCalls {
    /// How long a call may take before it counts as one that does not end.
    package static let longestCall = Duration.seconds(10)
}
