import Elmwood
import Glibc
import ElmwoodHTTPClient
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodViewTree

// The requests of an open page's script, and their answers.

extension HTTPTransport {
    /// The time limit for an answer.
    private static var timeout: Duration { .seconds(60) }

    func live(_ request: WireRequest) -> LiveAnswer {
        do {
            let body = request.events.isEmpty ? nil : SentBody(request.events.flatMap(\.asFields), isPost: false)
            let before = host.sessions.progress(of: request.page, in: testHost.sessionID(of: visitor))
            if openPage != request.page { (openPage, shown) = (request.page, nil) }
            let reply = try send(
                body == nil ? "GET" : "POST",
                request.address.target,
                accepting: ResponseFormat.patchType,
                headers: headers(request),
                body: body
            )
            guard reply.status == 200 else {
                let sentence = (try? JSONPatch(reply.body))?.refusals.last?.sentence
                return .refused(status: reply.status, sentence: sentence ?? reply.text.filter { !$0.isNewline })
            }
            count(since: before, request)
            let patch = try JSONPatch(reply.body)
            let (earlier, now) = try takePushes(before: patch, request)
            let answer = try answer(patch, now)
            guard let earlier, case .news(let news) = answer else { return answer }
            return .news(news.after(earlier))
        } catch {
            return .broken("The answer to the page's action was not received: \(error)")
        }
    }

    private func headers(_ request: WireRequest) -> [(String, String)] {
        [
            ("Elmwood-Page", request.name), ("Elmwood-Revision", request.shows?.text ?? "0"),
            ("Elmwood-Base", host.base), ("Elmwood-Hidden", request.isHidden ? "1" : "0"),
        ]
    }

    /// Counts the answer to a request as a patch. Others may have been made for the stream since the request.
    private func count(since before: PageProgress?, _ request: WireRequest) {
        let now = host.sessions.progress(of: request.page, in: testHost.sessionID(of: visitor))
        patches = before != nil && now?.identity == before?.identity ? patches + 1 : 1
        identity = now?.identity
    }

    /// Applies the stream's patches that preceded an answer: the answer begins from their result.
    private func takePushes(before patch: JSONPatch, _ request: WireRequest) throws -> (PageNews?, WireRequest) {
        var (request, earlier) = (request, PageNews?.none)
        while let from = patch.from, from != request.shows, stream != nil, let event = try nextEvent() {
            patches += 1
            let push = try JSONPatch(event)
            guard let to = push.to, push.from == nil || push.from == request.shows else { break }
            let news = push.news(to: to)
            earlier = earlier.map(news.after) ?? news
            request = request.showing(to)
            shown = nil
        }
        return (earlier, request)
    }

    /// Evaluates a patch, and verifies that it leads to the view.
    private func answer(_ patch: JSONPatch, _ request: WireRequest) throws -> LiveAnswer {
        if patch.isReload { return .reload }
        guard let to = patch.to else { return .broken("A patch came that names no revision.") }
        if let from = patch.from, from != request.shows {
            // One without operations may come by the stream when the answer that was made after it has been read.
            if from == to, let shows = request.shows { return .news(patch.news(to: shows)) }
            return .broken(
                "The patch that came over the transport begins from another page than the one that is shown."
            )
        }
        if isFollowed {
            shown = nil
            return .news(patch.news(to: to))
        }
        // The last patch of an ended session's stream navigates the page, which still shows its former view.
        if progress(of: request) == nil, identity != nil, patch.from == to { return .news(patch.news(to: to)) }
        var difference = try difference(patch, to, request)
        // A value that the view reads may have changed since the patch was made: the page is about to be told of it.
        let start = ContinuousClock.now
        while difference != nil, !isFollowed, start.duration(to: .now) < .seconds(2) {
            usleep(500)
            difference = try self.difference(patch, to, request)
        }
        if let difference {
            guard isFollowed else { return .broken(difference) }
            shown = nil
        }
        return .news(patch.news(to: to))
    }

    private func progress(of request: WireRequest) -> PageProgress? {
        host.sessions.progress(of: request.page, in: testHost.sessionID(of: visitor))
    }

    /// Whether further patches were made for the open page, or are about to be made. Only the last one leads to the current view.
    private var isFollowed: Bool {
        guard let page = openPage, let progress = host.sessions.progress(of: page, in: testHost.sessionID(of: visitor))
        else {
            return false
        }
        return progress.identity == identity
            && (progress.patches > patches || !progress.isSettled || progress.isOutdated)
    }

    /// Returns how the result of a patch differs from the current view; nil if it does not.
    private func difference(_ patch: JSONPatch, _ to: Revision, _ request: WireRequest) throws -> String? {
        let address = patch.news(to: to).address ?? request.address
        var page = address.page(isLive: true)
        let current: Rendering
        if let shown = host.sessions.shown(on: request.page, of: testHost.sessionID(of: visitor)) {
            (current, page) = (shown.rendering, shown.page)
        } else {
            guard let model = model(at: address) else { return "There is no model for the patch." }
            page.problems = patch.problems ?? []
            page.notices = progress(of: request)?.page.shownNotices ?? []
            current = try testHost.render(model, on: page)
        }
        guard to == current.revision else { return "The patch that came over the transport does not lead to the view." }
        if let from = patch.from {
            if let shown, shown.revision == from, !patch.hasOperations(current.patch(from: shown)) {
                return "The patch that came over the transport is not the way to the view."
            }
        } else if patch.html != current.html() {
            return difference(patch.html, current.html(), PageAddress(page.path))
        }
        shown = current.kept()
        return nil
    }

    // MARK: The stream

    func listen(_ request: WireRequest) -> LiveAnswer {
        hangUp()
        do {
            let before = host.sessions.progress(of: request.page, in: testHost.sessionID(of: visitor))
            if openPage != request.page { (openPage, shown) = (request.page, nil) }
            let connection = try HTTPConnection(port: server.port)
            try connection.send(head("GET", request.address.target, ResponseFormat.streamType, headers(request), nil))
            let reply = try connection.readHead()
            storeCookies(of: reply)
            guard reply.status == 200, reply["content-type"] == ResponseFormat.streamType else { return .reload }
            stream = connection
            isChunked = reply["transfer-encoding"]?.lowercased() == "chunked"
            remainder = []
            guard let first = try nextEvent() else { return .broken("The page's stream ended before it began.") }
            count(since: before, request)
            // A stream that is not needed any more ends with its first patch.
            try wait { $0.map { $0.hasStream || !$0.keepsStream } ?? true }
            return try answer(JSONPatch(first), request)
        } catch {
            return .broken("The page's stream was not received: \(error)")
        }
    }

    func pushed(_ request: () -> WireRequest) -> [LiveAnswer] {
        var answers: [LiveAnswer] = []
        let start = ContinuousClock.now
        var revision = request().shows
        do {
            while stream != nil {
                let progress = host.sessions.progress(
                    of: openPage ?? request().page,
                    in: testHost.sessionID(of: visitor)
                )
                let isNew = (progress?.patches ?? 0) > patches && progress?.identity == identity
                // A page without a stream on the server will receive the end of this one.
                let isEnding = !(progress?.hasStream ?? false)
                if !isNew, !isEnding, progress?.isSettled ?? true, try !hasUnread(within: 0) { break }
                guard start.duration(to: .now) < Self.timeout else {
                    answers.append(.broken("What changed on the page did not come by its stream."))
                    break
                }
                guard try hasUnread(within: 5) else { continue }
                guard let event = try nextEvent() else {
                    hangUp()
                    answers.append(.streamEnded)
                    break
                }
                patches += 1
                let answer = try answer(JSONPatch(event), request().showing(revision))
                if case .news(let news) = answer { revision = news.to }
                answers.append(answer)
            }
        } catch {
            answers.append(.broken("The page's stream was cut: \(error)"))
        }
        return answers
    }

    var hasStream: Bool { stream != nil }

    func hangUp() {
        guard stream != nil else { return }
        stream = nil
        try? wait { !($0?.hasStream ?? false) }
    }

    /// Waits until the server's state of the page fulfils the condition.
    private func wait(until isSo: (PageProgress?) -> Bool) throws {
        let start = ContinuousClock.now
        while let page = openPage, !isSo(host.sessions.progress(of: page, in: testHost.sessionID(of: visitor))) {
            guard start.duration(to: .now) < Self.timeout else { throw WireFailure(0) }
            usleep(500)
        }
    }

    private func hasUnread(within milliseconds: Int32) throws -> Bool {
        try !remainder.isEmpty || stream?.hasUnread(within: milliseconds) ?? false
    }

    /// Returns the next event's data; nil if the stream has ended.
    private func nextEvent() throws -> [UInt8]? {
        while true {
            let marker: [UInt8] = [0x0A, 0x0A]
            if let end = remainder.firstRange(of: marker) {
                let event = Array(remainder[..<end.lowerBound])
                remainder.removeSubrange(..<end.upperBound)
                // A comment is the stream's heartbeat.
                if event.first == UInt8(ascii: "d") { return Array(event.dropFirst(6)) }
                continue
            }
            guard let stream, let piece = try isChunked ? stream.readChunk() : stream.readSome(), !piece.isEmpty else {
                return nil
            }
            remainder += piece
        }
    }
}

extension WireRequest {
    fileprivate func showing(_ revision: Revision?) -> WireRequest {
        var request = self
        request.shows = revision ?? shows
        return request
    }
}

extension WireEvent {
    /// The event, as the fields of a post.
    var asFields: [SentField] {
        [SentField("event", "\(number) \(kind) \(fields.count) \(argument)")] + fields
    }
}
