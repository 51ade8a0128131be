import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodLanguages
import ElmwoodViewTree

/// Why a post changed nothing, according to the check against the view.
package enum PostRefusal: Sendable {
    /// It is malformed, or names something that the view does not offer.
    case refused(Refusal, by: Contract)
    /// Fields are invalid: the page is shown again with the entered values.
    case problems([Problem], FormOverlay, of: AnyModel)
    /// The visitor is asked first. Nothing is applied.
    case question(String, in: [Language])
}

extension SessionHost {
    /// Tells the view's author why a post was refused. Only in development: elsewhere whoever posts would fill the log.
    func diagnose(_ refusal: Refusal, by contract: Contract, in form: String?) {
        if environment.isInDevelopment { diagnose(contract.mistakes(behind: refusal, in: form)) }
    }
}

/// The check of a posted form against the view of the session's model, which is the contract.
///
/// An object, so that the page, which is large, is not copied for each function.
final class FormCheck: PostCheck {
    private let host: SessionHost
    private let form: FormData
    private let viewed: Page
    /// The questions to which the visitor has agreed; nil if the client cannot show any.
    private let agreed: [String]?

    /// Creates the check of a form.
    ///
    /// - Parameter asks: whether the client can show a question. The form may then say that the visitor has agreed.
    convenience init(_ host: SessionHost, _ form: FormData, on page: Page, asks: Bool) {
        var (form, agreed) = (form, asks ? [String]() : nil)
        let isAgreement = { (entry: FormData.Entry) in entry.name.hasBytes(of: PostQuestion.field) }
        if asks, form.entries.contains(where: isAgreement) {
            agreed = form.texts(PostQuestion.field)
            form.entries.removeAll(where: isAgreement)
        }
        self.init(host, form, on: page, agreed: agreed)
    }

    private init(_ host: SessionHost, _ form: FormData, on page: Page, agreed: [String]?) {
        self.host = host
        self.form = form
        self.agreed = agreed
        viewed = page
    }

    var page: Page? { viewed }
    func on(_ page: Page) -> FormCheck { FormCheck(host, form, on: page, agreed: agreed) }

    func decide(on model: AnyModel) throws -> Decision<AnyMessage, PostRefusal> {
        let contract = try contract(of: model)
        switch try host.driver.read(form, by: contract, of: model) {
        case .messages(let messages, let isSecret):
            if let agreed, contract.asks, let question = question(by: contract, agreed: agreed) {
                return .refuse(.question(question, in: contract.languages))
            }
            return .apply(messages, isSecret: isSecret)
        case .refused(let refusal):
            host.diagnose(refusal, by: contract, in: form["form"]?.text)
            return .refuse(.refused(refusal, by: contract))
        case .problems(let problems, let overlay):
            host.diagnose(contract.mistakes(behind: problems))
            return .refuse(.problems(problems, overlay, of: model))
        }
    }

    /// The question that the visitor is to answer; nil if there is none. A post with a file is not asked about, since no page can send that again.
    private func question(by contract: Contract, agreed: [String]) -> String? {
        guard form.entries.allSatisfy({ $0.value.text != nil }) else { return nil }
        return contract.question(of: form, agreed: agreed)
    }

    func verify(_ model: AnyModel, at path: String?) throws -> RenderedPage? {
        try host.verify(model, at: path, from: viewed)
    }

    func refusal(with problems: [Problem], on model: AnyModel) -> PostRefusal? {
        guard let contract = try? contract(of: model) else { return nil }
        let (problems, overlay) = contract.refusal(of: form, with: problems)
        return .problems(problems, overlay, of: model)
    }

    func sentFields(on model: AnyModel) -> [FormOverlay.Field] {
        (try? contract(of: model))?.sentFields(of: form) ?? []
    }

    private func contract(of model: AnyModel) throws -> Contract {
        let rendering = try model.view(on: viewed)?.rendering ?? host.render(model, on: viewed)
        return Contract(rendering, sentences: host.environment.sentences)
    }
}
