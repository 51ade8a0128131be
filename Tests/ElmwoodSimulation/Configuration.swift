import ElmwoodSessions

/// The parameters of one seed's simulation: which faults occur, and how often. Most seeds have only some of the faults, since
/// faults that always occur together hide each other.
struct Configuration {
    var slots: Int
    var visitors: Int
    /// How many of the visitors have no script.
    var scriptless: Int
    var hasThief: Bool
    /// Whether each request may go to another process. Otherwise all requests go to one process for as long as it answers.
    var spreads: Bool
    var limits = SessionLimits()
    /// The maximum difference of the processes' clocks.
    var skew: Microseconds
    var network: Network
    var store: Store
    var processes: Processes
    var reads: Reads
    /// What the views of the programs read, in the order of ``SiteAddress/programs``.
    var plans: [ReadingPlan] = []
    /// How many places of the program at a pattern the visitors visit.
    var places: Int
    /// The maximum time between two actions of a visitor.
    var pause: Microseconds
    /// Whether visitors' programs send what is written to models that all share.
    var shares = false
    /// What processes are told of each other; nil if they are told nothing.
    var nodes: Nodes?

    struct Network {
        var latency: Microseconds
        var loses: Double
        var doubles: Double
        /// The probability for each piece of a stream that its connection is cut.
        var cuts: Double
    }

    struct Store {
        var latency: Microseconds
        /// The probability that a commit fails, and reports so.
        var fails: Double
        /// The probability that a commit succeeds, and reports that it failed.
        var lies: Double
        /// The probability that a call is answered only after many seconds.
        var hangs: Double
        /// Whether it says where it has put messages.
        var numbers: Bool
    }

    struct Processes {
        /// The minimum time between two of these faults; zero if there are none.
        var interval: Microseconds
        var kills: Double
        var stops: Double
        var hands: Double
    }

    struct Reads {
        /// The number of rows; zero if no view reads.
        var rows: Int
        var faults: Database.Faults
        /// The maximum time between two changes of a row from outside.
        var interval: Microseconds
        /// The probability that the processes are told of such a change.
        var tells: Double
    }

    struct Nodes {
        /// How long it usually takes until a process is told of a commit.
        var delay: Microseconds
        /// The probability that it takes up to a second.
        var slow: Double
        /// Whether connections are lost for so long that what was committed meanwhile is not told.
        var misses: Bool
        /// Whether the store fails over.
        var failsOver: Bool
    }

    init(_ chance: inout Chance) {
        func some(_ chance: inout Chance, _ often: Double, _ value: Double) -> Double {
            chance.happens(often) ? value * Double(1 + chance.index(4)) : 0
        }
        slots = 1 + chance.index(3)
        visitors = 1 + chance.index(3)
        scriptless = chance.happens(0.4) ? 1 : 0
        hasThief = chance.happens(0.5)
        spreads = slots > 1 && chance.happens(0.2)
        skew = chance.happens(0.25) ? .seconds(chance.number(1...180)) : 0
        pause = .milliseconds(chance.pick([200, 800, 3_000]) ?? 800)
        network = Network(
            latency: .milliseconds(chance.pick([1, 10, 80]) ?? 10),
            loses: some(&chance, 0.5, 0.03),
            doubles: some(&chance, 0.4, 0.04),
            cuts: some(&chance, 0.4, 0.02)
        )
        store = Store(
            latency: .milliseconds(chance.pick([1, 5, 50]) ?? 5),
            fails: some(&chance, 0.35, 0.03),
            lies: some(&chance, 0.35, 0.03),
            hangs: some(&chance, 0.25, 0.01),
            numbers: chance.happens(0.75)
        )
        processes = Processes(
            interval: chance.happens(0.8) ? .seconds(chance.number(1...8)) : 0,
            kills: some(&chance, 0.7, 0.3),
            stops: some(&chance, 0.5, 0.3),
            hands: some(&chance, 0.4, 0.3)
        )
        limits.sessions = chance.happens(0.4) ? 1 + chance.index(3) : 1_000
        limits.memoryLife = .seconds(chance.happens(0.4) ? 2 : 900)
        limits.effectWait = chance.happens(0.5) ? .milliseconds(100) : .zero
        limits.effectWaitWithoutScript = chance.happens(0.5) ? .seconds(10) : .zero
        limits.attention = .seconds(chance.happens(0.5) ? 3 : 60)
        limits.pages = chance.happens(0.2) ? 1 : 20
        places = chance.happens(0.6) ? 2 + chance.index(5) : 0
        limits.places = chance.happens(0.7) ? 1 + chance.index(2) : 100
        reads = Reads(
            rows: chance.happens(0.6) ? 1 + chance.index(4) : 0,
            faults: Database.Faults(
                latency: .milliseconds(chance.pick([2, 30, 600]) ?? 30),
                fails: some(&chance, 0.5, 0.05),
                hangs: some(&chance, 0.4, 0.03),
                ignores: chance.happens(0.5) ? 0.5 : 0
            ),
            interval: .milliseconds(chance.pick([200, 1_000, 5_000]) ?? 1_000),
            tells: chance.pick([0.5, 0.9, 1]) ?? 1
        )
        for _ in SiteAddress.programs {
            plans.append(reads.rows > 0 ? ReadingPlan(rawValue: chance.index(16)) : [])
        }
        limits.readTime = .seconds(chance.happens(0.5) ? 1 : 10)
        limits.reads = chance.happens(0.3) ? 1 + chance.index(2) : 64
        limits.waitingReads = chance.happens(0.15) ? 1 + chance.index(3) : 10_000
    }

    /// Makes the processes nodes that are told of each other's commits.
    mutating func addNodes(seed: UInt64) {
        var chance = Chance(seed: ~seed)
        nodes = Nodes(
            delay: .milliseconds(chance.pick([1, 3, 20]) ?? 3),
            slow: chance.pick([0, 0.02, 0.2]) ?? 0,
            misses: chance.happens(0.3),
            failsOver: chance.happens(0.2)
        )
        slots = max(slots, 2 + chance.index(2))
        spreads = chance.happens(0.75)
        // What is due is due by the clock of the store.
        skew = 0
        shares = chance.happens(0.5)
    }

    /// Some seeds have limits that are reached.
    mutating func addLimits(seed: UInt64) {
        var chance = Chance(seed: seed ^ 0x5a5a_5a5a_5a5a_5a5a)
        // A board that is full takes no number.
        if !shares, chance.happens(0.15) { limits.modelSize = chance.pick([200, 400, 800]) ?? 400 }
        if chance.happens(0.15) { limits.effects = 1 + chance.index(2) }
    }

    /// Leaves out reads and places.
    mutating func leaveOutData() {
        reads.rows = 0
        plans = plans.map { _ in [] }
        places = 0
    }
}
