import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The poll from its visitors' points of view.
@Suite struct PollTests {
    @Test(arguments: Script.allCases)
    func `A vote is counted once, and can be changed`(script: Script) {
        let test = ProgramTest(PollPage(), script: script, sharing: [Poll()])
        test.expect("button", texts: "Soup: 0", "Salad: 0", "Pasta: 0")
        test.click("Soup: 0")
        test.expectModel { $0.choice = .soup }
        test.expectCommand(.send(.vote(.soup), to: Poll.self, "lunch"))
        test.expect("button[aria-pressed=true]", "Soup: 1")
        test.click("Salad: 0")
        test.expectModel { $0.choice = .salad }
        test.expectCommand(.send(.vote(.salad), to: Poll.self, "lunch"))
        test.expect("button[aria-pressed=true]", "Salad: 1")
        test.expect("button", texts: "Soup: 0", "Salad: 1", "Pasta: 0")
        #expect(test.shared(Poll.self, "lunch").model?.votes.count == 1)
    }

    @Test func `Everybody's page shows each vote at once`() {
        let visitors = Visitors(of: PollPage(), sharing: [Poll()])
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob", script: .off)
        anna.click("Soup: 0")
        anna.expectModel { $0.choice = .soup }
        anna.expectCommand(.send(.vote(.soup), to: Poll.self, "lunch"))
        bob.open("/")
        bob.click("Soup: 1")
        bob.expectModel { $0.choice = .soup }
        bob.expectCommand(.send(.vote(.soup), to: Poll.self, "lunch"))
        bob.expect("button[aria-pressed=true]", "Soup: 2")
        anna.expect("button[aria-pressed=true]", "Soup: 2")
        visitors.shared(Poll.self, "lunch").send(.vote(.pasta), from: Sender(id: "another"))
        anna.expect("p.note", "3 have voted. A vote can be changed.")
    }

    @Test func `The poll's page matches its snapshot`() {
        let test = ProgramTest(PollPage(), sharing: [Poll()])
        test.shared(Poll.self, "lunch").send(.vote(.soup), from: Sender(id: "anna"))
        test.shared(Poll.self, "lunch").send(.vote(.pasta), from: Sender(id: "bob"))
        test.shared(Poll.self, "lunch").send(.vote(.pasta), from: Sender(id: "cleo"))
        test.expectSnapshot("with three votes")
    }
}
