import Elmwood

extension ProgramTest {
    /// Expects a message that came by itself: of time, of a topic, of the store, of an effect that the program carried out.
    ///
    /// ```swift
    /// test.advance(by: .seconds(1))
    /// test.expectMessage(.tick)
    /// ```
    ///
    /// Those that a visitor or the test has sent need no looking at, and may be looked at too. What a command sends in the same turn
    /// (`send`, `random`, `now`) is looked at as that command.
    public func expectMessage(_ message: P.Message, file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        let expectations = context.expectations
        // One that has to be looked at first.
        if expectations.take(where: { !$0.isNamed && $0.isMessage(message) }) != nil { return }
        if expectations.take(where: { $0.isMessage(message) }) != nil { return }
        let came = expectations.entries.compactMap { entry in
            if case .message(let message) = entry.subject { SwiftText.of(message) } else { nil }
        }
        let text = "The message \(SwiftText.of(message)) did not come."
        fail(came.isEmpty ? "\(text) None did." : "\(text) These came:\n" + came.indented(), file, line)
    }

    /// Expects that the program subscribes to just these, in any order, with its model as it is.
    ///
    /// ```swift
    /// test.expectSubscriptions(.every(.seconds(1), .tick))
    /// test.click("Stop")
    /// test.expectSubscriptions()
    /// ```
    public func expectSubscriptions(
        _ subscriptions: Subscription<P>...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        sendWhatWaits()
        guard let model = context.expectations.model else {
            return fail("There is no model: the program has not started.", file, line)
        }
        var others = context.site.program.subscriptions(model)
        var missing: [Subscription<P>] = []
        for subscription in subscriptions {
            if let place = others.firstIndex(of: subscription) {
                others.remove(at: place)
            } else {
                missing.append(subscription)
            }
        }
        let lines = missing.map { "missing: \(SwiftText.of($0))" } + others.map { "not expected: \(SwiftText.of($0))" }
        if !lines.isEmpty { fail("The program subscribes to something else:\n" + lines.indented(), file, line) }
    }

    // MARK: Failures

    /// Expects that something failed: that the program's `start`, `update` or `view` threw, that an effect did and made no
    /// message of it, or that something else went wrong that a site would log.
    ///
    /// ```swift
    /// test.send(.withdraw(100))
    /// #expect(test.expectFailure() as? Overdrawn == Overdrawn())
    /// ```
    ///
    /// - Returns: what was thrown. Where nothing was, it is an error that says what went wrong; nil where nothing failed.
    @discardableResult
    public func expectFailure(file: StaticString = #filePath, line: UInt = #line) -> (any Error)? {
        sendWhatWaits()
        if let failure = takeFailure() { return failure }
        // A view that fails does so when it is asked for.
        if let driver, let error = Self.failure(of: driver) { return takeFailure() ?? error }
        fail("Nothing failed.", file, line)
        return nil
    }

    /// Expects that something failed by throwing that error.
    public func expectFailure<Failure: Error & Equatable>(
        _ failure: Failure,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let thrown = expectFailure(file: file, line: line) else { return }
        guard thrown as? Failure != failure else { return }
        fail("It failed by another error: expected \(failure), was \(thrown).", file, line)
    }

    /// Sends a message, and returns what its update threw.
    @discardableResult
    public func expectFailure(
        for message: P.Message,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> (any Error)? {
        send(message, file: file, line: line)
        return expectFailure(file: file, line: line)
    }

    private func takeFailure() -> (any Error)? {
        // What one visitor does may fail in another's session: it is entered as the doing of the first.
        for expectations in [context.expectations] + context.site.stays.compactMap({ $0()?.expectations }) {
            let entry = expectations.take { if case .failure = $0.subject { true } else { false } }
            if case .failure(let failure)? = entry?.subject { return failure.cause ?? failure }
        }
        return nil
    }

    private static func failure(of driver: any PageDriver<P>) -> (any Error)? {
        do throws(DriverFailure) {
            _ = try driver.page()
            return nil
        } catch {
            return error.cause ?? error
        }
    }
}

extension ExpectationLog.Entry {
    fileprivate func isMessage(_ other: P.Message) -> Bool {
        if case .message(let message) = subject { message == other } else { false }
    }
}
