import ElmwoodTesting
import Testing

@Suite struct ReportingTests {
    @Test func `A report fails the running Swift Testing test, at the caller's line`() {
        withKnownIssue {
            Reporting.toTheTest.report("a sentence", TestLine(file: #filePath, line: 8))
        } matching: { issue in
            issue.sourceLocation?.line == 8 && "\(issue)".contains("a sentence")
        }
    }
}
