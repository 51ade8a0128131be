import ElmwoodStorage

/// What a request states about its visitor.
package enum VisitorClaim: Sendable {
    /// The browser has no visitor's cookie.
    case none
    /// The token of the cookie, whether the server has issued it or not.
    case token(VisitorToken)
    /// The visitor, found out before.
    case recognized(RecognizedVisitor)

    var recognized: RecognizedVisitor? { if case .recognized(let visitor) = self { visitor } else { nil } }
}

/// The visitor of a request, who is known by an accepted token, or new.
package struct RecognizedVisitor: Sendable {
    package var id: VisitorID
    /// The token that a new visitor's browser receives; nil if the browser has one.
    package var newToken: VisitorToken?
    /// The number of revocations before the token was looked up: a later one of this visitor refuses it. Nil if the visitor was not
    /// recognized by a token.
    let revocations: UInt64?
    /// Whether other requests may find this visitor, by a token.
    let isKnown: Bool

    /// Creates a visitor who is not new.
    ///
    /// - Parameters:
    ///   - isKnown: whether other requests may find this visitor.
    ///   - revocations: the number of revocations before the token was looked up.
    package init(_ id: VisitorID, isKnown: Bool = true, lookedUpAfter revocations: UInt64? = nil) {
        self.id = id
        self.isKnown = isKnown
        self.revocations = revocations
    }

    /// Creates a new visitor.
    package init(new token: VisitorToken) {
        id = VisitorID(firstToken: token.hash)
        newToken = token
        isKnown = false
        revocations = nil
    }
}

/// The change of the visitor's cookie by an answer.
package enum VisitorChange: Equatable, Sendable {
    case unchanged
    /// The browser receives that token.
    case set(VisitorToken)
    /// The browser receives another token of that visitor, which is made when the answer is ready. No answer leaves the host
    /// with it.
    case renew(VisitorID)

    /// Returns the change for the browser of a request.
    ///
    /// - Parameters:
    ///   - claim: what the request has stated.
    ///   - visitor: the visitor of the session that the answer shows.
    ///   - renewal: what follows from a renewal whose result the browser receives.
    init(for claim: VisitorClaim, of visitor: VisitorID, after renewal: TokenRenewal) {
        // A browser that merely presents the session's id receives no token: the id may have been stolen or planted.
        if let recognized = claim.recognized, recognized.id == visitor, let token = recognized.newToken {
            self = .set(token)
            return
        }
        switch renewal {
        case .none: self = .unchanged
        case .token(let token) where VisitorID(firstToken: token.hash) == visitor: self = .set(token)
        case .token, .another: self = .renew(visitor)
        }
    }
}

/// What follows for the visitor's token from the renewal of a session's id, or from its end everywhere.
enum TokenRenewal: Equatable, Sendable {
    /// Nothing: there was no renewal.
    case none
    /// The former tokens are invalid. Each browser that may have the session's new id receives another one.
    case another
    /// The visitor had nothing that another request could find, and has become a new one, with this token.
    case token(VisitorToken)

    func followed(by later: TokenRenewal) -> TokenRenewal { later == .none ? self : later }
}
