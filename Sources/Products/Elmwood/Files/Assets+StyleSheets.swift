import ElmwoodHTTPServer

// What a style sheet refers to has an address with a digest too, so that the sheet's own digest changes with any of it.

extension Assets {
    /// A style sheet as it is served.
    struct StyleSheet {
        let content: [UInt8]
        /// The files that it refers to, and their addresses, which may change.
        let references: [String: String]
        /// Whether something was left alone since it refers back to a sheet that refers to it.
        let isCutShort: Bool
    }

    /// The greatest number of style sheets that import each other.
    private static let greatestDepth = 8

    /// Returns a style sheet whose references to files of the folder are addresses with digests; nil if it has none.
    ///
    /// Sheets that import each other would never have a digest: the one that refers back has a plain address there, and is asked for each time.
    ///
    /// - Parameter importers: the style sheets that are being read, since they import this one.
    func styleSheet(_ bytes: [UInt8], at path: String, importers: [String]) -> StyleSheet? {
        let places = StyleSheetReferences(in: bytes).places
        guard !places.isEmpty else { return nil }
        let chain = importers + [path]
        var content: [UInt8] = []
        var references: [String: String] = [:]
        var isCutShort = false
        var end = 0
        for place in places {
            guard let file = StyleSheetReferences.file(bytes[place], in: path) else { continue }
            if chain.contains(file.path) || chain.count > Self.greatestDepth {
                isCutShort = true
                continue
            }
            let asset = asset(at: file.path, importers: chain)
            references[file.path] = asset?.address ?? file.path
            guard let asset else { continue }
            if asset.sheet?.isCutShort ?? false { isCutShort = true }
            content += bytes[end..<place.lowerBound]
            content += (asset.address + file.suffix).utf8
            end = place.upperBound
        }
        guard !references.isEmpty || isCutShort else { return nil }
        return StyleSheet(content: content + bytes[end...], references: references, isCutShort: isCutShort)
    }

    /// Whether all files that a style sheet refers to are as they were.
    func isCurrent(_ sheet: StyleSheet?, at path: String, importers: [String]) -> Bool {
        guard let sheet else { return true }
        let chain = importers + [path]
        return sheet.references.allSatisfy { (asset(at: $0.key, importers: chain)?.address ?? $0.key) == $0.value }
    }

    /// Returns the response with a style sheet whose references have digests. Its state is not that of the file alone, so it has a tag of its own.
    func response(_ sheet: StyleSheet, to request: Request, of asset: Asset, isImmutable: Bool) -> Response {
        var response = Response(
            .ok,
            headers: ["Cache-Control": isImmutable ? Self.immutable : files.cacheControl]
        )
        var tag = EntityTag(asset.digest)
        let isZipped = asset.gzipped != nil && AcceptEncoding.permitsGzip(request.headers)
        if asset.gzipped != nil { response.headers.add("Vary", "Accept-Encoding") }
        if isZipped { tag = tag?.gzipped }
        if let tag { response.headers.add("ETag", tag.description) }
        switch ConditionalRequest(request.headers).outcome(isRead: true, entityTag: tag, lastModified: nil) {
        case .proceed: break
        case .notModified:
            response.status = .notModified
            return response
        case .preconditionFailed: return Response(.preconditionFailed)
        }
        if let type = files.types.type(of: asset.path) { response.headers.add("Content-Type", type) }
        if isZipped { response.headers.add("Content-Encoding", "gzip") }
        response.body = .bytes(isZipped ? asset.gzipped ?? sheet.content : sheet.content)
        return response
    }
}
