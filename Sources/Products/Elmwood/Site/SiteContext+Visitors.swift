import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

extension SiteContext {
    /// Answers a request, once its visitor is known if that is needed before the session is found.
    func recognizing(_ call: ProgramRequest, _ answer: @escaping @Sendable (ProgramRequest) -> Answer) -> Answer {
        if let histories { return recognizing(call, in: histories, answer) }
        guard let cookie = call.visitorCookie, cookie.isOld(on: today) else { return answer(call) }
        return looking(up: cookie.token, for: call, answer) { call, visitor in
            visitor.map { call.recognized(as: $0, resending: cookie.token) } ?? call
        }
    }

    /// Answers a request in development: the history's panels know each visitor, also those without a session.
    private func recognizing(
        _ call: ProgramRequest,
        in histories: any SiteHistories,
        _ answer: @escaping @Sendable (ProgramRequest) -> Answer
    ) -> Answer {
        if let visitor = registry.visitor(of: call.session) {
            return answer(call.recognized(as: RecognizedVisitor(visitor)))
        }
        guard registry.isStored, let session = call.session else {
            return recognizing(call, byTokenIn: histories, answer)
        }
        return .later { responder in
            registry.loadVisitor(of: session) { visitor in
                responder.answer {
                    guard let visitor else { return recognizing(call, byTokenIn: histories, answer) }
                    return answer(call.recognized(as: RecognizedVisitor(visitor)))
                }
            }
        }
    }

    private func recognizing(
        _ call: ProgramRequest,
        byTokenIn histories: any SiteHistories,
        _ answer: @escaping @Sendable (ProgramRequest) -> Answer
    ) -> Answer {
        guard let token = call.visitorCookie?.token else { return answer(Self.introduced(call, to: histories)) }
        let visitor = VisitorID(firstToken: token.hash)
        if histories.isIntroduced(visitor) {
            return answer(call.recognized(as: RecognizedVisitor(visitor)))
        }
        return looking(up: token, for: call, answer) { call, visitor in
            visitor.map { call.recognized(as: $0) } ?? Self.introduced(call, to: histories)
        }
    }

    /// Makes a new visitor of a request's browser, and returns their request.
    private static func introduced(_ call: ProgramRequest, to histories: any SiteHistories) -> ProgramRequest {
        let token = VisitorToken()
        let visitor = RecognizedVisitor(new: token)
        histories.introduce(visitor.id)
        return call.recognized(as: visitor, resending: token)
    }

    /// Looks a token up, and answers the request that the function makes of the result.
    private func looking(
        up token: VisitorToken,
        for call: ProgramRequest,
        _ answer: @escaping @Sendable (ProgramRequest) -> Answer,
        _ changed: @escaping @Sendable (ProgramRequest, RecognizedVisitor?) -> ProgramRequest
    ) -> Answer {
        .later { responder in
            registry.tokens.recognize(token).whenReady { result in
                // If the store fails, the session's own request for the visitor fails as well, or needs none.
                let call = if case .success(let visitor) = result { changed(call, visitor) } else { call }
                responder.answer { answer(call) }
            }
        }
    }
}
