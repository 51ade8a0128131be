import Glibc

/// An input of a site, whose size is doubled up to its greatest length.
struct Input: Sendable {
    /// What it is, as a file of the results names it.
    let name: String
    /// The greatest length that is read, in bytes.
    let greatest: Int
    /// Returns an input of about that many bytes.
    let make: @Sendable (Int) -> [UInt8]
    /// Does with it what the site does. An input that is refused costs as well.
    let read: @Sendable ([UInt8]) async -> Void

    init(
        _ name: String,
        upTo greatest: Int,
        _ make: @escaping @Sendable (Int) -> [UInt8],
        read: @escaping @Sendable ([UInt8]) async -> Void
    ) {
        self.name = name
        self.greatest = greatest
        self.make = make
        self.read = read
    }

    /// An input that is a text, repeated.
    init(
        _ name: String,
        upTo greatest: Int,
        repeating text: String,
        after start: String = "",
        before end: String = "",
        read: @escaping @Sendable ([UInt8]) async -> Void
    ) {
        self.init(name, upTo: greatest) { size in
            let count = max(1, (size - start.utf8.count - end.utf8.count) / text.utf8.count)
            return Array((start + String(repeating: text, count: count) + end).utf8)
        } read: {
            await read($0)
        }
    }
}

/// What an input cost at each of six sizes, of which each is twice the one before.
struct Growth {
    struct Cost {
        let bytes: Int
        /// Processor time in seconds: the least of some rounds.
        let seconds: Double
        /// How much memory the process had more than before.
        let memory: Double
    }

    let costs: [Cost]

    /// What is not counted: processor time and memory are not measured more exactly.
    private static let (leastSeconds, leastMemory) = (0.000_5, 4_000_000.0)

    init(_ input: Input, rounds: Int = 3) async {
        var costs: [Cost] = []
        let before = Self.memory("VmRSS:")
        for doubling in (0...5).reversed() {
            let bytes = input.make(input.greatest >> doubling)
            var (seconds, memory) = (Double.infinity, Double.infinity)
            for _ in 0..<rounds {
                Self.resetPeak()
                let start = Self.processorTime()
                await input.read(bytes)
                seconds = min(seconds, Self.processorTime() - start)
                memory = min(memory, max(0, Self.memory("VmHWM:") - before))
                // What takes long needs no second opinion.
                if seconds > 5 { break }
            }
            costs.append(Cost(bytes: bytes.count, seconds: seconds, memory: memory))
        }
        self.costs = costs
    }

    /// By which power of the size a cost grows over some doublings; n log n is about 1.1, a square 2.
    private func power(_ cost: (Cost) -> Double, floor: Double, over doublings: Int) -> Double {
        guard let last = costs.last, costs.count > doublings else { return 0 }
        let first = costs[costs.count - 1 - doublings]
        return log2(max(cost(last), floor) / max(cost(first), floor)) / Double(doublings)
    }

    /// The power by which the processor time grows: over all five doublings, or over the last two, where it has outgrown what is constant.
    var timePower: Double {
        max(
            power(\.seconds, floor: Self.leastSeconds, over: 5),
            // Two doublings are measured less exactly.
            power(\.seconds, floor: 10 * Self.leastSeconds, over: 2) - 0.1
        )
    }

    var memoryPower: Double { power(\.memory, floor: Self.leastMemory, over: 5) }

    /// Whether neither grows faster than n log n.
    var isLinear: Bool { timePower < 1.5 && memoryPower < 1.5 }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Makes the process's peak of memory what it has now (proc(5), `clear_refs`).
    private static func resetPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY)
        if file >= 0 {
            write(file, "5", 1)
            close(file)
        }
    }

    /// Returns a line of `/proc/self/status`, in bytes.
    private static func memory(_ name: String) -> Double {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let file = open("/proc/self/status", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let count = read(file, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(name) } ?? ""
        return Double(line.split { !$0.isNumber }.first ?? "").map { $0 * 1_024 } ?? 0
    }
}
