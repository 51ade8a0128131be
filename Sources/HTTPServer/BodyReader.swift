import FormData

/// Takes a request's body as it arrives.
struct BodyReader {
    /// What was read: bytes that are no form, or a form.
    typealias Content = (body: [UInt8], form: FormData?)

    private var bytes: [UInt8] = []
    private let limit: Int
    /// Why the body is refused; what still comes of it is dropped.
    private(set) var refusal: Refusal?

    init(head: RequestHead, configuration: ServerConfiguration) throws(Refusal) {
        limit = configuration.limits.body
        if let length = head.contentLength {
            guard length <= UInt64(limit) else { throw .bodyTooLong }
            bytes.reserveCapacity(Int(length))
        }
    }

    /// Takes the next bytes.
    mutating func take(_ piece: UnsafeRawBufferPointer) {
        guard refusal == nil else { return }
        guard bytes.count + piece.count <= limit else {
            bytes = []
            refusal = .bodyTooLong
            return
        }
        bytes.append(contentsOf: piece)
    }

    /// The whole body.
    mutating func finish() throws(Refusal) -> Content {
        if let refusal { throw refusal }
        return (bytes, nil)
    }
}
