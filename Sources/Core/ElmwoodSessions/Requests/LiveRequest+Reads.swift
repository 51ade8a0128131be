import ElmwoodArchitecture
import ElmwoodViewTree

extension SessionHost {
    /// Reads what a page needs that is not known to the session yet, so that what it shows can be recognized.
    func prepare(_ request: LiveRequest, _ model: AnyModel) -> Eventual<LiveRequest> {
        var request = request
        let reads = request.reads ?? PageReads(registry.reads, client: request.page.client)
        request.reads = reads
        var page = request.page
        page.isLive = false
        page.values = reads.values
        do {
            _ = try render(model, on: page)
        } catch let missing as MissingInputs {
            return registry.reads.read(missing, for: reads).then { [request] in self.prepare(request, model) }
        } catch {
            // Its failure is found by the request itself.
        }
        return .ready(request)
    }

    /// Whether a request of a live page must be prepared (``prepare(_:_:)``).
    func needsPreparation(_ request: LiveRequest) -> Bool {
        request.reads == nil && request.shows != nil && hasRead.load(ordering: .relaxed)
    }
}

extension SessionCore {
    /// Performs a request of a live page once what its views lack has been read.
    func reading(
        _ missing: MissingInputs,
        on id: PageID,
        then perform: @escaping @Sendable () -> Eventual<LiveReply>
    ) -> Eventual<LiveReply> {
        read(missing, on: id).then { isOpen in isOpen ? perform() : .ready(.failed(.ended)) }
    }
}
