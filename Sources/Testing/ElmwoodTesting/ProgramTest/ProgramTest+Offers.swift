import Elmwood
import ElmwoodForms
import ElmwoodMessageText
import ElmwoodSessions
import ElmwoodViewTree

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
        rendering(file, line).map { Contract($0) }
    }

    /// Returns the view of the page that the visitor sees; nil, and reported, if there is none.
    func rendering(_ file: StaticString, _ line: UInt) -> Rendering? {
        sendWhatWaits()
        guard let driver, find(file, line, { _ in true }) != nil, let host = context.site.testHost,
            let model = context.expectations.model
        else { return nil }
        var page = Page().moved(to: driver.address)
        page.isLive = driver.script == .on
        page.problems = driver.problems
        do {
            return try host.render(model, on: page)
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
    /// - Parameters:
    ///   - field: the field's `name`.
    ///   - sentence: the sentence; nil: any.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
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
        context.expectations.takeAll { $0.problem?.field == field }
        guard meant.isEmpty else { return }
        let what =
            sentence.map { "The page does not say of “\(field)”: “\($0)”." } ?? "Nothing is wrong with “\(field)”."
        fail("\(what) \(Self.said(problems))", file, line)
    }

    /// Expects a problem of a whole form, or one that belongs to no field.
    public func expectProblem(_ sentence: String, file: StaticString = #filePath, line: UInt = #line) {
        expectProblem(in: "", sentence, file: file, line: line)
    }

    /// Expects that the page tells the visitor that, by the command `.notice`.
    ///
    /// ```swift
    /// test.click("Save")
    /// test.expectNotice("Saved.")
    /// ```
    ///
    /// The command then counts as checked.
    public func expectNotice(_ sentence: String, file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        context.expectations.takeCommand { $0 == .notice(sentence) || $0 == .notice(sentence, until: .nextAct) }
        let notices = notices
        guard !notices.contains(sentence) else { return }
        fail("The page does not tell “\(sentence)”. \(Self.told(notices))", file, line)
    }

    /// Expects that the page tells the visitor nothing.
    public func expectNoNotices(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        let notices = notices
        if !notices.isEmpty { fail("Expected no notice. \(Self.told(notices))", file, line) }
    }

    /// The notices of the page as it is now.
    private var notices: [String] {
        // Reading the page applies what has been pushed to it.
        _ = try? driver?.page()
        return driver?.notices ?? []
    }

    private static func told(_ notices: [String]) -> String {
        notices.isEmpty ? "It tells nothing." : "It tells:\n" + notices.map { "“\($0)”" }.indented()
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

extension ExpectationLog.Entry {
    /// The problem that the page has shown, or that the program has asked it to show.
    fileprivate var problem: Problem? {
        switch subject {
        case .problem(let problem): problem
        case .command(let command): if case .problem(let problem) = command.kind { problem } else { nil }
        case .message, .failure: nil
        }
    }
}
