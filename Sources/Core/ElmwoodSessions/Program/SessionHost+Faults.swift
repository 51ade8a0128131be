import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree
import Synchronization

/// The record of faults, for one program.
struct ProgramFaults: Sendable {
    let record: FaultRecord
    /// The prefix of the program's keys.
    let program: FaultKey

    init?(_ record: FaultRecord?, program name: String) {
        guard let record else { return nil }
        self.record = record
        var key = record.key
        key.combine(name)
        program = key
    }
}

extension SessionHost {
    /// Returns what identifies a session's model in the record of faults, in this process and the next. Nil if no record is kept,
    /// or the session is not in memory.
    func faultKey(of id: SessionID, version: UInt64) -> FaultKey? {
        guard let faults, id != .unheld else { return nil }
        var key = faults.program
        key.combine(id.words.high)
        key.combine(id.words.low)
        key.combine(version)
        return key
    }

    /// Renders the view, and reports what it had to omit.
    package func render(_ model: AnyModel, on page: Page, previous: Rendering? = nil) throws -> Rendering {
        let rendering: Rendering
        do {
            rendering = try view(model, on: page, previous: previous)
        } catch let missing as MissingInputs {
            hasRead.store(true, ordering: .relaxed)
            throw missing
        }
        if !rendering.diagnostics.isEmpty { diagnose(rendering.diagnostics) }
        return rendering
    }

    /// Renders the view. That of an earlier moment reads what it read then.
    private func view(_ model: AnyModel, on page: Page, previous: Rendering?) throws -> Rendering {
        guard let recorded = model.reads?.recorded else {
            return try driver.view(model, on: page, previous: previous)
        }
        var page = page
        page.values = ReadValues(page.values?.values ?? [:], recorded: recorded)
        return try driver.view(model, on: page, previous: previous)
    }

    /// Renders the program's own page for an error; nil if it has none.
    package func render(_ error: any Error, on page: Page) -> Rendering? {
        guard let rendering = try? driver.view(error, on: page), rendering.size > 0 else { return nil }
        return rendering
    }

    /// Returns the program's start for a visit, with its subscriptions.
    func start(_ visit: Visit) throws(SessionFailure) -> ProgramStart {
        do {
            var visit = visit
            visit.timeZoneListener = self
            var start = try driver.start(visit)
            start.model = subscribed(start.model)
            return start
        } catch {
            throw startFailed(error, EventContext(request: visit.request))
        }
    }

    /// Returns the model with its subscriptions, for a model that no turns have led to.
    package func subscribed(_ model: AnyModel) -> AnyModel {
        var model = model
        model.subscriptions = driver.subscriptions(model)
        return model
    }
}

extension FaultKey {
    package mutating func combine(_ entries: [FormData.Entry]) {
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
        case .event(let name):
            combine("event")
            combine(name)
        case .page(let name):
            combine("page")
            combine(name)
        }
        combine(action.fields)
    }

    /// Adds the page. Of its problems only the fields are added, since the texts that were typed have no bound.
    mutating func combine(_ page: Page) {
        combine(page.path)
        combine(page.query)
        combine(page.live ? 1 : 0)
        for problem in page.problems { combine(problem.field) }
        // A page with other values is not refused: a row that ended a process may have been mended.
        if let values = page.values?.values.values {
            for fingerprint in values.map(\.fingerprint).sorted() { combine(fingerprint) }
        }
        for _ in page.shownNotices { combine("notice") }
    }

    /// Adds what the program receives of the visit.
    mutating func combine(_ visit: Visit) {
        combine(visit.path)
        combine(visit.query)
        combine(visit.acceptLanguage)
        combine(visit.account ?? "")
    }

    /// Adds a visitor, from whom no token can be found.
    mutating func combine(_ visitor: VisitorID) {
        combine(visitor.firstToken.bytes)
    }

    mutating func combine(_ query: Query) {
        for (name, value) in query.parameters {
            combine(name)
            combine(value)
        }
        combine(UInt64(query.parameters.count))
    }
}
