import Elmwood
import FoundationEssentials
import ElmwoodStorage

// What happens outside: time, dates, chance, and messages that no visitor sends.

extension ProgramTest {
    /// Sends the program a message, as it would to itself: no control has to offer it.
    public func send(_ message: P.Message, file: StaticString = #filePath, line: UInt = #line) {
        act("send(\(SwiftText.of(message)))", file, line) { driver in
            let ticket = RenewalTicket()
            driver.take(ticket)
            context.send(message, by: ticket)
            return Outcome()
        }
    }

    /// Lets time pass: delayed messages, clocks and what sleeps by the test's clock, each at its time and in order.
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

    /// Says which numbers chance comes to next, in this order. Without them it is the lowest of the range.
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

    /// The date in the test's world, for `Command.now`. It can be set, and advances as time passes.
    public var date: Date {
        get { context.site.environment.date }
        set { context.site.environment.date = newValue }
    }

    /// What is stored: to be looked into, and filled.
    public var storage: TestStorage {
        TestStorage(store: context.site.environment.storage, visitor: context.owner(.visitor))
    }
}

extension VisitorContext {
    /// The program gets a message that nobody posted.
    func send(_ message: P.Message, by ticket: RenewalTicket) {
        if let session = expectations.session {
            session.send(message, by: ticket)
        } else if let model = expectations.model {
            hold(model)?.send(message, by: ticket)
        }
    }
}
