import Elmwood
import ElmwoodTesting
import Testing

/// A program with a film that is uploaded in pieces, and a counter beside it.
private struct Cinema: Program {
    struct Model: Codable, Equatable, Sendable {
        var size: Int?
        var count = 0
        var progress: UploadProgress?
    }

    struct Film: Codable, Equatable, Sendable { var film: UploadedFile }

    enum Message: Codable, Equatable, Sendable {
        case add(Film)
        case arriving(UploadProgress)
        case count
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let film): model.size = film.film.size
        case .arriving(let progress): model.progress = progress
        case .count: model.count += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Cinema") {
            form("film", .onSubmit(Message.add)) {
                input(
                    .name("film"),
                    .type(.file),
                    .required,
                    .upload(upTo: 20_000),
                    .onUploadProgress("film", otherwise: .needsScript) { (progress: UploadProgress) in
                        Message.arriving(progress)
                    }
                )
                button { "Send" }
            }
            button("Count", .count)
            p(.id("size")) { model.size.map { "\($0)" } ?? "none" }
            p(.id("count")) { "\(model.count)" }
            p(.id("progress")) { model.progress.map { "\($0.loaded) of \($0.total)" } ?? "none" }
        }
    }
}

/// Uploads in pieces in tests of a program.
@Suite struct UploadActTests {
    @Test func `A form waits for an upload that is interrupted, and the rest of the page works`() {
        let test = ProgramTest(Cinema(), .loosely)
        test.interruptUpload()
        test.upload("film", size: 12_000)
        test.expect("#progress", "0 of 12000")
        test.click("Send")
        test.click("Count")
        test.expect("#count", "1")
        test.expect("#size", "none")
        test.resumeUpload()
        test.expect("#size", "12000")
    }

    @Test func `An upload is complete at once if nothing interrupts it`() {
        let test = ProgramTest(Cinema(), .loosely)
        test.upload("film", size: 12_000)
        test.expect("#progress", "12000 of 12000")
        test.click("Send")
        test.expect("#size", "12000")
    }
}
