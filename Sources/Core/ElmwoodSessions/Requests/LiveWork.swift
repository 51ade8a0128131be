import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree

/// The state of a live page's request while it is performed.
struct LiveWork: ~Copyable {
    /// The session's current model.
    var model: AnyModel
    /// Its view on that page, if it has been rendered.
    var rendering: Rendering?
    /// The session's version of that view, if it can be shown without changes.
    var version: UInt64?
    /// The result of its transactions; nil if there was none.
    var transaction: Transaction?
    var refusals: [PageRefusal] = []
    /// Whether actions were skipped, since they had been carried out before.
    var isAgain = false
    /// Whether the session has ended.
    var ends = false
    /// Whether the session now has another id, which the request does not know.
    var isSuperseded = false
    /// What the view of the next action lacks.
    var missing: MissingInputs?
    /// The request; nil for a session that is not registered yet.
    var origin: RequestOrigin?
    /// Whether the session is new and not registered yet.
    var isUnheld = false
    /// The visit, for the visitor's languages.
    let visit: Visit

    init(model: AnyModel, visit: Visit) {
        self.model = model
        self.visit = visit
    }

    mutating func add(_ later: Transaction) {
        transaction = transaction.map(later.following) ?? later
        model = later.model
        rendering = later.view?.rendering
        version = rendering == nil ? nil : later.version
        ends = later.ends
    }

    /// Returns the request to render the page.
    func order() -> PatchRequest {
        var order = PatchRequest(refusals: refusals, faultKey: isUnheld ? model.faultKey : nil)
        order.origin = origin
        order.isAgain = isAgain
        // What the page tells the visitor was not known to it yet.
        if transaction?.outcome.flash.isEmpty ?? true, let rendering, let version { order.known = (rendering, version) }
        return order
    }

    mutating func refuse(_ action: PageAction?, _ status: Int, _ sentence: String, notice: [UInt8]? = nil) {
        guard let action else { return }
        refusals.append(PageRefusal(sequence: action.sequence, status: status, sentence: sentence, notice: notice))
    }
}
