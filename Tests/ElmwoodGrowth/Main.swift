import Glibc

// Doubles each input of a site, and says whose cost grows faster than n log n. Arguments are parts of the names of inputs to look at.

@main
struct Main {
    static func main() async throws {
        let wanted = CommandLine.arguments.dropFirst()
        let inputs = try Input.all().filter { input in wanted.isEmpty || wanted.contains { input.name.contains($0) } }
        print(
            "kB     ms of the processor, of which each is for twice the size of the one before   MB   powers of the size   input"
        )
        var faults: [String] = []
        for input in inputs {
            var growth = await Growth(input)
            // What grows faster does so each time, and what the machine does beside it does not.
            for _ in 0..<2 where !growth.isLinear { growth = await Growth(input) }
            if !growth.isLinear { faults.append(input.name) }
            print(line(of: input, growth))
            // At once, also into a file.
            fflush(nil)
        }
        guard faults.isEmpty else {
            print("These grow faster than n log n: \(faults.joined(separator: ", ")).")
            exit(EXIT_FAILURE)
        }
        print("\(inputs.count) inputs cost no more than n log n.")
    }

    private static func line(of input: Input, _ growth: Growth) -> String {
        func number(_ value: Double, _ width: Int) -> String {
            let tenths = Int((max(0, value) * 10).rounded())
            let text = "\(tenths / 10).\(tenths % 10)"
            return String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let last = growth.costs.last
        return number(Double(last?.bytes ?? 0) / 1_000, 8)
            + growth.costs.map { number($0.seconds * 1_000, 9) }.joined()
            + number((last?.memory ?? 0) / 1e6, 7) + number(growth.timePower, 6) + number(growth.memoryPower, 6)
            + "  \(growth.isLinear ? "" : "FAILS ")\(input.name)"
    }
}
