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

    /// Creates a sender that writes into a folder.
    public init(_ path: String) {
        self.path = path
    }

    /// Writes a mail.
    ///
    /// - Throws: ``MailError/notSent(_:)`` if the file cannot be written.
    public func send(_ mail: Mail) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { () async throws in
            do throws(NewFileError) {
                try createFile("\(mail.id).eml", in: path, content: Array(mail.message.utf8))
            } catch {
                throw MailError.notSent(error.description)
            }
        }
    }
}
