/// What clocks of a zone show: the changes that are listed, and the rule for the time after the last of them.
final class ZoneRules: Sendable {
    /// A kind of time that clocks show, such as summer time.
    struct LocalType: Equatable, Sendable {
        /// How many seconds clocks are ahead of UTC.
        var offset: Int
        var abbreviation: String
    }

    /// The moments of the changes, in seconds since 1970, in ascending order.
    private let times: [Int]
    /// The index of the type from each of these moments on.
    private let indexes: [UInt8]
    private let types: [LocalType]
    /// The type before the first change.
    private let first: LocalType
    /// The rule after the last change; nil if the last type remains.
    private let rule: ZoneRule?

    /// - Returns: nil if the lists do not correspond.
    init?(times: [Int], indexes: [UInt8], types: [LocalType], rule: ZoneRule?) {
        guard let first = types.first, times.count == indexes.count, zip(times, times.dropFirst()).allSatisfy(<),
            indexes.allSatisfy({ Int($0) < types.count })
        else { return nil }
        (self.times, self.indexes, self.types, self.first, self.rule) = (times, indexes, types, first, rule)
    }

    private init(_ type: LocalType) {
        (times, indexes, types, first, rule) = ([], [], [type], type, nil)
    }

    static let utc = ZoneRules(LocalType(offset: 0, abbreviation: "UTC"))

    /// Returns what clocks show at a moment, in seconds since 1970.
    func type(at seconds: Int) -> LocalType {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        // RFC 9636, section 3.2: the first type holds before the first change, and the rule from the last one on.
        if low == times.count, let rule { return rule.type(at: seconds) }
        return low == 0 ? first : types[Int(indexes[low - 1])]
    }

    /// Returns the moment at which clocks show a local time: the earlier one of two, and for one that is skipped, the moment as if the
    /// clocks had not been changed. All numbers are seconds since 1970, the local ones as if they were UTC.
    func seconds(ofLocal local: Int) -> Int {
        // No clock is more than a day from UTC, so these are the offsets before and after any change that is near. (Two changes
        // within two days are none that people have made.)
        let before = type(at: local - 86_400).offset
        let after = type(at: local + 86_400).offset
        // The greater offset is of the earlier moment.
        for offset in [max(before, after), min(before, after)] where type(at: local - offset).offset == offset {
            return local - offset
        }
        return local - before
    }
}
