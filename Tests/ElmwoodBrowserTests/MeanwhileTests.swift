import ElmwoodTestSupport
import Testing

/// What a page shows before the answer to an event.
@Suite struct MeanwhileTests {
    private func isEvent(_ request: ProxiedRequest) -> Bool { request.isPost && request.body.hasPrefix("event=") }

    @Test func `A control shows its changes until the answer is there, and also while other changes come`() async throws
    {
        let bell = Bell()
        try await withLiveSite(Likes(bell: bell)) { browser, site in
            try await browser.wait(until: "the script is there") { _ in
                site.proxy.requests.contains { $0.target.hasSuffix("-rare.js") }
            }
            bell.ring("first")
            try await browser.wait(for: "first", in: "#news")
            let gate = Gate()
            site.proxy.decide { isEvent($0) ? .hold(gate) : .none }
            try await browser.click("#like")
            try await browser.click("#remove-2")
            #expect(try await browser.text("#like") == "♥ 1")
            #expect(try await browser.exists("#like.liked:disabled"))
            #expect(try await browser.exists("#row-2[hidden]"))
            gate.open()
            try await browser.wait(until: "the answers are there") { try $0.count("li") == 2 && !$0.exists(".liked") }
            #expect(try await browser.text("#like") == "♥ 1")
            #expect(try await browser.isEnabled("#like"))
            // An answer that is refused ends the changes too.
            try await browser.click("#refuse")
            try await browser.wait(until: "it is refused") { try $0.exists("#refuse.elmwood-failed") }
            #expect(try await browser.text("#refuse") == "Refuse")
            // Lost requests, and changes of others meanwhile.
            let lost = Gate()
            site.proxy.decide { isEvent($0) ? lost.isOpen ? .none : .loseRequest : .none }
            try await browser.click("#like")
            bell.ring("second")
            try await browser.wait(for: "first, second", in: "#news")
            #expect(try await browser.exists("#like.liked"))
            #expect(try await browser.text("#like") == "♥ 2")
            lost.open()
            try await browser.wait(until: "the answer is there") {
                try !$0.exists(".liked") && $0.text("#like") == "♥ 2"
            }
        }
    }

    @Test func `Without script the page shows the answers`() async throws {
        try await withLiveSite(Likes(bell: Bell()), script: .off) { browser, _ in
            try await browser.follow("#like")
            #expect(try await browser.text("#like") == "♥ 1")
            try await browser.follow("#remove-2")
            #expect(try await browser.count("li") == 2)
            try await browser.follow("#step")
            #expect(try await browser.text("#steps") == "1")
        }
    }

    @Test func `In any order of acts, answers, losses, refusals and pushes, the page ends as the view says`()
        async throws
    {
        try await withBrowser(script: .on) { browser in
            try await browser.emulateFocus()
            #expect(try await MeanwhileSimulation.run(rounds: fuzzRounds(1_000), in: browser) == "")
        }
    }

    @Test(arguments: [
        ("for (const revert of undoing.splice(0).reverse()) revert();", "undoing.splice(0);"),
        ("rare?.afterPatch();", ""),
        ("if (!isTaken && rare) patching", "if (0) patching"),
        ("event.number <= (early[0] ? number : told)", "event.number <= number - 1"),
        ("&& offers(event)", ""),
        ("if (to != foreseen.revision) return dropForesight();", ""),
        ("patch?.[0] != pageState().revision", "false"),
    ])
    func `The simulation finds a script that does not undo, or not make again`(original: String, broken: String)
        async throws
    {
        try await withBrowser(script: .on) { browser in
            try await browser.emulateFocus()
            let failure = try await MeanwhileSimulation.run(rounds: 500, in: browser, sabotage: (original, broken))
            #expect(failure.hasPrefix("Round "), "\(original)")
        }
    }
}
