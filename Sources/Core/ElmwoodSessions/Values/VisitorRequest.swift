import ElmwoodArchitecture

/// A visitor's request, of which a visit is made only where it is needed: for a program that starts, is told of arrivals, or has told
/// something. Most posts need none.
///
/// It is an object, since a post passes it through many functions.
package protocol VisitorRequest: AnyObject, Sendable {
    /// Stands for the client: see ``Visit/client``.
    var client: UInt32 { get }
    /// Its name in the log; nil if it is none of a client.
    var name: RequestName? { get }
    /// What it is answered with.
    var answer: Visit.Answer { get }
    /// Whether it loads a page that may have script.
    var mayHaveScript: Bool { get }
    /// The visit, made anew.
    var visit: Visit { get }
}

/// A request whose visit is made already.
package final class KnownVisit: VisitorRequest {
    package let visit: Visit

    package init(_ visit: Visit) { self.visit = visit }

    package var client: UInt32 { visit.client }
    package var name: RequestName? { visit.request }
    package var answer: Visit.Answer { visit.answer }
    package var mayHaveScript: Bool { visit.mayHaveScript }
}
