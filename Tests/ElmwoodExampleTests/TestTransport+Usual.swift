import ElmwoodTestSupport
import ElmwoodTesting

extension TestTransport {
    /// Process and HTTP, and a browser too if every test runs in full.
    static let usual: [TestTransport] = runsInFull ? allCases : [.process, .http]
}
