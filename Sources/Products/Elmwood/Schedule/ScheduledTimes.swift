/// The times at which scheduled work is due.
enum ScheduledTimes: Hashable, Sendable {
    /// Each multiple of that many seconds since 1970.
    case every(Int64)
    /// Once a day, that many seconds after midnight in UTC.
    case daily(Int64)

    private static let day: Int64 = 86_400

    /// Returns the latest of the times that is not after a moment. All are in seconds since 1970.
    func latest(at moment: Int64) -> Int64 {
        let (interval, offset) =
            switch self {
            case .every(let seconds): (max(1, seconds), Int64(0))
            case .daily(let seconds): (Self.day, seconds)
            }
        let distance = moment - offset
        let remainder = distance % interval
        return distance - (remainder < 0 ? remainder + interval : remainder) + offset
    }

    /// Returns the first of the times that is after a moment.
    func next(after moment: Int64) -> Int64 {
        switch self {
        case .every(let seconds): latest(at: moment) + max(1, seconds)
        case .daily: latest(at: moment) + Self.day
        }
    }
}
