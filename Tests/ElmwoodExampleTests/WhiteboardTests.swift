import Elmwood
import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The whiteboard from its visitors' points of view.
@Suite struct WhiteboardTests {
    private func board(script: Script = .on) -> ProgramTest<WhiteboardPage> {
        ProgramTest(WhiteboardPage(), script: script, .loosely, sharing: [Whiteboard()])
    }

    private func spots(_ test: ProgramTest<WhiteboardPage>) -> [[Spot]] {
        test.shared(Whiteboard.self, "main").model?.strokes.map(\.spots) ?? []
    }

    @Test func `A pointer draws a dot where it is pressed, in the chosen color`() {
        let test = board()
        test.click("Red")
        test.press("press", x: 120, y: 80)
        test.expect("polyline.red[points='120,80 120,80']", count: 1)
        test.press("press", x: 400, y: 300)
        #expect(spots(test) == [[Spot(x: 120, y: 80)], [Spot(x: 400, y: 300)]])
    }

    @Test func `The arrow keys draw while the pen is down`() {
        let test = board()
        test.key(.arrowRight, in: "keys")
        test.key(" ", in: "keys")
        test.key(.arrowDown, in: "keys")
        test.key(.arrowDown, in: "keys")
        test.key(" ", in: "keys")
        test.key(.arrowLeft, in: "keys")
        #expect(spots(test) == [[Spot(x: 210, y: 150), Spot(x: 210, y: 160), Spot(x: 210, y: 170)]])
    }

    @Test func `A key with a modifier draws nothing`() {
        let test = board()
        test.key(" ", .control, in: "keys")
        #expect(spots(test) == [])
    }

    @Test func `Without script the image button draws lines from press to press`() {
        let test = board(script: .off)
        test.click("Draw a line to here")
        test.expect("polyline.black[points='0,0 0,0']", count: 1)
        test.click("Lift the pen")
        test.click("Draw a line to here")
        #expect(spots(test).count == 2)
        test.click("Undo")
        #expect(spots(test).count == 1)
        test.click("Clear my lines")
        #expect(spots(test) == [])
    }

    @Test func `A board has so many lines of so many points, and the oldest lines give way`() {
        let test = board()
        let shared = test.shared(Whiteboard.self, "main")
        for x in 0..<250 { shared.send(.begin(Spot(x: x, y: 0), .blue), from: Sender(id: "other")) }
        for x in 0..<250 { shared.send(.draw(Spot(x: x, y: 1)), from: Sender(id: "other")) }
        #expect(shared.model?.strokes.count == 200)
        #expect(shared.model?.strokes.first?.spots.first == Spot(x: 50, y: 0))
        #expect(shared.model?.strokes.last?.spots.count == 200)
    }

    @Test func `One visitor's lines are seen by all, and taken away by them alone`() {
        let visitors = Visitors(of: WhiteboardPage(), .loosely, sharing: [Whiteboard()])
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob")
        anna.press("press", x: 10, y: 20)
        bob.expect("polyline[points='10,20 10,20']", count: 1)
        bob.click("Clear my lines")
        bob.expect("polyline", count: 1)
        anna.click("Undo")
        bob.expect("polyline", count: 0)
    }

    @Test(arguments: TestTransport.usual)
    func `It can be used by all`(transport: TestTransport) {
        ProgramTest(WhiteboardPage(), in: transport, .loosely, sharing: [Whiteboard()]).expectAccessible()
    }
}
