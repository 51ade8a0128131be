import FoundationEssentials

extension Command: Equatable {
    /// Whether two commands do the same, in the same order, under the same id.
    ///
    /// Functions cannot be compared, so ``random(in:_:)`` and ``now(_:)`` are compared by their results. Two are equal if the range
    /// is the same and so are the messages made of a few probe values: the range's ends and its middle; the reference date, the
    /// start of 1970, and a moment of 2026 with a fraction of a second. So are ``sessions(of:id:_:)``, with no session and with three. Functions that differ only for other values count as equal.
    /// A ``load(_:in:id:_:)`` is compared in the same way: by key, scope and the type of the value, and by the messages made of nil
    /// and of a few sample values, as `Decodable` makes them of 0, 1 and 2. A type that is decoded only from certain texts, as most
    /// enumerations are, has no samples.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.kind == right.kind
    }
}

extension Command.Kind: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.none, .none), (.renewSession, .renewSession), (.removeAll, .removeAll):
            true
        case (.endSession(let left), .endSession(let right)):
            left == right
        case (.identify(let left), .identify(let right)):
            left == right
        case (.sessions(let leftAccount, let left), .sessions(let rightAccount, let right)):
            leftAccount == rightAccount && listProbes.allSatisfy { left($0) == right($0) }
        case (.endSessions(let leftAccount, let left), .endSessions(let rightAccount, let right)):
            leftAccount == rightAccount && left == right
        case (.batch(let left), .batch(let right)):
            left == right
        case (.send(let left), .send(let right)):
            left == right
        case (.after(let leftTime, let left), .after(let rightTime, let right)):
            leftTime == rightTime && left == right
        case (.random(let leftRange, let left), .random(let rightRange, let right)):
            leftRange == rightRange && probes(of: leftRange).allSatisfy { left($0) == right($0) }
        case (.now(let left), .now(let right)):
            dateProbes.allSatisfy { left($0) == right($0) }
        case (.cancel(let left), .cancel(let right)):
            left == right
        case (.deliver(let left), .deliver(let right)):
            left == right
        case (.save(let left, let leftKey, let leftScope), .save(let right, let rightKey, let rightScope)):
            left == right && leftKey == rightKey && leftScope == rightScope
        case (.load(let leftKey, let leftScope, let left), .load(let rightKey, let rightScope, let right)):
            leftKey == rightKey && leftScope == rightScope && left == right
        case (.remove(let leftKey, let leftScope), .remove(let rightKey, let rightScope)):
            leftKey == rightKey && leftScope == rightScope
        case (.broadcast(let leftTopic, let left), .broadcast(let rightTopic, let right)):
            leftTopic == rightTopic && left == right
        case (.changed(let left), .changed(let right)):
            left == right
        case (.page(let left), .page(let right)):
            left == right
        case (.notice(let left, let leftEnd), .notice(let right, let rightEnd)):
            left == right && leftEnd == rightEnd
        case (.problem(let left), .problem(let right)):
            left == right
        case (
            .effect(let left, let leftIsDurable, let leftWaits), .effect(let right, let rightIsDurable, let rightWaits)
        ):
            left == right && leftIsDurable == rightIsDurable && leftWaits == rightWaits
        default:
            // Commands of two different kinds. If all pairs of cases were spelled out, the compiler could not check the switch.
            false
        }
    }

    private static func probes(of range: ClosedRange<Int>) -> [Int] {
        // Halves each end before adding, so that the widest range does not overflow.
        let middle = range.lowerBound / 2 + range.upperBound / 2
        return [range.lowerBound, range.upperBound, min(max(middle, range.lowerBound), range.upperBound)]
    }

    private static var listProbes: [[ActiveSession]] {
        let sessions = dateProbes.enumerated().map { number, date in
            ActiveSession(id: "sample \(number)", created: date, used: date, isCurrent: number == 0)
        }
        return [[], sessions]
    }

    private static var dateProbes: [Date] {
        [
            Date(timeIntervalSinceReferenceDate: 0),
            Date(timeIntervalSince1970: 0),
            Date(timeIntervalSince1970: 1_780_000_000.125),
        ]
    }
}
