import ElmwoodSimulation
import Testing

/// A few of the seeds of which `./dev simulate` runs a thousand: simulated processes over one store.
@Suite(.timeLimit(.minutes(5)))
struct SimulationTests {
    /// What the options of `./dev simulate` choose.
    enum Kind: String, CaseIterable {
        case plain = ""
        case data = " --data"
        case nodes = " --nodes"
    }

    @Test(arguments: UInt64(0)..<16, Kind.allCases)
    func `Despite faults of processes, store and network nothing is lost, duplicated or shown to others`(
        seed: UInt64,
        kind: Kind
    ) {
        let simulation = Simulation(seed: seed, hasData: kind == .data, hasNodes: kind == .nodes)
        simulation.run(steps: 400)
        let command = "./dev simulate --seeds \(seed) --steps 400\(kind.rawValue) --trace"
        #expect(simulation.fault == nil, "\(command) shows it step by step.")
        #expect(simulation.steps >= 400)
    }

    @Test func `A seed always gives the same trace, and another seed gives another one`() {
        func trace(_ seed: UInt64) -> (lines: [String], digest: UInt64) {
            let simulation = Simulation(seed: seed, hasData: true)
            var lines: [String] = []
            simulation.trace = { lines.append($0) }
            simulation.run(steps: 800)
            return (lines, simulation.traceDigest)
        }
        for seed in [3, 14] as [UInt64] {
            let (first, second) = (trace(seed), trace(seed))
            #expect(first.lines.count > 100)
            #expect(first.lines == second.lines)
            #expect(first.digest == second.digest)
        }
        #expect(trace(3).digest != trace(4).digest)
    }
}
