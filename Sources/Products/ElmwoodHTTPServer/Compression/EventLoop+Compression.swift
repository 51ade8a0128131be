extension EventLoop {
    /// Compresses the content of a response, if the configuration says so, its type is worth it, and the request permits it.
    ///
    /// - Parameter head: the request's; nil if it was refused before it was complete.
    func compress(_ response: inout Response, to head: RequestHead?) {
        // A small page pays for these comparisons only.
        if response.status == .notModified { return complete(notModified: &response, to: head) }
        guard let compression = configuration.compression, let head else { return }
        guard case .bytes(let bytes) = response.body, bytes.count >= compression.leastSize,
            bytes.count <= Compression.greatestSize, response.status != .partialContent
        else { return }
        let fields = ContentFields(response.headers)
        guard fields.hasCompressibleType, !fields.isFixed else { return }
        defer { if !fields.variesByEncoding { response.headers.add("Vary", "Accept-Encoding") } }
        let headers = head.headers
        guard AcceptEncoding.permitsGzip(headers), !headers.mayBeForced else { return }
        if encoder == nil { encoder = GzipEncoder(level: compression.level) }
        guard let compressed = encoder?.compress(bytes) else { return }
        response.body = .bytes(compressed)
        // A strong tag promises equal bytes (RFC 9110 §8.8.1), so these need another one.
        if let range = fields.entityTag, let tag = response.headers.entityTag(at: range)?.gzipped {
            response.headers.replace(range, with: tag.description)
        }
        response.headers.add("Content-Encoding", "gzip")
    }

    /// Leaves of a 304, which a handler makes of the response that it would send otherwise, what a 304 says: how the content is stored, but
    /// not what it is (RFC 9110 §15.4.5). Its length is that of the content that it has, if that would be sent as it is; else unknown.
    private func complete(notModified response: inout Response, to head: RequestHead?) {
        if let compression = configuration.compression, let headers = head?.headers {
            let fields = ContentFields(response.headers)
            let isCompressed =
                switch response.body {
                // Nothing tells the content's type and size.
                case .empty: fields.entityTag != nil
                case .bytes(let bytes):
                    bytes.count >= compression.leastSize && bytes.count <= Compression.greatestSize
                        && fields.hasCompressibleType && !fields.isFixed
                case .constant, .file, .producer, .stream: false
                }
            if isCompressed {
                if !fields.variesByEncoding { response.headers.add("Vary", "Accept-Encoding") }
                nameVariant(of: &response, at: fields.entityTag, for: headers)
                response.body = .empty
            }
        }
        for name in ["Content-Type", "Content-Encoding", "Accept-Ranges"] { response.headers.remove(name) }
    }

    /// A client that has compressed content is told that it is current by the tag of that, and not of the content itself.
    private func nameVariant(of response: inout Response, at range: Range<Int>?, for headers: HeaderFields) {
        guard let range, let tag = response.headers.entityTag(at: range)?.gzipped,
            let known = headers["if-none-match"], EntityTag.list(known).contains(tag)
        else { return }
        response.headers.replace(range, with: tag.description)
    }
}

extension HeaderFields {
    /// Whether a page of another site may have caused the request in the name of a visitor, again and again, to measure the length of
    /// its response.
    ///
    /// Browsers say in `Sec-Fetch-Site` who has caused a request (W3C, Fetch Metadata), and no page can change that. Those from before
    /// 2023 may not. What a browser sends without credentials is answered with what everybody can see.
    var mayBeForced: Bool {
        guard contains("cookie") || contains("authorization") else { return false }
        guard let site = bytes(of: "sec-fetch-site") else { return true }
        return !site.elementsEqual("same-origin".utf8) && !site.elementsEqual("none".utf8)
    }
}
