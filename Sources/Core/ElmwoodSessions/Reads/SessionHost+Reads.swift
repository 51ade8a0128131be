import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree
import Synchronization

// Views that read: what they lack is read, and they are rendered again.

extension SessionHost {
    /// Renders the view with everything that it reads.
    package func renderReading(_ model: AnyModel, on page: Page) -> Eventual<Result<RenderedPage, any Error>> {
        if page.values == nil, hasRead.load(ordering: .relaxed), let kept = registry.reads.expectedValues(on: page) {
            var prepared = page
            prepared.values = kept
            // If it reads anything else, or fails, it is rendered as if nothing had been expected.
            if let rendering = try? render(model, on: prepared) {
                for case let value as ReadValue in rendering.inputs {
                    registry.reads.observeKeptValue(of: value.request)
                }
                model.reads?.note(rendering.inputs)
                return .ready(.success(RenderedPage(rendering, on: prepared)))
            }
            registry.reads.forgetExpectation(on: page)
        }
        return renderReadingWhatItLacks(model, on: page)
    }

    private func renderReadingWhatItLacks(_ model: AnyModel, on page: Page) -> Eventual<Result<RenderedPage, any Error>>
    {
        do {
            let rendering = try render(model, on: page)
            model.reads?.note(rendering.inputs)
            if let read = page.values { registry.reads.expect(read, on: page) }
            return .ready(.success(RenderedPage(rendering, on: page)))
        } catch let missing as MissingInputs {
            return registry.reads.read(missing, for: page).then { page in self.renderReadingWhatItLacks(model, on: page)
            }
        } catch {
            return .ready(.failure(error))
        }
    }
}

extension SessionCore {
    /// Reads what an open page lacks. The result is false if the page is unknown.
    func read(_ missing: MissingInputs, on id: PageID) -> Eventual<Bool> {
        let reads = state.withLock { state -> PageReads? in
            guard !state.hasEnded, let page = state.page(id) else { return nil }
            if let reads = page.reads { return reads }
            let reads = PageReads(host.registry.reads, client: page.page.client)
            page.reads = reads
            return reads
        }
        guard let reads else { return .ready(false) }
        reads.attach(to: self, id)
        return host.registry.reads.read(missing, for: reads).map { true }
    }

    /// Keeps what a rendering of the page has used, releases the rest, and begins to read what the page does without so far.
    func noteReads(of rendering: Rendering, on id: PageID, path: String, _ reads: PageReads?) {
        let inputs = rendering.inputs
        if inputs.isEmpty, reads == nil { return }
        let lacked = inputs.compactMap { $0 as? ReadRequest }
        if !lacked.isEmpty { _ = read(MissingInputs(lacked), on: id) }
        reads?.keep(inputs)
        noteWatches(of: inputs, path: path, id, reads)
    }

    /// Whether a rendering has used the values that the page has now.
    func isCurrent(_ rendering: Rendering, on page: Page) -> Bool {
        let inputs = rendering.inputs
        return inputs.isEmpty || inputs.allSatisfy { page.values?.contains($0) ?? false }
    }

    /// The page shows a value that has changed.
    func readsChanged(of id: PageID) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded, let page = state.page(id) else { return nil }
            page.isChanged = true
            return page.takeWake()
        }
        wake?()
    }
}
