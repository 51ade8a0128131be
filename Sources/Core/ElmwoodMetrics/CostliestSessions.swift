/// The sessions whose turns have taken the most time together, found in bounded memory.
///
/// This is the algorithm Space-Saving (Metwally, Agrawal and El Abbadi, "Efficient Computation of Frequent and Top-k Elements in Data
/// Streams", 2005): a session without an entry takes over that of the session with the least time, including its time. A session that
/// takes more than a hundredth of all time is therefore always found, and no time is understated.
struct CostliestSessions {
    struct Entry {
        var program: String
        var session: Int
        var time: Duration = .zero
        var turns = 0
    }

    private(set) var entries: [Entry] = []
    private var indices: [Int: Int] = [:]
    static let capacity = 100

    mutating func add(_ duration: Duration, of session: Int, in program: String) {
        if let index = indices[session] {
            entries[index].time += duration
            entries[index].turns += 1
            return
        }
        var entry = Entry(program: program, session: session, time: duration, turns: 1)
        guard entries.count == Self.capacity,
            let index = entries.indices.min(by: { entries[$0].time < entries[$1].time })
        else {
            indices[session] = entries.count
            entries.append(entry)
            return
        }
        indices[entries[index].session] = nil
        indices[session] = index
        entry.time += entries[index].time
        entries[index] = entry
    }
}
