import Elmwood

extension ProgramTest {
    /// Expects a message that the test has not sent: of a timer, a topic, the store, or an effect that the program performed.
    ///
    /// ```swift
    /// test.advance(by: .seconds(1))
    /// test.expectMessage(.tick)
    /// ```
    ///
    /// Messages that a visitor or the test has sent need not be checked, but can be. A message that a command sends in the same
    /// turn (`send`, `random`, `now`) is checked as that command.
    public func expectMessage(_ message: P.Message, file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        let expectations = context.expectations
        // Prefers one that must be checked.
        if expectations.take(where: { !$0.isNamed && $0.isMessage(message) }) != nil { return }
        if expectations.take(where: { $0.isMessage(message) }) != nil { return }
        let came = expectations.entries.compactMap { entry in
            if case .message(let message) = entry.subject { SwiftText.of(message) } else { nil }
        }
        let text = "The message \(SwiftText.of(message)) did not come."
        fail(came.isEmpty ? "\(text) None did." : "\(text) These came:\n" + came.indented(), file, line)
    }

    /// Expects that the program has exactly these subscriptions, in any order, with its current model.
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

    /// Expects a failure: an error of the program's `start`, `update` or `view`, an error of an effect without a message for it, or
    /// another failure that a site would log.
    ///
    /// ```swift
    /// test.send(.withdraw(100))
    /// #expect(test.expectFailure() as? Overdrawn == Overdrawn())
    /// ```
    ///
    /// - Returns: the error. If none was thrown, an error that describes the failure; nil if nothing failed.
    @discardableResult
    public func expectFailure(file: StaticString = #filePath, line: UInt = #line) -> (any Error)? {
        sendWhatWaits()
        if let failure = takeFailure() { return failure }
        // A view that fails does so when it is rendered.
        if let driver, let error = Self.failure(of: driver) { return takeFailure() ?? error }
        fail("Nothing failed.", file, line)
        return nil
    }

    /// Expects a failure with that error.
    public func expectFailure<Failure: Error & Equatable>(
        _ failure: Failure,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let thrown = expectFailure(file: file, line: line) else { return }
        guard thrown as? Failure != failure else { return }
        fail("It failed by another error: expected \(failure), was \(thrown).", file, line)
    }

    /// Sends a message, and returns the error of its update.
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
        // A visitor's action may fail in another visitor's session, but is recorded for the visitor who acted.
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
