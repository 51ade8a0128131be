import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodViewTree

/// Why a post changed nothing, according to the check against the view.
package enum PostRefusal: Sendable {
    /// It is malformed, or names something that the view does not offer.
    case refused(Refusal, by: Contract)
    /// Fields are invalid: the page is shown again with the entered values.
    case problems([Problem], FormOverlay, of: AnyModel)
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

    init(_ host: SessionHost, _ form: FormData, on page: Page) {
        self.host = host
        self.form = form
        viewed = page
    }

    var page: Page? { viewed }
    func on(_ page: Page) -> FormCheck { FormCheck(host, form, on: page) }

    func decide(on model: AnyModel) throws -> Decision<AnyMessage, PostRefusal> {
        let contract = try contract(of: model)
        switch try host.driver.read(form, by: contract, of: model) {
        case .messages(let messages, let isSecret):
            return .apply(messages, isSecret: isSecret)
        case .refused(let refusal):
            host.diagnose(refusal, by: contract, in: form["form"]?.text)
            return .refuse(.refused(refusal, by: contract))
        case .problems(let problems, let overlay):
            host.diagnose(contract.mistakes(behind: problems))
            return .refuse(.problems(problems, overlay, of: model))
        }
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
