import ElmwoodHTTPServer
import ElmwoodSessions

extension Answer {
    /// Creates the answer of a response that may be ready later.
    init(_ response: Eventual<Response>) {
        switch response {
        case .ready(let response): self = .response(response)
        case .promised: self = .later { response.answer($0) }
        }
    }
}

extension Eventual<Response> {
    /// Answers with the response, now or when it is ready.
    func answer(_ responder: Responder) {
        switch self {
        case .ready(let response): responder.answer { response }
        case .promised(let promise): promise.whenFulfilled { response in responder.answer { response } }
        }
    }
}
