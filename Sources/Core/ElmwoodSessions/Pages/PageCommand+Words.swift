import ElmwoodArchitecture

extension PageCommand {
    /// The command as it is sent to the client script: its name and its arguments.
    package var words: [String] {
        switch self {
        case .focus(let id): ["focus", id]
        case .blur: ["blur"]
        case .scroll(let id): ["scroll", id]
        case .showModal(let id): ["showModal", id]
        case .close(let id): ["close", id]
        case .copy(let text): ["copy", text]
        case .download(let file): ["download", file.address ?? "", file.filename]
        case .push(let address): ["push", address]
        case .replace(let address): ["replace", address]
        case .leave(let address): ["leave", address]
        case .dispatch(let event, let id, let detail):
            ["dispatch", id, event] + ((try? detail?.json()).map { [String(decoding: $0, as: UTF8.self)] } ?? [])
        }
    }
}
