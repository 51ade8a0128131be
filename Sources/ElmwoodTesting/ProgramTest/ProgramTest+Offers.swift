import Elmwood
import ElmwoodForms
import ElmwoodMessageText
import ElmwoodSessions

// The messages that a visitor can send, and the problems of invalid input.

extension ProgramTest {
    // MARK: What the page offers

    /// Expects that controls of the page offer these messages, so that a visitor can send them.
    ///
    /// ```swift
    /// test.expectOffers(.increment, .decrement)
    /// ```
    public func expectOffers(_ messages: P.Message..., file: StaticString = #filePath, line: UInt = #line) {
        guard let contract = contract(file, line) else { return }
        let missing = messages.filter { !Self.offers(contract, $0) }.map { SwiftText.of($0) }
        guard !missing.isEmpty else { return }
        let offers = contract.offerLines
        fail(
            "The page does not offer \(missing.joined(separator: ", ")). "
                + (offers.isEmpty ? "It offers nothing." : "It offers:\n" + offers.indented()),
            file,
            line
        )
    }

    /// Expects that no control of the page offers these messages, so that no visitor can send them.
    public func expectNotOffered(_ messages: P.Message..., file: StaticString = #filePath, line: UInt = #line) {
        guard let contract = contract(file, line) else { return }
        let offered = messages.filter { Self.offers(contract, $0) }.map { SwiftText.of($0) }
        if !offered.isEmpty { fail("The page offers \(offered.joined(separator: ", ")).", file, line) }
    }

    private static func offers(_ contract: Contract, _ message: P.Message) -> Bool {
        (try? MessageText.text(of: message)).map(contract.offers) ?? false
    }

    private func contract(_ file: StaticString, _ line: UInt) -> Contract? {
        sendWhatWaits()
        guard let driver, look(file, line) != nil, let host = context.site.testHost?.host,
            let model = context.expectations.model
        else { return nil }
        var page = Page().place(at: driver.address)
        page.isLive = driver.script == .on
        page.problems = driver.problems
        do {
            return Contract(try host.render(model, on: page))
        } catch {
            fail("The page cannot be shown: \(error)", file, line)
            return nil
        }
    }

    // MARK: Problems

    /// Expects a problem of a field, and its sentence if one is given.
    ///
    /// ```swift
    /// test.submit()
    /// test.expectProblem(in: "title", "Fill in this field.")
    /// ```
    ///
    /// - Parameter field: the field's `name`.
    public func expectProblem(
        in field: String,
        _ sentence: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        sendWhatWaits()
        let problems = problems
        let meant = problems.filter { $0.field == field && (sentence ?? $0.sentence) == $0.sentence }
        // Other sentences count as checked too, since the failure contains them.
        context.expectations.takeAll {
            if case .problem(let problem) = $0.subject { problem.field == field } else { false }
        }
        guard meant.isEmpty else { return }
        let what =
            sentence.map { "The page does not say of “\(field)”: “\($0)”." } ?? "Nothing is wrong with “\(field)”."
        fail("\(what) \(Self.said(problems))", file, line)
    }

    /// Expects that no field of the page has a problem.
    public func expectNoProblems(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        let problems = problems
        guard !problems.isEmpty else { return }
        fail("Something is wrong. \(Self.said(problems))", file, line)
    }

    private static func said(_ problems: [Problem]) -> String {
        guard !problems.isEmpty else { return "It says of no field that something is wrong." }
        return "It says:\n" + problems.map { "“\($0.field)”: “\($0.sentence)”" }.indented()
    }
}
