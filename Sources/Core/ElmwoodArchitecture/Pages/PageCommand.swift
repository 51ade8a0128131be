/// A command to the visitor's page, beside showing the view.
///
/// A program gives paths of its own and the content of files. The session host replaces them with the site's addresses before it
/// sends the command to a page (`SessionHost+PageCommands.swift`).
@usableFromInline package enum PageCommand: Equatable, Sendable {
    case focus(String)
    case blur
    case scroll(String)
    case showModal(String)
    case close(String)
    case copy(String)
    case download(Download)
    /// Goes to another address of the program, with a new entry in the browser's history.
    case push(String)
    /// Goes to another address of the program, replacing the page's entry in the browser's history.
    case replace(String)
    case leave(String)
    /// Dispatches an event of that name, with its detail, at the element with that id.
    case dispatch(String, to: String, Payload?)

    /// Whether a hidden page cannot carry it out. For a page with a stream it waits until the page is visible.
    package var needsVisiblePage: Bool {
        switch self {
        case .copy: true
        case .focus, .blur, .scroll, .showModal, .close, .download, .push, .replace, .leave, .dispatch: false
        }
    }

    /// Whether it takes the page to another address of the site.
    package var isNavigation: Bool { path != nil }

    /// The path in the program, or on the site, that it goes to; nil if the page stays where it is.
    package var path: String? {
        switch self {
        case .push(let path), .replace(let path): path
        case .focus, .blur, .scroll, .showModal, .close, .copy, .download, .leave, .dispatch: nil
        }
    }
}

/// A file that the visitor's browser is to save.
@usableFromInline package struct Download: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        /// The bytes and their media type.
        case content([UInt8], type: String)
        /// Its address on the site, valid for this visitor only and for some minutes.
        case address(String)
    }

    package var source: Source
    package var filename: String

    /// Its address on the site, once assigned.
    package var address: String? { if case .address(let address) = source { address } else { nil } }

    package init(_ source: Source, filename: String) {
        self.source = source
        self.filename = filename
    }
}

extension PageCommand: CustomStringConvertible {
    @usableFromInline package var description: String {
        switch self {
        case .focus(let id): "focus(\(String(reflecting: id)))"
        case .blur: "blur"
        case .scroll(let id): "scroll(to: \(String(reflecting: id)))"
        case .showModal(let id): "showModal(\(String(reflecting: id)))"
        case .close(let id): "close(\(String(reflecting: id)))"
        case .copy(let text): "copy(\(String(reflecting: text)))"
        case .download(let file): "download(\(file))"
        case .push(let path): "navigate(to: \(String(reflecting: path)))"
        case .replace(let path): "navigate(to: \(String(reflecting: path)), replacing: true)"
        case .leave(let address): "leave(to: \(String(reflecting: address)))"
        case .dispatch(let event, let id, let detail):
            "dispatch(\(String(reflecting: event)), to: \(String(reflecting: id))\(detail.map { ", \($0)" } ?? ""))"
        }
    }
}

extension Download: CustomStringConvertible {
    @usableFromInline package var description: String {
        let name = "as: \(String(reflecting: filename))"
        return switch source {
        case .content(let bytes, let type): "\(bytes.count) bytes, \(name), type: \(String(reflecting: type))"
        case .address(let address): "from: \(String(reflecting: address)), \(name)"
        }
    }
}
