import Elmwood

// The client script on a hidden page: it has no stream, and polls once a minute.

extension SimulatedBrowser {
    func hide() {
        flushTyping()
        tellPage("hidden")
        isPageHidden = true
        send()
        transport.hangUp()
        isListening = false
        askWhileHidden()
    }

    func show() {
        flushTyping()
        isPageHidden = false
        asking?.cancel()
        asking = nil
        tellPage("visible")
        send()
        if keepsStream { listen() }
    }

    private func askWhileHidden() {
        guard isPageHidden, keepsStream, case .view = shown else { return }
        sync()
        asking = testHost.setting.environment.schedule(.seconds(60)) { [weak self] in self?.askWhileHidden() }
    }
}
