import Architecture
import FormData
import Forms
import Storage
import Supervisor
import ViewTree

/// Why something was not tried: it has ended a process before, on the same model.
struct EndedProcess: Error, CustomStringConvertible {
    var description: String { "This has ended the server before, so it was not tried again." }
}

/// What has ended former processes, for one program.
struct ProgramFaults: Sendable {
    let record: FaultRecord
    /// What all that the program is about begins with.
    let program: FaultRecord.Matter

    init?(_ record: FaultRecord?, program name: String) {
        guard let record else { return nil }
        self.record = record
        var matter = record.matter
        matter.combine(name)
        program = matter
    }
}

/// What is done with a model, or to come to one.
enum Deed: UInt64 {
    case post, action, pageEvent, message, failure
    case start, beginning, view, errorPage, subscriptions
    case waking, storedModel, storedRest
    case durableEffect, effect
}

extension SessionHost {
    /// What tells a session's model from all others, in this process and the next: to digest the model itself would take
    /// longer than to show it. Nil where no record of faults is kept, or the session is not held.
    func matter(of id: SessionID, version: UInt64) -> FaultRecord.Matter? {
        guard let faults, id != .unheld else { return nil }
        var matter = faults.program
        matter.combine(id.words.high)
        matter.combine(id.words.low)
        matter.combine(version)
        return matter
    }

    /// What tells the model that the program starts with for that visit: the same for whoever comes so, since who gets no
    /// answer is known by no cookie when he comes again. Nil where no record of faults is kept.
    func matter(of visit: Visit) -> FaultRecord.Matter? {
        guard let faults else { return nil }
        var matter = faults.program
        matter.combine(visit.path)
        matter.combine(visit.query)
        matter.combine(visit.acceptLanguage)
        return matter
    }

    /// Does what calls functions of the program, unless the same has ended a process before: then it throws.
    ///
    /// - Parameters:
    ///   - matter: what tells the model; nil where nothing does.
    ///   - content: combines what else it depends on.
    func avoidingFaults<Result>(
        about matter: FaultRecord.Matter?,
        _ deed: Deed,
        content: (inout FaultRecord.Matter) -> Void = { _ in },
        _ body: () throws -> Result
    ) throws -> Result {
        guard let faults, var matter else { return try body() }
        matter.combine(deed.rawValue)
        content(&matter)
        guard let result = try faults.record.attempt(matter, body) else {
            log(.faultAvoided(program: name))
            throw EndedProcess()
        }
        return result
    }

    // MARK: Functions of the program

    /// Where the program starts.
    ///
    /// - Parameter matter: what tells the visit from others.
    func start(_ visit: Visit, about matter: FaultRecord.Matter?) throws -> ProgramStart {
        try avoidingFaults(about: matter, .start) { try driver.start(visit) }
    }

    /// Runs the view, and tells what it had to leave out.
    ///
    /// - Parameter matter: what tells the model from others; nil where it is part of what else is done.
    package func render(
        _ model: AnyModel,
        about matter: FaultRecord.Matter? = nil,
        on page: Page,
        previous: Rendering? = nil
    ) throws -> Rendering {
        let rendering = try avoidingFaults(about: matter, .view) {
            $0.combine(page)
        } _: {
            try driver.view(model, on: page, previous: previous)
        }
        if !rendering.diagnostics.isEmpty { diagnose(rendering.diagnostics) }
        return rendering
    }

    /// The program's own page for an error; nil where it has none.
    package func render(_ error: any Error, on page: Page) -> Rendering? {
        let rendering = try? avoidingFaults(about: faults?.program, .errorPage) {
            $0.combine(page)
            $0.combine("\(type(of: error))")
        } _: {
            try driver.view(error, on: page)
        }
        guard let rendering, rendering.size > 0 else { return nil }
        return rendering
    }

    /// What the program wants to be told of: nothing, where asking has ended a process before.
    func subscriptions(_ model: AnyModel, about matter: FaultRecord.Matter?) -> [SessionSubscription] {
        let subscriptions = try? avoidingFaults(about: matter, .subscriptions) { driver.subscriptions(model) }
        return subscriptions ?? []
    }

    /// The messages for what happened to a page, in the order of the model's subscriptions.
    func messages(for event: PageEvent, in model: AnyModel, about matter: FaultRecord.Matter?) -> [AnyMessage] {
        subscriptions(model, about: matter).compactMap { subscription in
            if case .page(event, let message) = subscription.kind { message } else { nil }
        }
    }
}

extension SessionCore {
    /// What tells the session's model as it is from others; nil where no record of faults is kept.
    var matter: FaultRecord.Matter? {
        guard host.faults != nil else { return nil }
        let (id, version) = state.withLock { ($0.id, $0.version) }
        return host.matter(of: id, version: version)
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

    /// Where a view is shown. Of what is wrong with its fields, which these are: what was typed is as good as endless.
    mutating func combine(_ page: Page) {
        combine(page.path)
        combine(page.query)
        combine(page.live ? 1 : 0)
        for problem in page.problems { combine(problem.field) }
    }

    mutating func combine(_ query: Query) {
        for (name, value) in query.parameters {
            combine(name)
            combine(value)
        }
        combine(UInt64(query.parameters.count))
    }
}
