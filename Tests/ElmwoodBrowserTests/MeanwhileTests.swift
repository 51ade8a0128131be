import ElmwoodTestSupport
import Testing

/// What a page shows before the answer to an event.
@Suite struct MeanwhileTests {
    @Test func `In any order of acts, answers, losses, refusals and pushes, the page ends as the view says`()
        async throws
    {
        try await withBrowser(script: .on) { browser in
            try await browser.emulateFocus()
            #expect(try await MeanwhileSimulation.run(rounds: 1_000, in: browser) == "")
        }
    }

    @Test(arguments: [
        ("for (const revert of undoing.splice(0).reverse()) revert();", "undoing.splice(0);"),
        ("undoing.splice(0).reverse()", "undoing.splice(0)"),
        ("rare?.redoMeanwhile();", ""),
        ("if (!isTaken && rare) patching", "if (0) patching"),
        ("event.number <= (early[0] ? number : told)", "event.number <= number - 1"),
        ("&& offers(event)", ""),
    ])
    func `The simulation finds a script that does not undo, or not make again`(original: String, broken: String)
        async throws
    {
        try await withBrowser(script: .on) { browser in
            try await browser.emulateFocus()
            let failure = try await MeanwhileSimulation.run(rounds: 300, in: browser, sabotage: (original, broken))
            #expect(failure.hasPrefix("Round "), "\(original)")
        }
    }
}
