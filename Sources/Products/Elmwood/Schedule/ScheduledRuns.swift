import ElmwoodArchitecture
import FoundationEssentials

/// When scheduled work was done last: one model for each name, which all nodes share.
///
/// A node that wants to do the work sends a claim. The store applies the claims one after the other, so one of them wins.
struct ScheduledRuns: SharedProgram {
    static let name = "elmwood/schedule"

    /// How long a run counts as active without a renewal, in seconds. Its node renews the lease three times as often.
    static let lease: Int64 = 120

    struct Model: Codable, Equatable, Sendable {
        /// The time for which the work was done last, or is being done, in seconds since 1970.
        var time: Int64?
        /// The name of the active run; nil if there is none.
        var run: UInt64?
        /// When its lease ends, in seconds since 1970.
        var end: Int64 = 0
        /// The last run that has ended; nil if there is none.
        var last: ScheduledRun?
        /// When the active run began.
        var start: Date?
    }

    enum Message: Codable, Equatable, Sendable {
        /// The work was never done: it begins with the next time.
        case begin(time: Int64)
        case claim(run: UInt64, time: Int64, at: Date)
        case renewed(run: UInt64, at: Date)
        case ended(run: UInt64, at: Date, failure: String?)
        /// The process ends before the work is done. Another one may begin it again.
        case released(run: UInt64)
    }

    func start(_ key: String) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .begin(let time):
            if model.time == nil { model.time = time }
        case .claim(let run, let time, let date):
            guard model.isFree(for: time, at: date.seconds) else { break }
            (model.run, model.time, model.start) = (run, time, date)
            model.end = date.seconds + Self.lease
        case .renewed(let run, let date):
            if model.run == run { model.end = date.seconds + Self.lease }
        case .ended(let run, let date, let failure):
            guard model.run == run else { break }
            model.last = ScheduledRun(start: model.start ?? date, end: date, failure: failure)
            model.run = nil
        case .released(let run):
            if model.run == run { model.end = 0 }
        }
        return .none
    }
}

extension ScheduledRuns.Model {
    /// Whether a run for a time may begin at a moment.
    func isFree(for time: Int64, at moment: Int64) -> Bool {
        guard let known = self.time else { return false }
        // A run of a process that has ended is begun again for its time.
        return run == nil ? known < time : end <= moment && known <= time
    }
}

/// A run of scheduled work that has ended.
public struct ScheduledRun: Codable, Equatable, Sendable {
    /// When it began.
    public var start: Date
    /// When it ended.
    public var end: Date
    /// The error with which it failed, in words; nil if it succeeded.
    public var failure: String?
}

extension Date {
    /// Whole seconds since 1970.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}
