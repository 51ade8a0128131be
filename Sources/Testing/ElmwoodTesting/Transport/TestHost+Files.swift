import Elmwood
import ElmwoodFormData
import ElmwoodPageTree
import Glibc
import ElmwoodSessions
import Synchronization

/// The folder of the files that a test's visitors attach. It is removed with the test's host.
final class TestHostFolder {
    private(set) lazy var path: String? = {
        isUsed = true
        var template = Array("/tmp/elmwood-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
    private var isUsed = false
    private var count = 0

    /// Writes a file to the folder, and returns its path; empty if that fails.
    ///
    /// - Parameter named: whether it has its own name there, which a browser needs to attach it.
    func put(_ file: TestFile, named: Bool = false) -> String {
        guard let folder = path else { return "" }
        var path = "\(folder)/file-\(count)"
        if named {
            mkdir(path, 0o700)
            path += "/\(file.name.replacing("/", with: "-"))"
        }
        guard let stream = fopen(path, "w") else { return "" }
        defer { fclose(stream) }
        guard fwrite(file.content, 1, file.content.count, stream) == file.content.count else { return "" }
        count += 1
        return path
    }

    deinit {
        if isUsed, let path { Files.remove(path) }
    }
}

extension TestHost {
    /// Returns the fields as a server parses them.
    ///
    /// - Parameter isPost: whether a browser posts them: line ends are then CR LF, and a file field without a file is sent.
    func entries(_ fields: [SentField], isPost: Bool) -> [FormData.Entry] {
        fields.compactMap { field in
            switch field.value {
            case .text(let text):
                let text = isPost && text.contains("\n") ? text.replacing("\n", with: "\r\n") : text
                return FormData.Entry(name: field.name, value: .text(text))
            case .file(nil):
                guard isPost else { return nil }
                let none = UploadedFile(filename: "", contentType: "application/octet-stream", size: 0, path: "")
                return FormData.Entry(name: field.name, value: .file(none))
            case .file(let file?):
                let uploaded = UploadedFile(
                    filename: file.name,
                    contentType: file.type,
                    size: file.content.count,
                    path: folder.put(file)
                )
                return FormData.Entry(name: field.name, value: .file(uploaded))
            }
        }
    }

    /// Renders the view with everything that it reads.
    func render(_ model: P.Model, on page: Page) throws -> Rendering {
        guard let result = wait(for: host.sessions.renderReading(AnyModel(model), on: page)) else {
            throw DriverFailure("What the page reads did not arrive.")
        }
        return try result.get().rendering
    }

    /// Returns the status that the model's page itself has there; nil if that is 200, or there is no page.
    func status(of model: P.Model?, at address: PageAddress) -> Int? {
        guard let model else { return nil }
        return (try? render(model, on: address.page()))?.response?.status
    }

    /// Returns the reply after all work was done that does not wait for the test; nil if there is none by then.
    func wait<Reply>(for answer: Eventual<Reply>) -> Reply? {
        switch answer {
        case .ready(let reply): return reply
        case .promised(let promise):
            let box = ReplyBox<Reply>()
            promise.whenFulfilled { box.reply = $0 }
            setting.settle()
            return box.reply
        }
    }
}

/// The destination of a reply that is delivered later.
private final class ReplyBox<Reply: Sendable>: Sendable {
    private let mutex = Mutex<Reply?>(nil)

    var reply: Reply? {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }
}
