import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodViewTree

// Uploads in pieces: their beginning at the page whose form has the field, and their end with the post of that form.

/// What the script of a page says of a file that is to be uploaded. It stands in place of events.
struct UploadWish {
    /// The names of the field and its form.
    var field: String
    var form: String
    var file: UploadedFile
    /// How many files are chosen for the field.
    var count: Int

    /// Reads a post; nil if it is of anything else.
    init?(_ post: FormData) {
        guard post.entries.first?.name == "upload", let field = post.entries.first?.value.text,
            let form = post.text("form"), let filename = post.text("name"),
            let size = UploadFields.number(post.text("size")), let count = UploadFields.number(post.text("count")),
            post.entries.allSatisfy({ CombiningMarks.areFew(in: $0.value.text ?? "") }),
            filename.utf8.count <= 1_024
        else { return nil }
        self.field = field
        self.form = form
        self.count = count
        let type = post.text("type") ?? ""
        file = UploadedFile(
            filename: filename,
            contentType: type.isEmpty || type.utf8.count > 255 ? "application/octet-stream" : type,
            size: size,
            path: "/"
        )
    }
}

/// An upload that an action, or a post, has in place of a file.
struct ClaimedUpload: Sendable {
    let upload: ResumableUpload
    /// Names the action or the post.
    let claimant: String
    /// The number of the action; nil for a post.
    let sequence: UInt64?
}

extension ProgramEndpoint {
    // MARK: Beginning

    /// Begins an upload, if the view offers it. The visitor gets a session, since it is theirs only.
    func beginUpload(_ wish: UploadWish, _ call: ProgramRequest) -> Answer {
        switch host.post([], by: call.credentials, request: call) {
        case .ready(let reply): return Answer(response(to: wish, call, taking: reply))
        case .promised(let promise):
            return .later { responder in
                promise.whenFulfilled { reply in
                    responder.answer { Answer(self.response(to: wish, call, taking: reply)) }
                }
            }
        }
    }

    private func response(
        to wish: UploadWish,
        _ call: ProgramRequest,
        taking reply: SessionReply<Never>
    ) -> Eventual<Response> {
        var page = page(call)
        page.isLive = true
        switch reply {
        case .failed(let failure): return .ready(failed(failure, on: page, to: call))
        case .shown(let snapshot):
            if let view = snapshot.view(on: page) {
                return .ready(response(to: wish, call, offeredBy: view.rendering, snapshot))
            }
            return host.renderReading(snapshot.model, on: page).map { [page] result in
                switch result {
                case .success(let view): self.response(to: wish, call, offeredBy: view.rendering, snapshot)
                case .failure(let error):
                    self.failed(self.host.viewFailed(error, call.eventContext), on: page, to: call)
                }
            }
        }
    }

    private func response(
        to wish: UploadWish,
        _ call: ProgramRequest,
        offeredBy rendering: Rendering,
        _ snapshot: SessionSnapshot
    ) -> Response {
        let contract = Contract(rendering, sentences: context.sentences)
        func refused(_ status: Int, _ sentence: Sentence) -> Response {
            var refusal = Refusal(status: status, sentence: sentence, reason: "upload")
            refusal.language = contract.language
            return refusal.response(as: .text, in: context, to: call.request)
        }
        do throws(ElmwoodForms.Refusal) {
            try contract.checkUpload(of: wish.file, to: wish.field, of: wish.form, amongFiles: wish.count)
        } catch {
            return refused(error.status, error.sentence)
        }
        guard let session = snapshot.cookie.session(instead: call.session),
            let visitor = context.registry.retainVisitor(of: session)
        else { return refused(409, .noField(wish.field)) }
        let place = UploadPlace(program: base, form: wish.form, field: wish.field)
        let description = UploadDescription(of: wish.file, for: place, by: session, of: visitor)
        var response: Response
        do {
            let upload = try context.resumableUploads.begin(description, of: call.client)
            response = Response(.created, headers: ["Cache-Control": "no-store"])
            response.headers.add("Location", UploadRoute.prefix + upload.name)
            UploadFields.add(upload, received: 0, to: &response.headers)
            UploadFields.addLimits(context.resumableUploads, to: &response.headers)
        } catch ResumableUploads.Excess.number {
            response = refused(429, .tooMuchAtOnce)
        } catch {
            if !(error is ResumableUploads.Excess) { context.log(.error, kind: "upload", "\(error)") }
            response = refused(507, .noRoomForFile)
        }
        set(snapshot.cookie, snapshot.others, on: &response, to: call)
        return response
    }

    // MARK: Claiming

    /// Exchanges the addresses of complete uploads for their files. Others remain, and are a problem of their field.
    func claimUploads(
        in fields: inout [FormData.Entry],
        of form: String,
        for claimant: String,
        _ sequence: UInt64? = nil,
        _ call: ProgramRequest
    ) -> [ClaimedUpload] {
        var claims: [ClaimedUpload] = []
        for index in fields.indices {
            guard let text = fields[index].value.text, UploadRoute.isFor(text), let session = call.session,
                let upload = context.resumableUploads.find(String(text.dropFirst(UploadRoute.prefix.count))),
                !claims.contains(where: { $0.upload === upload })
            else { continue }
            let description = upload.description
            let place = UploadPlace(program: base, form: form, field: fields[index].name)
            guard description.place == place, description.isOf(session, context.registry.visitor(of: session)),
                let file = upload.claim(by: claimant)
            else { continue }
            upload.touch(at: context.registry.environment.now())
            fields[index].value = .file(file)
            claims.append(ClaimedUpload(upload: upload, claimant: claimant, sequence: sequence))
        }
        return claims
    }

    /// Exchanges the addresses in the actions of an open page: see ``claimUploads(in:of:for:_:_:)``.
    func claimUploads(in actions: inout [PageAction], on id: PageID, _ call: ProgramRequest) -> [ClaimedUpload] {
        var claims: [ClaimedUpload] = []
        for index in actions.indices {
            guard case .submit(let form) = actions[index].kind else { continue }
            let sequence = actions[index].sequence
            // The same action that comes again is the same claimant.
            claims += claimUploads(in: &actions[index].fields, of: form, for: "\(id.text) \(sequence)", sequence, call)
        }
        return claims
    }

    /// Ends the uploads that the program has accepted, and makes the others available again.
    func settle(_ claims: [ClaimedUpload], isAccepted: (ClaimedUpload) -> Bool) {
        for claim in claims {
            if isAccepted(claim) {
                context.resumableUploads.accept(claim.upload)
            } else {
                claim.upload.release(by: claim.claimant)
            }
        }
    }
}
