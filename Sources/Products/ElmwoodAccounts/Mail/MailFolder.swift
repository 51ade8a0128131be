import ElmwoodThreads

/// Writes mails into a folder, as files `<id>.eml` that every mail program opens: for development, tests, and a program that
/// takes mails from there.
///
/// ```swift
/// let mails: any MailSender = MailFolder("data/mails")
/// ```
///
/// A file is there whole or not at all, and only its owner can read it. A mail that is sent again has its file already.
public struct MailFolder: MailSender {
    /// The folder's path. The folder is made with the first mail.
    public let path: String
    /// The most bytes of a mail.
    public let limit: Int

    /// Creates a sender that writes into a folder mails of at most that many bytes.
    public init(_ path: String, limit: Int = 8_000_000) {
        self.path = path
        self.limit = limit
    }

    /// Writes a mail.
    ///
    /// - Throws: ``MailError/notSent(_:)`` if the file cannot be written, ``MailError/tooLarge(limit:)`` if the mail is too large.
    public func send(_ mail: Mail) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { () async throws in
            let message = try mail.message(atMost: limit)
            do throws(NewFileError) {
                try createFile("\(mail.id).eml", in: path, content: Array(message.utf8))
            } catch {
                throw MailError.notSent(error.description)
            }
        }
    }
}
