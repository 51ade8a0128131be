import ElmwoodFormData

/// A handler that is asked without a server: the test kit calls it as a connection would.
extension Handler {
    /// Returns the response to a request that no connection has received.
    ///
    /// - Parameters:
    ///   - uploads: the folder for the files of its body.
    ///   - refusal: the response to what the server itself refuses, if the handler has none.
    package func response(
        to method: HTTPMethod,
        _ target: String,
        headers: [(name: String, value: String)],
        body: [UInt8] = [],
        uploads: String,
        refusal: @Sendable (HTTPStatus, String) -> Response
    ) async -> Response {
        let head: RequestHead
        do throws(RequestTarget.Refusal) {
            head = try RequestHead(method, target, headers: headers, contentLength: body.count)
        } catch {
            var packed: [UInt8] = []
            for (name, value) in headers { HeaderFields.append(name: name, value: value, to: &packed) }
            let fields = HeaderFields(packed: packed, from: 0)
            return response(toRefusedHead: fields, .badRequest, error.description)
                ?? refusal(.badRequest, error.description)
        }
        do throws(Refusal) {
            var content = BodyReader.Content()
            if !body.isEmpty {
                var configuration = ServerConfiguration()
                // As of a site's server: the handler refuses them.
                configuration.passesLargeFiles = true
                let reader = try BodyReader(
                    head: head,
                    limits: FormDataLimits(configuration),
                    uploadFolder: uploads,
                    log: { _ in },
                    storage: { storage(ofBodyOf: Request(head)) }
                )
                if reader.isLong, let refusal = self.refusal(of: Request(head)) { return refusal }
                body.withUnsafeBytes { reader.take($0) }
                content = try reader.finish()
            }
            if let response = await respond(to: Request(head, content)).response() { return response }
            throw .noAnswer
        } catch {
            return response(toRefused: Request(head), error.status, error.sentence)
                ?? refusal(error.status, error.sentence)
        }
    }
}

extension Request {
    fileprivate init(_ head: RequestHead, _ content: BodyReader.Content = BodyReader.Content()) {
        let address = RemoteAddress("127.0.0.1") ?? .unknown
        self.init(
            id: nil,
            head: head,
            content: content,
            remoteAddress: address,
            addressText: "\(address)",
            localAddress: address,
            isSecure: false,
            proxies: nil,
            memory: nil
        )
    }
}

extension Response {
    /// The content could not be read, or was not completed.
    package struct Incomplete: Error {
        package init() {}
    }

    /// Returns the content, as far as it is produced until a condition holds.
    ///
    /// - Parameter isEnough: asked after each piece. A stream may have no end.
    package consuming func content(until isEnough: @Sendable ([UInt8]) -> Bool = { _ in false }) async throws -> [UInt8]
    {
        switch body {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .constant(let text): return text.withUTF8Buffer { Array($0) }
        case .file(let file):
            guard let bytes = file.bytes() else { throw Incomplete() }
            return bytes
        case .producer(let producer, _), .stream(let producer, _, _):
            return try await Self.content(of: producer, until: isEnough)
        }
    }

    private static func content(
        of producer: any BodyProducer,
        until isEnough: @Sendable ([UInt8]) -> Bool
    ) async throws -> [UInt8] {
        let (wakings, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var waking = wakings.makeAsyncIterator()
        let stream = ResponseStream { continuation.yield() }
        producer.begin(stream)
        defer { producer.end() }
        var content: [UInt8] = []
        while true {
            stream.takeWakeUp()
            switch producer.next() {
            case .bytes(let bytes) where !bytes.isEmpty:
                content += bytes
                if isEnough(content) { return content }
            case .bytes, .wait:
                guard await waking.next() != nil else { throw Incomplete() }
            case .end: return content
            case .failed: throw Incomplete()
            }
        }
    }
}
