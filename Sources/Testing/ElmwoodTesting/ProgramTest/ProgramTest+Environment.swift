import Elmwood
import FoundationEssentials
import ElmwoodStorage

// The environment: time, dates, randomness, and messages without a visitor's action.

extension ProgramTest {
    /// Sends the program a message, even if no control offers it.
    public func send(_ message: P.Message, file: StaticString = #filePath, line: UInt = #line) {
        act("send(\(SwiftText.of(message)))", file, line) { driver in
            let ticket = RenewalTicket()
            driver.setTicket(ticket)
            context.send(message, by: ticket)
            return Outcome()
        }
    }

    /// Advances the clock: delayed messages, timers and sleeping effects run at their times, in order.
    ///
    /// ```swift
    /// test.advance(by: .seconds(1))
    /// test.expectMessage(.tick)
    /// ```
    public func advance(by duration: Duration, file: StaticString = #filePath, line: UInt = #line) {
        act("advance(by: \(SwiftText.time(duration)))", file, line) { _ in
            context.site.advance(by: duration)
            return Outcome()
        }
    }

    /// Sets the next random numbers, in this order. Without them, the lowest number of the range is used.
    ///
    /// ```swift
    /// test.random(returns: 6)
    /// test.click("Roll")
    /// ```
    public func random(returns numbers: Int..., file: StaticString = #filePath, line: UInt = #line) {
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        act("random(returns: \(list))", file, line) { _ in
            context.site.add(numbers: numbers, at: step)
            return Outcome()
        }
    }

    /// The current date, for `Command.now`. It can be set, and advances with the clock.
    public var date: Date {
        get { context.site.environment.date }
        set { context.site.environment.date = newValue }
    }

    /// The stored values, to be checked or set.
    public var storage: TestStorage {
        TestStorage(store: context.site.environment.storage, visitor: context.owner(.visitor))
    }
}

extension VisitorContext {
    /// Sends the program a message without a post.
    func send(_ message: P.Message, by ticket: RenewalTicket) {
        if let session = expectations.session {
            session.send(message, by: ticket)
        } else if let model = expectations.model {
            setSession(model)?.send(message, by: ticket)
        }
    }
}
