import Architecture
import FormData
import Forms
import Storage
import Supervisor

/// Why something was not tried: it has ended a process before, on the same model.
struct EndedProcess: Error, CustomStringConvertible {
    var description: String { "This has ended the server before, so it was not tried again." }
}

extension ProgramHost {
    /// Does what a visitor asks for, unless the same has ended a process before, on the same model: then it throws.
    ///
    /// - Parameters:
    ///   - asker: what tells the session from others, in this process and the next; nil where nothing does.
    ///   - version: the model's.
    ///   - content: combines what is asked for.
    func avoidingFaults<Result>(
        asker: @autoclosure () -> String?,
        version: @autoclosure () -> UInt64,
        content: (inout FaultRecord.Matter) -> Void,
        _ body: () throws -> Result
    ) throws -> Result {
        guard let faults = surroundings.faults, let asker = asker() else { return try body() }
        var matter = faults.matter
        matter.combine(name)
        matter.combine(asker)
        matter.combine(version())
        content(&matter)
        guard let result = try faults.attempt(matter, body) else {
            log(.faultAvoided(program: name))
            throw EndedProcess()
        }
        return result
    }
}

extension FaultRecord.Matter {
    mutating func combine(_ entries: [FormData.Entry]) {
        for entry in entries {
            combine(entry.name)
            switch entry.value {
            case .text(let text): combine(text)
            case .file(let file): combine(file.filename)
            }
        }
    }

    mutating func combine(_ action: PageAction) {
        switch action.kind {
        case .message(let text):
            combine("message")
            combine(text)
        case .edit(let control, let form, let isInput):
            combine(isInput ? "input" : "change")
            combine(control)
            combine(form ?? "")
        case .submit(let form):
            combine("submit")
            combine(form)
        case .page(let name):
            combine("page")
            combine(name)
        }
        combine(action.fields)
    }
}

extension ProgramHost {
    /// Begins the task of an effect. Where a durable one ends the process, the next one knows.
    func task(of run: Run<P>, _ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        guard run.isDurable, let faults = surroundings.faults else { return surroundings.task(operation) }
        let executor = faults.executor(noting: matter(of: run, in: faults))
        return Task(executorPreference: executor) { await operation() }
    }

    /// Whether an effect has ended a process before: then it is not tried again.
    func hasEndedProcess(_ run: Run<P>) -> Bool {
        guard run.isDurable, run.attempt.isRepeat, let faults = surroundings.faults else { return false }
        return faults.isKnown(matter(of: run, in: faults))
    }

    private func matter(of run: Run<P>, in faults: FaultRecord) -> FaultRecord.Matter {
        var matter = faults.matter
        matter.combine(name)
        matter.combine(run.attempt.id)
        return matter
    }
}
