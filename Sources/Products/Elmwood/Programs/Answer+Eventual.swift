import ElmwoodHTTPServer
import ElmwoodSessions

extension Answer {
    /// Creates the answer of a response that may be ready later.
    init(_ response: Eventual<Response>) {
        switch response {
        case .ready(let response): self = .response(response)
        case .promised(let promise):
            self = .later { responder in promise.whenFulfilled { responder.answer($0) } }
        }
    }
}
