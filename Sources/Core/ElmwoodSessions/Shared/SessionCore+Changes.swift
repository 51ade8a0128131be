import ElmwoodArchitecture

// Subscriptions to shared models. A change is a broadcast of the model, on a topic of its own.

extension SessionCore {
    /// A shared model has another value, or has ended: pages that show it read it again, and those who subscribe receive it.
    func tellOfChange(on topic: String, _ model: AnyModel?) {
        host.registry.reads.changed(topic)
        guard host.registry.topics.hasListeners(on: topic) else { return }
        if let address = host.sharedAddress { host.registry.shared.changed(address) }
        guard let model = model ?? (try? host.start(Visit()))?.model else { return }
        if !host.registry.topics.broadcast(host.driver.program.payload(of: model), on: topic) {
            host.log(.broadcastDropped(program: host.name, topic: topic), EventContext(session: id))
        }
    }

    /// Sends the session a shared model to which it has just subscribed, unless it receives a change first.
    func sendPresentModel(at address: SharedAddress, to source: Source) {
        let shared = host.registry.shared
        _ = host.environment.task { [weak self, host] in
            do {
                let model = try await shared.model(at: address)
                source.begin(with: try shared.host(of: address).driver.program.payload(of: model))
                if let self, enqueue(.signal(source, nil)) { drain() }
            } catch {
                host.log(.payloadDropped(program: host.name, topic: "\(address)", type: "nothing", error: error))
            }
        }
    }
}
