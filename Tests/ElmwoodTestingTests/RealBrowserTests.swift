import ElmwoodTesting
import Testing

/// What is done by calls and over a socket is done in a real Chromium too, and comes to the same.
@Suite(.serialized) struct RealBrowserTests {
    enum Body: String, CaseIterable, CustomTestStringConvertible {
        case click, loneFields, settling, forms, files, problems, validity, navigation, ends, failure, pushes, twoPages
        case details, debounce, keysAndFocus, pageEvents

        var testDescription: String { rawValue }

        /// Whether it is about what pages with script alone have.
        var needsScript: Bool { [.debounce, .keysAndFocus, .pageEvents].contains(self) }

        func run(_ script: Script) throws {
            let tests = SimulatedBrowserTests()
            let transport = TestTransport.browser
            switch self {
            case .click: try tests.click(transport: transport, script: script)
            case .loneFields: try tests.loneFields(transport: transport, script: script)
            case .settling: try tests.settling(transport: transport, script: script)
            case .forms: try tests.forms(transport: transport, script: script)
            case .files: try tests.files(transport: transport, script: script)
            case .problems: try tests.problems(transport: transport, script: script)
            case .validity: try tests.validity(transport: transport, script: script)
            case .navigation: try tests.navigation(transport: transport, script: script)
            case .ends: try tests.ends(transport: transport, script: script)
            case .failure: try tests.failure(transport: transport, script: script)
            case .pushes: try tests.pushes(transport: transport, script: script)
            case .twoPages: try tests.twoPages(transport: transport, script: script)
            case .details: try tests.details(transport: transport, script: script)
            case .debounce: try tests.debounce(transport: transport)
            case .keysAndFocus: try tests.keysAndFocus(transport: transport)
            case .pageEvents: try tests.pageEvents(transport: transport)
            }
        }
    }

    @Test("A real browser comes to the same", arguments: Body.allCases, Script.allCases)
    func same(body: Body, script: Script) throws {
        if script == .off, body.needsScript { return }
        try body.run(script)
    }
}
