import ElmwoodArchitecture

/// What a program's command asks of the visitor's page.
enum PageDemand {
    case task(PageTask)
    case navigate(String, replaces: Bool)
}

extension SessionHost {
    /// Adds to a request's outcome what a page is asked to do, in the words of the page. What must not be is logged.
    func add(_ demand: PageDemand, to outcome: inout RequestOutcome) {
        switch demand {
        case .navigate(let path, let replaces):
            guard Self.isPath(path) else { return log(.navigationRefused(program: name, path: path)) }
            let address = Page(base: base).link(to: path)
            outcome.navigation = path
            outcome.pageCommands.add(replaces ? .replace(address) : .push(address))
        case .task(.leave(let address)):
            guard Self.isElsewhere(address) else { return log(.leavingRefused(program: name, address: address)) }
            outcome.pageCommands.add(.leave(address))
        case .task(.download(let file)):
            guard let address = registry.downloads.keep(file) else {
                return log(.downloadRefused(program: name, bytes: file.content.count, limit: limits.downloadRoom))
            }
            outcome.pageCommands.add(.download(address: address, filename: file.filename))
        case .task(.focus(let id)): outcome.pageCommands.add(.focus(id))
        case .task(.blur): outcome.pageCommands.add(.blur)
        case .task(.scroll(let id)): outcome.pageCommands.add(.scroll(id))
        case .task(.copy(let text)): outcome.pageCommands.add(.copy(text))
        }
    }

    /// Whether it is a path of this site: browsers take `//` and `/\` for another host, and leave out tabs and line ends.
    private static func isPath(_ path: String) -> Bool {
        let bytes = path.utf8
        return bytes.first == 0x2F && bytes.dropFirst().first != 0x2F
            && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }
    }

    /// Whether it is the address of a page or a mailbox elsewhere: nothing that runs in this page, or opens another program.
    ///
    /// It may stand in a header as it is, so it is all in ASCII.
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

extension [PageCommand] {
    /// The most commands that wait for a page. Beyond it the first are left out: the last say how things are now.
    private static var limit: Int { 64 }

    /// Adds a command. Of several ways to go elsewhere, the last one counts.
    mutating func add(_ command: PageCommand) {
        switch command {
        case .push, .replace:
            removeAll { if case .push = $0 { true } else if case .replace = $0 { true } else { false } }
        case .leave:
            removeAll { if case .leave = $0 { true } else { false } }
        case .focus, .blur, .scroll, .copy, .download:
            break
        }
        append(command)
        if count > Self.limit { removeFirst(count - Self.limit) }
    }
}
