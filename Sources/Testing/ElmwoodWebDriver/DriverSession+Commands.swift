import FoundationEssentials

// The commands of the classic WebDriver standard, which every driver has.

extension DriverSession {
    package func open(_ address: String) throws { try command("POST", "/url", ["url": address]) }
    package func reload() throws { try command("POST", "/refresh") }
    package func back() throws { try command("POST", "/back") }
    package func forward() throws { try command("POST", "/forward") }
    package var address: String { get throws { try text("GET", "/url") } }
    package var title: String { get throws { try text("GET", "/title") } }
    package var source: String { get throws { try text("GET", "/source") } }

    @discardableResult
    package func run(_ body: String, _ arguments: [Any]) throws -> Any {
        try command("POST", "/execute/sync", ["script": body, "args": arguments])
    }

    @discardableResult
    package func runUntilDone(_ body: String, _ arguments: [Any]) throws -> Any {
        try command("POST", "/execute/async", ["script": body, "args": arguments])
    }

    // MARK: Elements

    package func find(_ selector: String) throws -> String {
        try reference(command("POST", "/element", ["using": "css selector", "value": selector]))
    }

    package func findAll(_ selector: String) throws -> [String] {
        let list = try command("POST", "/elements", ["using": "css selector", "value": selector])
        return try (list as? [Any] ?? []).map(reference)
    }

    package var activeElement: String { get throws { try reference(command("GET", "/element/active")) } }

    private func reference(_ value: Any) throws -> String {
        guard let id = (value as? [String: Any])?[elementKey] as? String else {
            throw WebDriverError("no reference to an element: \(value)")
        }
        return id
    }

    package func click(_ element: String) throws { try command("POST", "/element/\(element)/click") }
    package func clear(_ element: String) throws { try command("POST", "/element/\(element)/clear") }

    // MARK: The window

    package var tab: String { get throws { try text("GET", "/window") } }
    package var tabs: [String] { get throws { try command("GET", "/window/handles") as? [String] ?? [] } }

    package func openTab() throws -> String {
        let answer = try command("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        guard let name = answer?["handle"] as? String else { throw WebDriverError("no new tab") }
        try switchTab(to: name)
        return name
    }

    package func closeTab() throws { try command("DELETE", "/window") }

    package func enterFrame(_ element: String) throws {
        try command("POST", "/frame", ["id": [elementKey: element]])
    }

    package func leaveFrame() throws { try command("POST", "/frame/parent") }
    package func screenshot() throws -> String { try text("GET", "/screenshot") }
    package var cookies: [[String: Any]] { get throws { try command("GET", "/cookie") as? [[String: Any]] ?? [] } }
    package func deleteCookies() throws { try command("DELETE", "/cookie") }

    /// Closes all tabs except a new one.
    func closeOtherTabs() throws {
        let tabs = try tabs
        let fresh = try openTab()
        for tab in tabs {
            try switchTab(to: tab)
            try closeTab()
        }
        try switchTab(to: fresh)
    }
}
