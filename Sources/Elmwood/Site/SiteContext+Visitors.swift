import ElmwoodHTTPServer
import ElmwoodHistory
import ElmwoodSessions
import ElmwoodStorage

extension SiteContext {
    /// Answers a request, once its visitor is known if that is needed before the session is found.
    func recognizing(_ call: ProgramRequest, _ answer: @escaping @Sendable (ProgramRequest) -> Answer) -> Answer {
        if let histories { return recognizing(call, in: histories, answer) }
        guard let cookie = call.visitorCookie, cookie.isOld(on: today) else { return answer(call) }
        return looking(up: cookie.token, for: call, answer) { call, visitor in
            guard let visitor else { return }
            call.visitor = .recognized(visitor)
            call.resentToken = cookie.token
        }
    }

    /// Answers a request in development: the history's panels know each visitor, also those without a session.
    private func recognizing(
        _ call: ProgramRequest,
        in histories: Histories,
        _ answer: @escaping @Sendable (ProgramRequest) -> Answer
    ) -> Answer {
        var call = call
        if let visitor = registry.visitor(of: call.session) {
            call.visitor = .recognized(RecognizedVisitor(visitor))
            return answer(call)
        }
        guard registry.isStored, let session = call.session else {
            return recognizing(call, byTokenIn: histories, answer)
        }
        return .later { [call] responder in
            registry.loadVisitor(of: session) { visitor in
                var call = call
                guard let visitor else { return recognizing(call, byTokenIn: histories, answer).deliver(to: responder) }
                call.visitor = .recognized(RecognizedVisitor(visitor))
                answer(call).deliver(to: responder)
            }
        }
    }

    private func recognizing(
        _ call: ProgramRequest,
        byTokenIn histories: Histories,
        _ answer: @escaping @Sendable (ProgramRequest) -> Answer
    ) -> Answer {
        var call = call
        guard let token = call.visitorCookie?.token else {
            Self.introduce(&call, to: histories)
            return answer(call)
        }
        let visitor = VisitorID(firstToken: token.hash)
        if histories.isIntroduced(visitor) {
            call.visitor = .recognized(RecognizedVisitor(visitor))
            return answer(call)
        }
        return looking(up: token, for: call, answer) { call, visitor in
            if let visitor { call.visitor = .recognized(visitor) } else { Self.introduce(&call, to: histories) }
        }
    }

    /// Makes a new visitor of a request's browser.
    private static func introduce(_ call: inout ProgramRequest, to histories: Histories) {
        let token = VisitorToken()
        let visitor = RecognizedVisitor(new: token)
        histories.introduce(visitor.id)
        call.visitor = .recognized(visitor)
        call.resentToken = token
    }

    /// Looks a token up, and answers the request that the function has changed by the result.
    private func looking(
        up token: VisitorToken,
        for call: ProgramRequest,
        _ answer: @escaping @Sendable (ProgramRequest) -> Answer,
        _ change: @escaping @Sendable (inout ProgramRequest, RecognizedVisitor?) -> Void
    ) -> Answer {
        .later { responder in
            registry.recognize(token) { result in
                var call = call
                // If the store fails, the session's own request for the visitor fails as well, or needs none.
                if case .success(let visitor) = result { change(&call, visitor) }
                answer(call).deliver(to: responder)
            }
        }
    }
}

extension Answer {
    /// Answers with this through a responder.
    fileprivate func deliver(to responder: Responder) {
        switch self {
        case .response(let response): responder.answer { response }
        case .later(_, let begin): begin(responder)
        }
    }
}
