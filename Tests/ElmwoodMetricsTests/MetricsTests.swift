import ElmwoodObservation
import Synchronization
import Testing

@testable import ElmwoodMetrics

/// What metrics count, and their text.
@Suite struct MetricsTests {
    private func text(of metrics: Metrics) -> String {
        var text = MetricsText()
        metrics.write(to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private func request(_ program: String?, _ status: Int, _ duration: Duration = .zero) -> Observation {
        .request(
            ObservedRequest(kind: .page, program: program, status: status, reason: nil, duration: duration, bytes: 10)
        )
    }

    @Test func `Requests are counted by program, kind and status, and a histogram is cumulative`() {
        let metrics = Metrics { .zero }
        for duration in [50, 100, 101, 3_000, 20_000_000] {
            metrics.observe(request("/shop", 200, .microseconds(duration)))
        }
        metrics.observe(request(nil, 404))
        // A status that no server sends.
        metrics.observe(request("/shop", 999))
        let lines = text(of: metrics).split(separator: "\n").map(String.init)
        #expect(lines.contains(#"elmwood_requests_total{program="/shop",kind="page",status="200"} 5"#))
        #expect(lines.contains(#"elmwood_requests_total{program="",kind="page",status="404"} 1"#))
        #expect(lines.contains(#"elmwood_requests_total{program="/shop",kind="page",status="599"} 1"#))
        #expect(lines.contains(#"elmwood_response_bytes_total{program="/shop",kind="page"} 60"#))
        let bucket = #"elmwood_request_duration_seconds_bucket{kind="page",le="#
        #expect(lines.contains(bucket + #""0.0001"} 4"#))
        #expect(lines.contains(bucket + #""0.00025"} 5"#))
        #expect(lines.contains(bucket + #""0.005"} 6"#))
        #expect(lines.contains(bucket + #""10"} 6"#))
        #expect(lines.contains(bucket + #""+Inf"} 7"#))
        #expect(lines.contains(#"elmwood_request_duration_seconds_count{kind="page"} 7"#))
        #expect(lines.contains(#"elmwood_request_duration_seconds_sum{kind="page"} 20.003251"#))
    }

    @Test func `What is counted of a program is the same whether each event names it or it is asked for once`() {
        let (named, asked) = (Metrics { .zero }, Metrics { .zero })
        for program in ["/shop", "/", "/shop"] {
            named.observe(.call(ObservedCall(program: program, function: .view, duration: .milliseconds(3))))
            asked.receiverOfCalls(of: program).receive(.view, .milliseconds(3))
        }
        for program in ["/shop", nil, "/"] {
            for (status, reason) in [(200, nil), (403, "cross_site")] as [(Int, String?)] {
                named.observe(
                    .request(
                        ObservedRequest(
                            kind: .post,
                            program: program,
                            status: status,
                            reason: reason,
                            duration: .milliseconds(7),
                            bytes: 30
                        )
                    )
                )
                asked.receiverOfRequests(of: program).receive(.post, status, reason, .milliseconds(7), 30)
            }
        }
        #expect(text(of: asked) == text(of: named))
        #expect(text(of: asked).contains(#"elmwood_call_duration_seconds_count{program="/shop",function="view"} 2"#))
        #expect(text(of: asked).contains(#"elmwood_request_duration_seconds_count{kind="post"} 6"#))
        #expect(text(of: asked).contains(#"elmwood_refusals_total{reason="cross_site"} 3"#))
    }

    @Test func `An observer that finds no program for itself is told of each event`() {
        let calls = Calls()
        let observer = NamedCalls { call in calls.all.withLock { $0.append("\(call.program) \(call.function)") } }
        observer.receiverOfCalls(of: "/shop").receive(.update, .zero)
        #expect(calls.all.withLock { $0 } == ["/shop update"])
    }

    private final class Calls: Sendable { let all = Mutex<[String]>([]) }

    private struct NamedCalls: Observer {
        let note: @Sendable (ObservedCall) -> Void

        func observe(_ event: Observation) { if case .call(let call) = event { note(call) } }
    }

    @Test func `Each line is one of the format, and each metric is described before its values`() throws {
        let metrics = Metrics { .zero }
        let hostile = "/a\"b\\c\nd{e=\"f\"} 1"
        metrics.observe(request(hostile, 200))
        metrics.observe(.call(ObservedCall(program: hostile, function: .view, duration: .milliseconds(1))))
        metrics.observe(.turn(turn(of: 1, .milliseconds(1))))
        metrics.observe(.patch(program: hostile, duration: .milliseconds(1), bytes: 5))
        metrics.observe(.store(ObservedStore(operation: .commit, sessions: 3, duration: .zero, hasFailed: true)))
        metrics.observe(.read(read(hostile)))
        metrics.observe(.keptValue(read: hostile))
        metrics.observe(.eviction(visitors: 7))
        metrics.observe(.incident(kind: "turn_failed", program: hostile))
        var described: Set<Substring> = []
        for line in text(of: metrics).split(separator: "\n") {
            if let comment = line.wholeMatch(of: /# (HELP|TYPE) ([a-z_]+) .+/) {
                if comment.1 == "TYPE" { #expect(described.insert(comment.2).inserted) }
                continue
            }
            let value = try #require(
                line.wholeMatch(
                    of: /([a-z_]+?)(_bucket|_sum|_count)?(\{([a-z]+="([^"\\]|\\["\\n])*",?)+\})? [0-9.e+-]+/
                )
            )
            #expect(described.contains(value.1) || described.contains(value.1 + (value.2 ?? "")))
        }
        #expect(text(of: metrics).contains(#"program="/a\"b\\c\nd{e=\"f\"} 1""#))
        #expect(text(of: metrics).contains("elmwood_evictions_total 7\n"))
        #expect(text(of: metrics).contains(#"elmwood_store_errors_total{operation="commit"} 1"#))
    }

    private enum Message { case press(Int) }

    private func turn(of session: Int, _ duration: Duration) -> ObservedTurn {
        ObservedTurn(
            program: "/",
            session: session,
            duration: duration,
            hasFailed: false,
            message: Message.press(session)
        )
    }

    @Test func `The slowest turns of an hour are listed by the names of their messages`() {
        let metrics = Metrics { .zero }
        for number in 1...1_000 { metrics.observe(.turn(turn(of: number, .milliseconds(number * 7 % 1_009)))) }
        let slowest = metrics.overview.slowest
        #expect(slowest.count == 20)
        #expect(slowest.map(\.microseconds) == slowest.map(\.microseconds).sorted(by: >))
        #expect(slowest.first?.microseconds == 1_008_000)
        #expect(slowest.allSatisfy { $0.message == "press" })
    }

    @Test func `A slow turn is forgotten after an hour`() {
        var slowest = SlowestTurns()
        slowest.add(turn(of: 1, .seconds(9)), at: .zero)
        slowest.add(turn(of: 2, .seconds(1)), at: .seconds(3_601))
        #expect(slowest.entries.map(\.session) == [2])
    }

    @Test func `A session that takes a tenth of all time is found among any number of others, and is not understated`()
    {
        var costliest = CostliestSessions()
        for number in 1...20_000 {
            costliest.add(.milliseconds(1), of: number, in: "/")
            if number % 10 == 0 { costliest.add(.milliseconds(1), of: 0, in: "/") }
        }
        let first = costliest.entries.max { $0.time < $1.time }
        #expect(first?.session == 0)
        #expect((first?.time ?? .zero) >= .seconds(2))
        #expect(costliest.entries.count == CostliestSessions.capacity)
    }

    private func read(
        _ name: String,
        _ outcome: ObservedRead.Outcome = .value,
        lasting duration: Duration = .milliseconds(3),
        requests: Int = 1,
        hasChanged: Bool = true
    ) -> ObservedRead {
        ObservedRead(
            name: name,
            outcome: outcome,
            duration: duration,
            wait: .milliseconds(1),
            hasChanged: hasChanged,
            requests: requests,
            pages: 2
        )
    }

    @Test func `Reads are counted by the name of their type and by outcome, and needs by what has answered them`() {
        let metrics = Metrics { .zero }
        metrics.observe(.read(read("Article", requests: 3)))
        metrics.observe(.read(read("Article", requests: 2, hasChanged: false)))
        metrics.observe(.read(read("Article", .timeout)))
        metrics.observe(.read(read("Article", .refused)))
        for _ in 0..<4 { metrics.observe(.keptValue(read: "Article")) }
        metrics.observe(.read(read("Author", .failure)))
        let lines = text(of: metrics).split(separator: "\n").map(String.init)
        #expect(lines.contains(#"elmwood_reads_total{read="Article",outcome="value"} 2"#))
        #expect(lines.contains(#"elmwood_reads_total{read="Article",outcome="timeout"} 1"#))
        #expect(lines.contains(#"elmwood_reads_total{read="Article",outcome="refused"} 1"#))
        #expect(lines.contains(#"elmwood_reads_total{read="Author",outcome="failure"} 1"#))
        // A read that was refused took no time, and answered nobody.
        #expect(lines.contains(#"elmwood_read_duration_seconds_count{read="Article"} 3"#))
        #expect(lines.contains(#"elmwood_read_duration_seconds_bucket{read="Article",le="0.0025"} 0"#))
        #expect(lines.contains(#"elmwood_read_duration_seconds_bucket{read="Article",le="0.005"} 3"#))
        #expect(lines.contains(#"elmwood_read_values_total{read="Article",by="read"} 6"#))
        #expect(lines.contains(#"elmwood_read_values_total{read="Article",by="kept"} 4"#))
        #expect(lines.contains(#"elmwood_read_changes_total{read="Article"} 2"#))
        #expect(lines.contains("elmwood_read_wait_seconds_count 4"))
    }

    @Test func `The reads that have taken the most time together are listed first`() {
        let metrics = Metrics { .zero }
        for _ in 0..<3 { metrics.observe(.read(read("Frequent"))) }
        metrics.observe(.read(read("Slow", .timeout, lasting: .milliseconds(10))))
        metrics.observe(.keptValue(read: "Frequent"))
        #expect(
            metrics.overview.reads == [
                MetricsOverview.Read(name: "Slow", reads: 1, failures: 1, kept: 0, microseconds: 10_000),
                MetricsOverview.Read(name: "Frequent", reads: 3, failures: 0, kept: 1, microseconds: 3_000),
            ]
        )
    }

    @Test func `A hundred types of reads are counted by their names, and all others together`() {
        var counts = ReadCounts()
        for number in 0..<1_000 { counts.add(read("Page<\(number)>")) }
        for number in 0..<1_000 { counts.addKeptValue(of: "Page<\(number)>") }
        #expect(counts.counts.count == ReadCounts.most + 1)
        #expect(counts.counts.last?.name == ReadCounts.others)
        #expect(counts.counts.last?.kept == 1_000 - ReadCounts.most)
        #expect(counts.counts.first?.outcomes == [1, 0, 0, 0])
    }
}
