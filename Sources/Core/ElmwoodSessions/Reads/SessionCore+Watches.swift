import ElmwoodArchitecture
import ElmwoodViewTree

extension SessionCore {
    /// Records that an open page shows shared models under a name.
    func noteWatches(of inputs: [any ViewInput], path: String, _ id: PageID, _ reads: PageReads?) {
        guard let reads else { return }
        let named = inputs.compactMap { $0 as? SharedWatch }
        if named.isEmpty, reads.watches == nil { return }
        // A page whose script has only sent requests so far is not open.
        let (visitor, isOpen) = state.withLock { state in
            (state.visitor, state.page(id).map { $0.wake != nil || $0.isHidden } ?? false)
        }
        reads.watches(in: host.registry.watchers, isOpen: isOpen).show(named, by: visitor, at: path)
    }

    /// After some time, a page whose connection was lost does not count as open for those who watch it.
    func watchAway(of id: PageID) {
        guard state.withLock({ $0.page(id)?.reads?.watches != nil }) else { return }
        _ = host.environment.schedule(PageWatches.absence) { [weak self] in
            guard let self else { return }
            let now = host.environment.now()
            let watches = state.withLock { state -> PageWatches? in
                // It may have been connected again, and have lost that connection as well.
                guard let page = state.page(id), page.wake == nil, !page.isHidden,
                    now - page.awaySince >= PageWatches.absence
                else { return nil }
                return page.reads?.watches
            }
            watches?.setAway(true)
        }
    }
}
