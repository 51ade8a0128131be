import Glibc
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

extension PendingSurvivalTests {
    @Test func `On SIGHUP pending work continues in the next process, and finished work is not done again`()
        async throws
    {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let load = Load(visitors(OnceClient.self), port: server.port)
            for _ in 0..<4 {
                load.awaitMore(300)
                server.replaceWorker()
            }
            load.stop()
            #expect(load.unanswered == 0)
            try await awaitPending(of: server)
            let attempts = server.attempts
            expectAttemptsTold(attempts)
            let ends = Dictionary(grouping: attempts.filter(\.isEnd), by: \.id)
            #expect(ends.count == Set(attempts.map(\.id)).count)
            // Between an effect's last line and its return it may still be handed over.
            #expect(ends.count { $0.value.count > 1 } < 5)
            expectAllThere(load, at: server)
        }
    }
}
