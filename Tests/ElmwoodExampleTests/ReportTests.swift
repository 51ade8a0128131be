import Elmwood
import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The report of a visit, as a visitor makes it.
@Suite struct ReportTests {
    @Test(arguments: TestTransport.usual)
    func `The map's event moves the place, and the form of the place flashes it`(transport: TestTransport) {
        let test = ProgramTest(VisitReport(), in: transport)
        test.dispatch("pick", VisitReport.Place(x: 20, y: 70))
        test.expectModel { $0.place = .init(x: 20, y: 70) }
        test.expect("site-map[x='20'][y='70']", count: 1)
        test.fill("X in percent", "30")
        test.within("form[data-form='place']") { test.submit() }
        test.expectModel { $0.place.x = 30 }
        test.expectCommand(.dispatch("map-flash", to: "map", VisitReport.Flash(times: 2)))
    }

    @Test(arguments: Script.allCases)
    func `A report has its text and its signature, and no stars without the element's script`(script: Script) {
        let test = ProgramTest(VisitReport(), script: script)
        test.attach("Signature", TestFile("me.png", type: "image/png", content: [1, 2, 3]))
        test.fill("Report", "**Fine**")
        test.click("Send")
        test.expectModel {
            $0.reports = [.init(place: .init(x: 50, y: 50), text: "**Fine**", stars: nil, isSigned: true)]
        }
        test.expect("#reports li", "**Fine** at 50, 50, signed")
    }

    @Test(arguments: TestTransport.usual)
    func `It can be used by all`(transport: TestTransport) {
        ProgramTest(VisitReport(), in: transport).expectAccessible()
    }
}
