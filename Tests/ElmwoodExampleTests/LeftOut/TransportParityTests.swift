import ElmwoodExamplePrograms
import ElmwoodTesting
import Testing

/// The same actions on each example in process, over a socket and in a real Chromium, with script and without: the models are the
/// same after each step.
@Suite(.serialized) struct TransportParityTests {
    /// The actions on an example, step by step.
    private typealias Steps<P: Program> = [(ProgramTest<P>) -> Void]

    /// Returns the models after each step.
    private func models<P: Program>(
        of program: P,
        in transport: TestTransport,
        _ script: Script,
        _ sharing: [any SharedProgram],
        _ steps: Steps<P>
    ) -> [String] {
        let test = ProgramTest(program, in: transport, script: script, .loosely, sharing: sharing)
        return steps.map { step in
            step(test)
            return String(describing: test.expectModel())
        }
    }

    /// - Parameter isAlike: whether the models are the same with script and without. They are not if input is sent while it is
    ///   typed.
    private func compare<P: Program>(
        _ program: P,
        isAlike: Bool = true,
        sharing: [any SharedProgram] = [],
        _ steps: Steps<P>
    ) {
        for script in Script.allCases {
            let wanted = models(of: program, in: .process, isAlike ? .on : script, sharing, steps)
            for transport in TestTransport.allCases {
                let came = models(of: program, in: transport, script, sharing, steps)
                #expect(came == wanted, "in \(transport) with script \(script)")
            }
        }
    }

    @Test func `The counter has the same models over each transport`() {
        compare(
            Counter(),
            [
                { $0.click("Increment") }, { $0.fill("Set to", "41") }, { $0.click("Save") }, { $0.click("Reset") },
                { $0.click("Load") }, { $0.random(returns: 7) }, { $0.click("Randomize") },
                { $0.click("Increment slowly") }, { $0.resolve(.increment(0), with: .completed(1)) },
            ]
        )
    }

    @Test func `TodoMVC has the same models over each transport`() {
        let enter = { (title: String) in
            { (test: ProgramTest<TodoMVC>) in
                test.fill("What needs to be done?", title)
                test.submit("new-todo")
            }
        }
        compare(
            TodoMVC(),
            isAlike: false,
            [
                enter("Buy milk"), enter("Walk the dog"), { $0.check("Buy milk") }, { $0.click("Active") },
                { $0.click("Delete: Walk the dog") }, { $0.click("All") }, { $0.uncheck("Buy milk") },
                {
                    $0.click("Edit: Buy milk")
                    $0.fill("New title", "Buy oat milk")
                    $0.submit("edit-1")
                },
                { $0.check("Mark all as complete") }, { $0.click("Clear completed") },
            ]
        )
    }

    @Test func `The chat has the same models over each transport`() {
        compare(
            Chat(),
            sharing: [Room()],
            [
                {
                    $0.random(returns: 1)
                    $0.fill("Under which name will you come in?", "Anna")
                    $0.submit("introduction")
                },
                {
                    $0.fill("Say something", "Hello")
                    $0.click("Send")
                },
            ]
        )
    }

    @Test func `The registration has the same models over each transport`() {
        compare(
            Registration(),
            [
                {
                    $0.fill("Name", "Ada")
                    $0.fill("E-mail", "ada@example.org")
                    $0.fill("Password", "1 digit in it")
                    $0.fill("Date of birth", "1985-12-10")
                    $0.choose("Country", "Switzerland")
                    $0.check("Send me the newsletter")
                    $0.click("Register")
                }, { $0.click("Register someone else") },
            ]
        )
    }

    @Test func `The search has the same models over each transport`() {
        compare(
            Search(),
            [
                { $0.click("maple") },
                {
                    $0.fill("The name of a village", "Elmwood")
                    $0.submit()
                },
            ]
        )
    }

    @Test func `The stopwatch has the same models over each transport`() {
        compare(
            Stopwatch(),
            [
                { $0.click("Start") }, { $0.advance(by: .seconds(2)) }, { $0.click("Lap") },
                { $0.advance(by: .milliseconds(500)) }, { $0.click("Stop") },
            ]
        )
    }
}
