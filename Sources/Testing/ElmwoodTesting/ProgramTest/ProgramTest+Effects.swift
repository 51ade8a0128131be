import Elmwood
import ElmwoodPageTree

// Effects wait until the test decides their outcome.

extension ProgramTest {
    /// Ends an effect: it sends these messages, in this order, and returns.
    ///
    /// ```swift
    /// test.click("Load")
    /// test.resolve(.load, with: .loaded(["milk"]))
    /// test.expectModel { $0.items = ["milk"] }
    /// ```
    ///
    /// The command of the effect, and the messages, then count as checked.
    public func resolve(
        _ effect: P.Effect,
        with messages: P.Message...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let list = messages.map { SwiftText.of($0) }.joined(separator: ", ")
        answer(effect, "resolve(\(SwiftText.of(effect))\(list.isEmpty ? "" : ", with: \(list)"))", file, line) {
            runningEffect in
            say(messages, by: runningEffect) { runningEffect.answer(with: .success(.finish)) }
        }
    }

    /// Ends an effect with an error, which the program's `failed` converts into a message, or which is logged.
    ///
    /// ```swift
    /// test.resolve(.load, throwing: Unreachable())
    /// ```
    public func resolve(
        _ effect: P.Effect,
        throwing error: any Error,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        answer(effect, "resolve(\(SwiftText.of(effect)), throwing: \(error))", file, line) { runningEffect in
            say([], by: runningEffect, failing: effect) { runningEffect.answer(with: .failure(error)) }
        }
    }

    /// Makes a running effect send a message. The effect continues.
    ///
    /// ```swift
    /// test.deliver(.price(12), from: .watchPrices)
    /// ```
    public func deliver(
        _ message: P.Message,
        from effect: P.Effect,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let name = "deliver(\(SwiftText.of(message)), from: \(SwiftText.of(effect)))"
        answer(effect, name, file, line) { runningEffect in say([message], by: runningEffect) {} }
    }

    /// Makes the program perform an effect itself, by its `perform`, on the test's thread and by the test's clock.
    ///
    /// ```swift
    /// test.perform(.find("Bern"))              // sleeps by the test's clock …
    /// test.advance(by: .milliseconds(300))
    /// test.expectMessage(.found(["Bern"]))
    /// ```
    ///
    /// Its messages must be checked. If it waits for something outside of the test, it continues while the test does other things;
    /// a stand-in for that dependency is better.
    ///
    /// With `again`, it is performed as the next process would perform a durable effect whose first process ended at an unknown
    /// point: its attempt is marked as a repeat.
    ///
    /// ```swift
    /// test.perform(.charge(order), again: true)
    /// #expect(payments.charges == 1)           // made before, under the attempt's id
    /// ```
    public func perform(
        _ effect: P.Effect,
        again: Bool = false,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let text = SwiftText.of(effect)
        answer(effect, "perform(\(text)\(again ? ", again: true" : ""))", file, line, isAgain: again) {
            $0.answer(with: .success(again ? .performAgain : .perform))
        }
    }

    /// Makes the program perform the only waiting effect, whatever its value. The path of an uploaded file, for example, is unknown
    /// to the test.
    ///
    /// ```swift
    /// test.attach("Picture", TestFile("me.png", type: "image/png", content: bytes))
    /// test.click("Send")
    /// test.perform()
    /// ```
    public func perform(file: StaticString = #filePath, line: UInt = #line) {
        guard let effect = expectEffect(file: file, line: line) else { return }
        perform(effect, file: file, line: line)
    }

    /// Returns the only waiting effect, for values that the test does not know.
    ///
    /// ```swift
    /// guard let effect = test.expectEffect() else { return }
    /// test.resolve(effect, throwing: Unreadable())
    /// ```
    ///
    /// The command of the effect then counts as checked.
    ///
    /// - Returns: nil if no effect or several effects wait, which fails the test.
    public func expectEffect(file: StaticString = #filePath, line: UInt = #line) -> P.Effect? {
        sendWhatWaits()
        guard !isOver else { return nil }
        let waiting = context.site.effectRunner.running(for: context.expectations.session).filter {
            $0.isWaiting && !$0.isSubscribed
        }
        guard let only = waiting.first, waiting.count == 1 else {
            let list = waiting.map { SwiftText.of($0.effect) }
            fail(
                waiting.isEmpty ? "No effect goes on." : "Several effects go on:\n" + list.indented(),
                file,
                line
            )
            return nil
        }
        context.expectations.takeCommand { if case .effect(only.effect, _, _) = $0.kind { true } else { false } }
        return only.effect
    }

    /// Finds a waiting effect, and decides its outcome.
    private func answer(
        _ effect: P.Effect,
        _ name: String,
        _ file: StaticString,
        _ line: UInt,
        isAgain: Bool = false,
        _ body: (EffectRunner<P>.RunningEffect) -> Void
    ) {
        sendWhatWaits()
        // A test that decides the outcome has checked the command.
        context.expectations.takeCommand { if case .effect(effect, _, _) = $0.kind { true } else { false } }
        act(name, file, line) { _ in
            let runningEffect = context.site.effectRunner.running(for: context.expectations.session)
            guard let meant = runningEffect.first(where: { $0.effect == effect && $0.isWaiting }) else {
                return Outcome(impossible: missing(effect, among: runningEffect))
            }
            if isAgain, !meant.isDurable {
                let text = SwiftText.of(effect)
                return Outcome(impossible: "The effect \(text) is not durable, so no process carries it out again.")
            }
            body(meant)
            return Outcome()
        }
    }

    /// Makes an effect send announced messages, and then end.
    private func say(
        _ messages: [P.Message],
        by runningEffect: EffectRunner<P>.RunningEffect,
        failing effect: P.Effect? = nil,
        then finish: () -> Void
    ) {
        let expectations = context.expectations
        expectations.name(messages, failing: effect)
        for message in messages {
            runningEffect.deliver(message)
            context.site.settle()
        }
        finish()
        context.site.settle()
        for message in expectations.takeNamed()
        where context.site.accounting == .exhaustively && !expectations.hasFailed(in: step) {
            step.report(
                "The message \(SwiftText.of(message)) was not taken: by then the program had ended the effect."
            )
        }
    }

    private func missing(_ effect: P.Effect, among runningEffect: [EffectRunner<P>.RunningEffect]) -> String {
        let text = SwiftText.of(effect)
        if runningEffect.contains(where: { $0.effect == effect }) {
            return "The program carries the effect \(text) out itself: the test cannot say what comes of it."
        }
        let others = runningEffect.filter(\.isWaiting).map { SwiftText.of($0.effect) }
        guard !others.isEmpty else { return "The effect \(text) does not go on, and no other one does." }
        return "The effect \(text) does not go on. These do: \(others.joined(separator: ", "))."
    }
}

extension ExpectationLog {
    /// Removes and returns the first command that fulfils the condition.
    @discardableResult
    func takeCommand(where isMeant: (Command<P>) -> Bool) -> Command<P>? {
        let entry = take { entry in
            if case .command(let command) = entry.subject { isMeant(command) } else { false }
        }
        if case .command(let command)? = entry?.subject { return command }
        return nil
    }

    /// Whether something failed in that step.
    fileprivate func hasFailed(in step: TestStep) -> Bool {
        entries.contains { entry in
            if case .failure = entry.subject { entry.step.number == step.number } else { false }
        }
    }
}
