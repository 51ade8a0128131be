import ElmwoodArchitecture
import ElmwoodBenchmarkPrograms
import ElmwoodMessageText
import ElmwoodViewTree

/// The cost of a view by itself, without a server: CPU time of this thread.
///
/// It shows which step of a page has become slower, if the page as a whole has.
struct ViewBenchmark {
    let options: Options

    /// Measures it.
    func run() throws -> [Finding] {
        let program = Table()
        let model = program.model
        let page = Page()
        let build = try measure {
            _ = try Rendering.render { program.view(model, on: page).html }
        }
        let rendering = try Rendering.render { program.view(model, on: page).html }
        let write = try measure {
            _ = rendering.html()
        }
        let messages = model.rows.map { Table.Message.remove(id: $0.id) }
        let writer = MessageWriter()
        let texts = try measure {
            for message in messages {
                try writer.withText(of: message) { _ in }
            }
        }
        return [
            finding("table's tape", build, unit: " µs", scale: 1_000, detail: "\(rendering.size) bytes"),
            finding("table's HTML", write, unit: " µs", scale: 1_000, detail: "\(rendering.html().count) bytes"),
            finding("text of a message", texts, unit: " ns", scale: Double(messages.count), detail: "remove(id:1)"),
        ]
    }

    /// Returns the CPU time of many runs in nanoseconds, without the first runs.
    private func measure(_ work: () throws -> Void) throws -> Statistics {
        for _ in 0..<20 { try work() }
        let times = try (0..<max(options.rounds * 20, 60)).map { _ in
            let begin = WallClock.thread
            try work()
            return Double(WallClock.thread - begin)
        }
        return Statistics(times)
    }

    private func finding(
        _ subject: String,
        _ time: Statistics,
        unit: String,
        scale: Double,
        detail: String
    ) -> Finding {
        func text(_ nanoseconds: Double) -> String { (nanoseconds / scale).rounded(to: 0) }
        return Finding(
            subject,
            text(time.median) + unit,
            detail: "\(text(time.lowest)) at best, \(text(time.quartiles.1)) at the third quartile; \(detail)"
        )
    }
}
