import ElmwoodSessions

/// What one seed's simulation is made of: which faults there are, and how many. Most seeds have some of them only, since faults
/// that always come together hide each other.
struct Configuration {
    var slots: Int
    var visitors: Int
    /// How many of the visitors have no script.
    var scriptless: Int
    var hasThief: Bool
    /// Whether each request may go to another process, instead of all to one for as long as it answers.
    var spreads: Bool
    var limits = SessionLimits()
    /// How far the clocks of processes are off, at most.
    var skew: Microseconds
    var network: Network
    var store: Store
    var processes: Processes
    /// The time between two things that a visitor does, at most.
    var pause: Microseconds

    struct Network {
        var latency: Microseconds
        var loses: Double
        var doubles: Double
        /// How often a stream's connection is cut, a piece.
        var cuts: Double
    }

    struct Store {
        var latency: Microseconds
        /// A commit that is not done, and says so.
        var fails: Double
        /// A commit that is done, and says that it is not.
        var lies: Double
        /// A call that is answered after many seconds.
        var hangs: Double
    }

    struct Processes {
        /// The time between two of these, at least; zero where nothing happens to processes.
        var interval: Microseconds
        var kills: Double
        var stops: Double
        var hands: Double
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
            hangs: some(&chance, 0.25, 0.01)
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
        limits.attention = .seconds(chance.happens(0.5) ? 3 : 60)
        limits.pages = chance.happens(0.2) ? 1 : 20
    }
}
