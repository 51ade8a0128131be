import Dispatch
import Synchronization

/// Functions that are called after some time, one after the other.
///
/// Most of them are cancelled before their time: they limit how long an answer waits. A timer of Dispatch for each costs some 15 µs of
/// processor time and several hundred bytes, since it wakes two threads when it is set and when it ends. Here one timer is set for the
/// earliest call, and each further call is an entry of a heap. A cancelled call stays there until others have removed it: once half of
/// the entries are cancelled, the heap is made anew.
final class TimerQueue: Sendable {
    fileprivate struct State {
        /// A binary heap: no entry is before its parent, which has half its index.
        var entries: [Entry] = []
        /// The number of entries whose call is cancelled.
        var cancelled = 0
        var number: UInt64 = 0
        /// The earliest time for which the timer is set.
        var alarm = UInt64.max
    }

    fileprivate struct Entry {
        /// On Dispatch's clock, in nanoseconds.
        let time: UInt64
        /// Calls of the same time are made in the order in which they were added.
        let number: UInt64
        let call: PendingCall

        static func < (left: Entry, right: Entry) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    /// 73 years: Dispatch uses the two highest bits of a time for other things.
    private static let longest: Int64 = 1 << 61

    private let queue = DispatchQueue(label: "elmwood.timers")
    /// The calls that are not due yet.
    private let state = OrderedMutex(.leaf, State())

    /// The number of entries, with those of cancelled calls.
    var count: Int { state.withLock { $0.entries.count } }

    /// Calls the function once after that time, unless it is cancelled.
    func schedule(_ duration: Duration, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        let pending = PendingCall(call)
        let time = DispatchTime.now().uptimeNanoseconds + UInt64(min(max(0, duration.nanoseconds), Self.longest))
        let isEarliest = state.withLock { state -> Bool in
            state.number += 1
            state.add(Entry(time: time, number: state.number, call: pending))
            guard time < state.alarm else { return false }
            state.alarm = time
            return true
        }
        if isEarliest { setAlarm(at: time) }
        return ScheduledCall {
            pending.drop()
            self.state.withLock { $0.cancel(pending) }
        }
    }

    private func setAlarm(at time: UInt64) {
        queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) { self.callDue(at: time) }
    }

    /// - Parameter alarm: for when the timer was set.
    private func callDue(at alarm: UInt64) {
        // Whatever the clock says, the calls of that time are due: no other alarm is set for them.
        let now = max(alarm, DispatchTime.now().uptimeNanoseconds)
        let (due, next) = state.withLock { state -> ([PendingCall], UInt64?) in
            var due: [PendingCall] = []
            while let first = state.entries.first, first.time <= now || first.call.isCancelled {
                due.append(first.call)
                state.removeFirst()
            }
            // An alarm that was replaced by an earlier one changes nothing.
            guard state.alarm <= now else { return (due, nil) }
            state.alarm = state.entries.first?.time ?? .max
            return (due, state.entries.first?.time)
        }
        if let next { setAlarm(at: next) }
        for call in due { call.make() }
    }
}

extension TimerQueue.State {
    fileprivate mutating func add(_ entry: TimerQueue.Entry) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0, entries[index] < entries[(index - 1) / 2] {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    fileprivate mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        let call = entries.removeLast().call
        if call.isCancelled { cancelled -= 1 }
        call.leaveQueue()
        moveDown(0)
    }

    /// Moves an entry behind all that precede it below its place.
    private mutating func moveDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < entries.count && entries[child] < entries[least] {
                least = child
            }
            guard least != index else { return }
            entries.swapAt(index, least)
            index = least
        }
    }

    /// Counts a cancelled call, and removes all of them once they are half of the entries.
    fileprivate mutating func cancel(_ call: PendingCall) {
        guard call.cancel() else { return }
        cancelled += 1
        guard cancelled > 64, cancelled > entries.count / 2 else { return }
        entries.removeAll { $0.call.isCancelled }
        cancelled = 0
        for index in (0..<entries.count / 2).reversed() { moveDown(index) }
    }
}

/// A function that is called once, or released before that with everything it captures.
fileprivate final class PendingCall: Sendable {
    private enum Progress: UInt8, AtomicRepresentable { case queued, cancelled, left }

    /// The function; nil after it was called or dropped.
    private let call: OrderedMutex<(@Sendable () -> Void)?>
    /// Whether it has an entry. Accessed under the queue's lock, under which no other lock is taken.
    private let progress = Atomic(Progress.queued)

    init(_ call: @escaping @Sendable () -> Void) {
        self.call = OrderedMutex(.leaf, call)
    }

    /// Whether it has an entry, and is not made any more.
    var isCancelled: Bool { progress.load(ordering: .relaxed) == .cancelled }

    /// - Returns: whether it has an entry, and was not cancelled before.
    func cancel() -> Bool {
        progress.compareExchange(expected: .queued, desired: .cancelled, ordering: .relaxed).exchanged
    }

    /// It has no entry any more.
    func leaveQueue() { progress.store(.left, ordering: .relaxed) }

    func make() { take()?() }

    func drop() { _ = take() }

    private func take() -> (@Sendable () -> Void)? {
        call.withLock { call in
            defer { call = nil }
            return call
        }
    }
}
