import Foundation
import ElmwoodSimulation
import Synchronization

// Runs simulations from seeds, in parallel on all processors, and reports which of them found a fault.

var first: UInt64 = 0
var last: UInt64 = 999
var steps = 1_000
var isTraced = false
var hasData = false
var hasNodes = false

func stop(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
    exit(2)
}

var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
    switch option {
    case "--seeds":
        let ends = arguments.popFirst().map { $0.components(separatedBy: "..") } ?? []
        guard let begin = ends.first.flatMap({ UInt64($0) }), let end = ends.last.flatMap({ UInt64($0) }), begin <= end
        else { stop("--seeds takes a seed, or the first and the last: 7, or 0..999.") }
        (first, last) = (begin, end)
    case "--steps":
        guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else {
            stop("--steps takes how many steps each simulation has before faults are over.")
        }
        steps = count
    case "--trace": isTraced = true
    case "--data": hasData = true
    case "--nodes": hasNodes = true
    default: stop("The options are --seeds A..B, --steps N, --data, --nodes and --trace, not \(option).")
    }
}

struct Outcome {
    var steps = 0
    var faults: [(seed: UInt64, sentence: String)] = []
    var digest: UInt64 = 0
}

let outcome = Mutex(Outcome())
let begin = ContinuousClock.now
let (firstSeed, count, limit, traces) = (first, Int(last - first) + 1, steps, isTraced)
let (withData, withNodes) = (hasData, hasNodes)
DispatchQueue.concurrentPerform(iterations: count) { index in
    let simulation = Simulation(seed: firstSeed + UInt64(index), hasData: withData, hasNodes: withNodes)
    if traces { simulation.trace = { print($0) } }
    simulation.run(steps: limit)
    outcome.withLock { outcome in
        outcome.steps += simulation.steps
        outcome.digest ^= simulation.traceDigest &* (2 * simulation.seed + 1)
        if let fault = simulation.fault { outcome.faults.append((simulation.seed, fault)) }
    }
}

let found = outcome.withLock { $0 }
for fault in found.faults.sorted(by: { $0.seed < $1.seed }) { print("seed \(fault.seed): \(fault.sentence)") }
let seconds = (ContinuousClock.now - begin) / .seconds(1)
print(
    "\(count) simulations, \(found.steps) steps, \(found.faults.count) found a fault, "
        + "digest \(String(found.digest, radix: 16)), \(String(format: "%.1f", seconds)) s"
)
if let fault = found.faults.min(by: { $0.seed < $1.seed }) {
    let options = (hasData ? " --data" : "") + (hasNodes ? " --nodes" : "")
    print(
        "./dev simulate --seeds \(fault.seed) --steps \(limit)\(options) --trace shows the first again, step by step."
    )
}
exit(found.faults.isEmpty ? 0 : 1)
