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
            let place = TestTransport.browser
            switch self {
            case .click: try tests.click(place: place, script: script)
            case .loneFields: try tests.loneFields(place: place, script: script)
            case .settling: try tests.settling(place: place, script: script)
            case .forms: try tests.forms(place: place, script: script)
            case .files: try tests.files(place: place, script: script)
            case .problems: try tests.problems(place: place, script: script)
            case .validity: try tests.validity(place: place, script: script)
            case .navigation: try tests.navigation(place: place, script: script)
            case .ends: try tests.ends(place: place, script: script)
            case .failure: try tests.failure(place: place, script: script)
            case .pushes: try tests.pushes(place: place, script: script)
            case .twoPages: try tests.twoPages(place: place, script: script)
            case .details: try tests.details(place: place, script: script)
            case .debounce: try tests.debounce(place: place)
            case .keysAndFocus: try tests.keysAndFocus(place: place)
            case .pageEvents: try tests.pageEvents(place: place)
            }
        }
    }

    @Test("A real browser comes to the same", arguments: Body.allCases, Script.allCases)
    func same(body: Body, script: Script) throws {
        if script == .off, body.needsScript { return }
        try body.run(script)
    }
}
