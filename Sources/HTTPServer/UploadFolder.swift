/// The files that one request uploaded: they are removed with the last copy of the request, unless they are kept.
final class UploadFolder: Sendable {
    func keep() {}
}
