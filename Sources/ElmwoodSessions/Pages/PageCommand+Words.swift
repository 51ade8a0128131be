import ElmwoodArchitecture

extension PageCommand {
    /// The command as it is sent to the client script: its name and its arguments.
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
    /// The most commands that wait for a page. Beyond it the oldest are dropped, since the latest ones describe the present state.
    private static var limit: Int { 64 }

    /// Appends a command. Of several navigations, only the last one remains.
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
