import Glibc

/// Measures Elmwood, and prints the results beside the targets.
///
/// It reports and does not judge: its exit status is 0 even if a limit is missed, and 1 only if something could not be measured.
@main
enum Benchmarks {
    static func main() {
        do {
            guard let options = try Options.parse(Array(CommandLine.arguments.dropFirst())) else {
                return printLine(Options.help)
            }
            try run(options)
        } catch {
            let sentence = Array("Benchmarks: \(error)\n".utf8)
            _ = write(STDERR_FILENO, sentence, sentence.count)
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        let products = try Products()
        var report = Report()
        printLine(
            "Elmwood's benchmarks: \(options.rounds) rounds of \(options.requests) requests over "
                + "\(options.connections) connections, \(options.threads) threads a server."
        )
        for subject in options.subjects {
            switch subject {
            case .get: report.add(try RequestBenchmark(options: options, products: products).run())
            // GET and POST are measured together, in the same rounds.
            case .post where options.subjects.contains(.get): continue
            case .post: report.add(try RequestBenchmark(options: options, products: products).run())
            case .table: report.add(try TableBenchmark(options: options, products: products).run())
            case .reads: report.add(try ReadBenchmark(options: options, products: products).run())
            case .endpoint: report.add(try EndpointBenchmark(options: options, products: products).run())
            case .conduit: report.add(try ConduitBenchmark(options: options, products: products).run())
            case .compression: report.add(try CompressionBenchmark(options: options, products: products).run())
            case .live: report.add(try LiveBenchmark(options: options, products: products).run())
            case .pages: report.add(try OpenPagesBenchmark(options: options, products: products).run())
            case .sessions: report.add(try SessionBenchmark(options: options, products: products).run())
            case .durable: report.add(try DurablePostBenchmark(options: options, products: products).run())
            case .restart: report.add(try RestartBenchmark(options: options, products: products).run())
            case .stored: report.add(try StoredMemoryBenchmark(options: options, products: products).run())
            case .streams: report.add(try StreamBenchmark(options: options, products: products).run())
            case .shared: report.add(try SharedBenchmark(options: options, products: products).run())
            case .cluster: try ClusterBenchmark(options: options, products: products).run { report.add($0) }
            case .start: report.add(try StartBenchmark(options: options, products: products).run())
            case .view: report.add(try ViewBenchmark(options: options).run())
            case .reload: report.add(try ReloadBenchmark(products: products).run())
            case .attack: report.add(try AttackBenchmark(options: options, products: products).run())
            case .build: report.add(try BuildBenchmark(products: products).run())
            }
        }
        printLine("\n" + report.table)
    }
}

/// Prints a line immediately, even if the output is not a terminal.
func printLine(_ line: String) {
    print(line)
    fflush(nil)
}
