import ElmwoodHTTPServer
import ElmwoodObservation

/// What a request was for, as the number with which the server repeats it when the request has been answered.
struct RequestTag: RawRepresentable {
    /// The kind in the low four bits; above them the place of the program plus 1, or 0. The whole is 0 if nothing is known.
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    private init(_ kind: ObservedRequest.Kind, program: Int?) {
        rawValue = (program.map { $0 + 1 } ?? 0) << 4 | (kind.rawValue + 1)
    }

    static let file = RequestTag(.file, program: nil)
    static let endpoint = RequestTag(.endpoint, program: nil)

    /// - Parameter program: the place of the program among the site's endpoints.
    init(_ call: ProgramRequest, program: Int) {
        let kind: ObservedRequest.Kind =
            switch call.form {
            case .stream: .stream
            case .patch: .live
            case .browser, .text, .json: call.request.method == .post ? .post : .page
            }
        self.init(kind, program: program)
    }

    var kind: ObservedRequest.Kind { ObservedRequest.Kind(rawValue: rawValue & 15 - 1) ?? .other }

    var program: Int? { rawValue >> 4 > 0 ? rawValue >> 4 - 1 : nil }

    func applied(to response: Response) -> Response {
        var response = response
        response.tag = rawValue
        return response
    }

    func applied(to answer: Answer) -> Answer {
        switch answer {
        case .response(let response): .response(applied(to: response))
        case .later(_, let begin): .later(tag: rawValue, begin)
        }
    }
}
