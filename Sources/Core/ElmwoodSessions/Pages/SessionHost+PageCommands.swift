import ElmwoodArchitecture

extension SessionHost {
    /// Adds a command to a request's outcome, with the site's addresses. A refused command is logged.
    ///
    /// - Parameters:
    ///   - session: the session that a file belongs to; nil if it has ended.
    ///   - context: what the log is told with a refusal.
    func add(
        _ command: PageCommand,
        of session: SessionCore?,
        to outcome: inout RequestOutcome,
        _ context: EventContext
    ) {
        guard let resolved = resolve(command, of: session, context) else { return }
        if let path = command.path { outcome.navigation = path }
        outcome.pageCommands.add(resolved)
    }

    /// Returns the command with the site's addresses in place of the program's paths, and with an address for a file.
    ///
    /// - Returns: nil if it is refused, which is logged.
    private func resolve(_ command: PageCommand, of session: SessionCore?, _ context: EventContext) -> PageCommand? {
        switch command {
        case .push(let path): return address(of: path, context).map { .push($0) }
        case .replace(let path): return address(of: path, context).map { .replace($0) }
        case .leave(let address):
            guard Self.isElsewhere(address) || Self.isPath(address) else {
                log(.leavingRefused(program: name, address: address), context)
                return nil
            }
        case .download(let file):
            guard case .content(let bytes, _) = file.source else { break }
            guard let address = registry.downloads.add(file, of: session) else {
                log(.downloadRefused(program: name, bytes: bytes.count, limit: limits.downloadRoom), context)
                return nil
            }
            return .download(Download(.address(address), filename: file.filename))
        case .dispatch(let event, _, let detail):
            do {
                let bytes = try detail?.json().count ?? 0
                guard bytes > Self.greatestDetail else { break }
                log(.dispatchRefused(program: name, event: event, reason: "its detail has \(bytes) bytes"), context)
            } catch {
                log(.dispatchRefused(program: name, event: event, reason: "\(error)"), context)
            }
            return nil
        case .focus, .blur, .scroll, .showModal, .close, .copy: break
        }
        return command
    }

    /// The most bytes of the detail of an event for an element, as JSON.
    private static var greatestDetail: Int { 65_536 }

    /// Returns the site's address of the program's path.
    private func address(of path: String, _ context: EventContext) -> String? {
        guard Self.isPath(path) else {
            log(.navigationRefused(program: name, path: path), context)
            return nil
        }
        return Page(base: base).link(to: path)
    }

    /// Whether it is a path of this site. Browsers read `//` and `/\` as another host, and ignore tabs and line ends.
    private static func isPath(_ path: String) -> Bool {
        let bytes = path.utf8
        return bytes.first == 0x2F && bytes.dropFirst().first != 0x2F
            && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }
    }

    /// Whether it is the address of a web page or a mailbox. Addresses that run code in this page, or open another application, are
    /// refused.
    ///
    /// It must be valid in a header without changes, so it is ASCII only.
    private static func isElsewhere(_ address: String) -> Bool {
        let bytes = address.utf8
        guard bytes.count <= 8_192, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else { return false }
        let lower = address.prefix(8).lowercased()
        for scheme in ["https://", "http://", "mailto:"] where lower.hasPrefix(scheme) {
            return bytes.count > scheme.utf8.count
        }
        return false
    }
}
