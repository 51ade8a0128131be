import ElmwoodArchitecture

extension PageCommand {
    /// The command as the client script reads it: its name and its arguments.
    package var words: [String] {
        switch self {
        case .focus(let id): ["focus", id]
        case .blur: ["blur"]
        case .scroll(let id): ["scroll", id]
        case .copy(let text): ["copy", text]
        case .download(let file): ["download", file.address ?? "", file.filename]
        case .push(let address): ["push", address]
        case .replace(let address): ["replace", address]
        case .leave(let address): ["leave", address]
        }
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
