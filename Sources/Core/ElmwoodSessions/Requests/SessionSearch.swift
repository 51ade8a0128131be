import ElmwoodStorage

extension SessionHost {
    /// Calls the function with the visitor's session: at once if it is in memory, otherwise after the store was queried.
    ///
    /// - Parameter credentials: how the request finds it.
    func withSession<Reply: RequestReply>(
        _ credentials: Credentials,
        _ body: @escaping @Sendable (SessionCore?) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let id = credentials.session else { return body(nil) }
        if let held = find(id) {
            guard registry.isOutdated(held, for: credentials) else { return body(held) }
            return held.onceUpToDate {
                if let held = self.find(id) { return body(held) }
                // Meanwhile another node was faster with a turn, or the session was evicted.
                return self.withSession(credentials, body)
            }
        }
        guard let writer = registry.writer else { return body(nil) }
        let key = key(id)
        let number = writer.loads.begin(key)
        let search = SessionSearch(
            id: id,
            host: self,
            writer: writer,
            credentials: credentials,
            body: body,
            key: key,
            number: number
        )
        search.load()
        return .promised(search.promise)
    }
}

/// The search for a session that is not in memory: one step after the other, each of which ends it or begins the next.
private struct SessionSearch<Reply: RequestReply>: Sendable {
    let id: SessionID
    let host: SessionHost
    let writer: SessionWriter
    let credentials: Credentials
    let body: @Sendable (SessionCore?) -> Eventual<Reply>
    let key: SessionKey
    /// The number of the load. A session that is not found may begin after several queries. By then another node may have stored it.
    let number: UInt64
    let promise = Promise<Reply>()

    /// Restores the session if it is stored.
    func load() {
        guard host.storesSessions else { return findSuccessor() }
        writer.load(key) { result in
            do {
                guard let stored = try result.get(), let session = host.restore(stored, id, isVisit: true)
                else { return findSuccessor() }
                // Another request may have loaded an earlier version, and have been faster.
                let isOlder = host.registry.nodes.mayBeSeveral && session.isOlder(than: stored.version)
                end(with: isOlder ? session.onceUpToDate { again() } : body(session))
            } catch {
                fail(error)
            }
        }
    }

    /// If another id has replaced this one, the replacement is recorded, and there is no session under the old id.
    private func findSuccessor() {
        writer.loadRenewal(of: id) { result in
            guard let renewal = try? result.get() else { return findVisitor() }
            host.registry.applyRenewal(renewal, of: id)
            host.makeToken(for: credentials, writer) { failure in
                end(with: failure.map { .ready(.failed($0)) } ?? body(nil))
            }
        }
    }

    /// If another program has a session of this visitor, a session that begins here has the same id.
    private func findVisitor() {
        let registry = host.registry
        guard registry.lastUsed(id) == nil else { return findOnceMore() }
        writer.loadAny(of: id) {
            $0.key != key && registry.isWithinLife($0, at: registry.secondsSince1970)
        } deliver: { result in
            do {
                registry.know(id, by: try result.get())
                findOnceMore()
            } catch {
                fail(error)
            }
        }
    }

    /// The session may have begun with another request since it was looked for, here or at another node, and even be evicted again.
    private func findOnceMore() {
        end(with: writer.loads.isLatest(number, key, loaded: 0) ? body(host.find(id)) : again())
    }

    private func again() -> Eventual<Reply> { host.withSession(credentials, body) }

    private func fail(_ error: any Error) {
        host.log(.sessionsNotStored(error: error), EventContext(session: id))
        end(with: .ready(.failed(.notStored)))
    }

    private func end(with answer: Eventual<Reply>) {
        answer.whenReady { reply in
            writer.endLoad(number, key, loaded: 0)
            promise.fulfill(reply)
        }
    }
}
