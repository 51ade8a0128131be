import ElmwoodArchitecture

/// Something that the test has not checked, as a sentence.
struct Leftover: Sendable {
    /// The step that led to it.
    let step: TestStep
    let sentence: String
}

extension ExpectationLog {
    /// Removes and returns everything that the test has not checked.
    func takeLeftovers() -> [Leftover] {
        let (known, model, changed, entries) = state.withLock { state in
            defer {
                state.known = state.model
                state.changed = nil
                state.entries = []
            }
            return (state.known, state.model, state.changed, state.entries)
        }
        var leftovers: [Leftover] = []
        if let changed, let known, let model, known != model {
            leftovers.append(Leftover(step: changed, sentence: Self.sentence(from: known, to: model)))
        }
        for entry in entries where !entry.isNamed {
            leftovers.append(Leftover(step: entry.step, sentence: Self.sentence(entry.subject)))
        }
        return leftovers
    }

    private static func sentence(from known: P.Model, to model: P.Model) -> String {
        let lines = ModelLines.changes(from: known, to: model, limit: 12)
        return "The model changed, and the test did not check it:\n" + lines.indented()
            + "\nAdd expectModel { … }, or make the test .loosely."
    }

    private static func sentence(_ subject: Entry.Subject) -> String {
        switch subject {
        case .command(let command):
            let text = SwiftText.of(command)
            let resolve: String
            switch command.kind {
            case .effect(let effect, _, _): resolve = ", or resolve(\(SwiftText.of(effect)), with: …)"
            case .notice(let sentence, _): resolve = ", or expectNotice(\(SwiftText.of(sentence)))"
            case .problem(let problem): resolve = ", or expectProblem(in: \(SwiftText.of(problem.field)))"
            default: resolve = ", or make the test .loosely"
            }
            return
                "The program asked for \(text), and the test did not check it.\nAdd expectCommand(\(text))\(resolve)."
        case .message(let message):
            let text = SwiftText.of(message)
            return "The message \(text) was sent without an action of the test, and the test did not check it.\n"
                + "Add expectMessage(\(text)), or make the test .loosely."
        case .problem(let problem):
            return "The page says of “\(problem.field)”: “\(problem.sentence)”, and the test did not check it.\n"
                + "Add expectProblem(in: \(String(reflecting: problem.field)))."
        case .failure(let failure):
            return "\(failure), and the test did not check it.\nAdd expectFailure()."
        }
    }
}

extension [Leftover] {
    /// One report of all leftovers: by the step that led to them, in order.
    var report: String {
        var scenes: [TestStep] = []
        for leftover in self where !scenes.contains(where: { $0.number == leftover.step.number }) {
            scenes.append(leftover.step)
        }
        return scenes.map { step in
            let sentences = filter { $0.step.number == step.number }.map(\.sentence)
            return "Left \(step):\n" + sentences.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension [String] {
    /// Returns the lines as one text, each indented by two spaces.
    func indented() -> String { map { "  " + $0 }.joined(separator: "\n") }
}
