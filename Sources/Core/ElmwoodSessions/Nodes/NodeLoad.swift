import ElmwoodStorage

/// How much a node has, as it tells the others.
package struct NodeLoad: Codable, Equatable, Sendable {
    /// Sessions and shared models in memory.
    package var sessions = 0
    /// Open pages whose scripts are connected.
    package var pages = 0
}

extension NodeLoad {
    /// The sums of all programs.
    fileprivate init(_ statistics: [String: SessionStatistics]) {
        for own in statistics.values {
            sessions += own.sessions
            pages += own.pages
        }
    }
}

extension SessionRegistry {
    /// How often the other nodes are told how much this one has, if that has changed.
    private static var loadInterval: Duration { .seconds(5) }

    /// Tells the other nodes from time to time how much this one has.
    func scheduleLoad() {
        _ = environment.schedule(Self.loadInterval) { [weak self] in
            guard let self else { return }
            // The timer thread is shared by all sessions.
            environment.execute {
                let load = NodeLoad(self.statistics)
                if self.nodes.tells(load) { self.tell(.load(load)) }
                self.scheduleLoad()
            }
        }
    }

    /// Returns how much each node has: this one first, by its statistics, and the others as they have told it. Nil if the site has no
    /// nodes.
    package func loads(with statistics: [String: SessionStatistics]) -> [(node: NodeID, load: NodeLoad)]? {
        guard let id = nodes.id else { return nil }
        return [(id, NodeLoad(statistics))]
            + nodes.loads.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
