import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// The addresses of uploads in pieces, which the visitor's script learns as an upload begins: HEAD says how much has arrived, PATCH continues, and
/// DELETE ends the upload (draft-ietf-httpbis-resumable-upload). To everybody else there is nothing.
struct UploadRoute {
    static let prefix = "/elmwood/uploads/"

    let site: SiteHandler
    private var context: SiteContext { site.context }
    private var uploads: ResumableUploads { context.resumableUploads }

    /// Whether a request is for an upload.
    static func isFor(_ path: String) -> Bool { path.utf8.span.hasPrefix(prefix) }

    /// Returns what receives the body of a piece. Whether the request is refused is asked after this, and before its first bytes.
    func sink(for request: Request) -> BodySink {
        let offset = UploadFields.number(request.headers[UploadFields.offset])
        guard request.method == .patch, let offset, case .success(let upload) = upload(of: request) else {
            return BodySink(upTo: ResumableUploads.pieceBytes) { _ in }
        }
        let piece = UploadPiece(of: upload, in: uploads, at: offset)
        return BodySink(upTo: ResumableUploads.pieceBytes) { piece.write($0) }
    }

    /// Returns the refusal of a request with a body, by its head; nil if it is not refused.
    func refusal(of request: Request) -> Response? {
        guard request.method == .patch else { return methodNotAllowed(request) }
        switch upload(of: request) {
        case .failure(let refusal): return refusal.response
        case .success(let upload):
            if let refusal = rateRefusal(request) { return refusal }
            return self.refusal(ofPiece: request, of: upload, received: upload.receivedBytes ?? 0)
        }
    }

    /// Returns the answer to a request, whose body has arrived.
    func answer(_ request: Request) -> Answer {
        switch request.method {
        case .head: return state(request)
        case .patch, .delete:
            switch upload(of: request) {
            case .failure(let refusal): return .response(refusal.response)
            case .success(let upload):
                if request.method == .patch { return .response(stored(request, of: upload)) }
                if let refusal = rateRefusal(request) { return .response(refusal) }
                uploads.end(upload)
                return .response(Response(.noContent, headers: Self.headers))
            }
        default: return .response(methodNotAllowed(request))
        }
    }

    // MARK: The upload

    private struct Refused: Error {
        let response: Response
    }

    /// Finds the upload of a request, if it is its visitor's.
    private func upload(of request: Request) -> Result<ResumableUpload, Refused> {
        if site.isCrossSite(request) { return .failure(refused(.crossSite, request)) }
        guard let upload = uploads.find(String(request.path.dropFirst(Self.prefix.count))),
            let session = SiteCookies.read(request, in: context)?.session,
            upload.description.isOf(session, context.registry.visitor(of: session))
        else { return .failure(refused(.notFound, request)) }
        upload.touch(at: context.registry.environment.now())
        return .success(upload)
    }

    /// Says how much has arrived. The session may have got another id since, which only the store knows.
    private func state(_ request: Request) -> Answer {
        if case .success(let upload) = upload(of: request) { return .response(state(of: upload)) }
        let notFound = refused(.notFound, request).response
        guard !site.isCrossSite(request), context.registry.isStored,
            let session = SiteCookies.read(request, in: context)?.session,
            let upload = uploads.find(String(request.path.dropFirst(Self.prefix.count)))
        else { return .response(notFound) }
        return .later { responder in
            context.registry.loadVisitor(of: session) { visitor in
                let isOwner = visitor.map { upload.description.isOf(session, $0) } ?? false
                if isOwner { upload.move(to: session) }
                responder.answer(isOwner ? state(of: upload) : notFound)
            }
        }
    }

    private func state(of upload: ResumableUpload) -> Response {
        var response = Response(.noContent, headers: Self.headers)
        UploadFields.add(upload, received: upload.receivedBytes ?? 0, to: &response.headers)
        UploadFields.addLimits(uploads, to: &response.headers)
        return response
    }

    // MARK: Pieces

    /// Returns the refusal of a piece by its head; nil if it continues the upload.
    private func refusal(ofPiece request: Request, of upload: ResumableUpload, received: Int) -> Response? {
        guard request.headers["content-type"] == UploadFields.pieceType else {
            return refused(Refusal(status: 415, text: "A piece has the type \(UploadFields.pieceType)."), request)
                .response
        }
        guard let offset = UploadFields.number(request.headers[UploadFields.offset]),
            let isLast = UploadFields.boolean(request.headers[UploadFields.complete])
        else {
            let text = "A piece needs the fields \(UploadFields.offset) and \(UploadFields.complete)."
            return refused(Refusal(status: 400, text: text), request).response
        }
        guard let length = UploadFields.number(request.headers["content-length"]) else {
            return refused(Refusal(status: 411, text: "A piece must state its length."), request).response
        }
        guard offset == received else { return mismatch(upload, received: received, provided: offset) }
        let size = upload.size
        guard length <= size - offset, isLast == (offset + length == size) else {
            return problem(.badRequest, "inconsistent-upload-length", upload, received: received) { _ in }
        }
        return nil
    }

    /// Returns the answer to a piece whose bytes have been written as they arrived, as far as that was possible.
    private func stored(_ request: Request, of upload: ResumableUpload) -> Response {
        let received = upload.receivedBytes ?? 0
        let length = UploadFields.number(request.headers["content-length"]) ?? 0
        if length == 0 {
            if let refusal = rateRefusal(request) ?? refusal(ofPiece: request, of: upload, received: received) {
                return refusal
            }
        } else {
            let offset = UploadFields.number(request.headers[UploadFields.offset]) ?? 0
            if let failure = upload.failure {
                context.log(.error, kind: "upload", "\(UploadFolders.Failure(code: failure))")
                return refused(Refusal(status: 507, sentence: .noRoomForFile), request).response
            }
            // Another connection has continued the upload meanwhile, or ended it.
            guard received >= offset + length else { return mismatch(upload, received: received, provided: offset) }
        }
        var response = Response(.noContent, headers: Self.headers)
        UploadFields.add(upload, received: received, to: &response.headers)
        return response
    }

    private func mismatch(_ upload: ResumableUpload, received: Int, provided: Int) -> Response {
        problem(.conflict, "mismatching-upload-offset", upload, received: received) { json in
            json.key("expected-offset")
            json.number(UInt64(clamping: received))
            json.key("provided-offset")
            json.number(UInt64(clamping: provided))
        }
    }

    /// Returns a problem of the draft's section 7, with what is known of the upload.
    private func problem(
        _ status: HTTPStatus,
        _ name: String,
        _ upload: ResumableUpload,
        received: Int,
        _ more: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter()
        json.object { json in
            json.member("type", "https://iana.org/assignments/http-problem-types#\(name)")
            more(&json)
        }
        var response = Response(status, headers: Self.headers, body: .bytes(json.bytes))
        response.headers.add("Content-Type", "application/problem+json")
        UploadFields.add(upload, received: received, to: &response.headers)
        response.reason = "upload_offset"
        return response
    }

    // MARK: Refusals

    private static let headers: ResponseHeaders = [
        "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
    ]

    private func rateRefusal(_ request: Request) -> Response? {
        let session = SiteCookies.read(request, in: context)?.session
        return site.secondsToWait(request, session: session).map { wait in
            refused(.tooManyPosts(secondsToWait: wait), request).response
        }
    }

    private func methodNotAllowed(_ request: Request) -> Response {
        refused(.methodNotAllowed("HEAD, PATCH, DELETE"), request).response
    }

    private func refused(_ refusal: Refusal, _ request: Request) -> Refused {
        var response = refusal.response(as: .text, in: context, to: request)
        if !response.headers.contains("Cache-Control") { response.headers.add("Cache-Control", "no-store") }
        return Refused(response: response)
    }
}
