import ElmwoodArchitecture

extension SessionHost {
    /// Adds what a page is to do to a request's outcome, with addresses of the site in it. What is refused is logged.
    func add(_ command: PageCommand, to outcome: inout RequestOutcome) {
        guard let resolved = resolve(command) else { return }
        if let path = command.path { outcome.navigation = path }
        outcome.pageCommands.add(resolved)
    }

    /// The command as a page is told it: paths of the program are addresses of the site, and a file has one.
    ///
    /// - Returns: nil where it is refused, which is logged.
    private func resolve(_ command: PageCommand) -> PageCommand? {
        switch command {
        case .push(let path): return address(of: path).map { .push($0) }
        case .replace(let path): return address(of: path).map { .replace($0) }
        case .leave(let address):
            guard Self.isElsewhere(address) else {
                log(.leavingRefused(program: name, address: address))
                return nil
            }
        case .download(let file):
            guard case .content(let bytes, _) = file.source else { break }
            guard let address = registry.downloads.add(file) else {
                log(.downloadRefused(program: name, bytes: bytes.count, limit: limits.downloadRoom))
                return nil
            }
            return .download(Download(.address(address), filename: file.filename))
        case .focus, .blur, .scroll, .copy: break
        }
        return command
    }

    /// The site's address of the program's path.
    private func address(of path: String) -> String? {
        guard Self.isPath(path) else {
            log(.navigationRefused(program: name, path: path))
            return nil
        }
        return Page(base: base).link(to: path)
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
