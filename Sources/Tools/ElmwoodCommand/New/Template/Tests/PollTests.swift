import ElmwoodTesting
import Testing

@testable import Shop

struct PollTests {
    @Test(arguments: Script.allCases)
    func `A vote counts once, and can be changed`(script: Script) {
        let test = ProgramTest(PollPage(), script: script, sharing: [Poll()])
        test.click("Soup: 0")
        test.expectModel { $0.choice = .soup }
        test.expectCommand(.send(.vote(.soup), to: Poll.self, "lunch"))
        test.expect("button[aria-pressed=true]", "Soup: 1")
        test.expectAccessible()
        test.click("Pasta: 0")
        test.expectModel { $0.choice = .pasta }
        test.expectCommand(.send(.vote(.pasta), to: Poll.self, "lunch"))
        test.expect("button", texts: "Soup: 0", "Salad: 0", "Pasta: 1")
    }

    @Test func `Everybody's page shows a vote at once`() {
        let visitors = Visitors(of: PollPage(), sharing: [Poll()])
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob")
        anna.click("Soup: 0")
        anna.expectModel { $0.choice = .soup }
        anna.expectCommand(.send(.vote(.soup), to: Poll.self, "lunch"))
        bob.expect("button", texts: "Soup: 1", "Salad: 0", "Pasta: 0")
    }
}
