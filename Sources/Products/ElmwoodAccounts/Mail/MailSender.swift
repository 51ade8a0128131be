/// Sends mails: by a service's interface, a local program, or into a folder (``MailFolder``).
public protocol MailSender: Sendable {
    /// Hands a mail over.
    ///
    /// It may be called again with a mail that it has already sent: an effect whose result was not stored is repeated. Mails
    /// of one `id` are the same mail.
    ///
    /// - Throws: an error if it was not sent, and should be sent again.
    func send(_ mail: Mail) async throws
}
