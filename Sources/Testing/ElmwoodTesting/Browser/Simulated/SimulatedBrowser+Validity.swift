import Elmwood
import ElmwoodFormData
import ElmwoodForms
import ElmwoodPageTree
import ElmwoodViewTree

extension SimulatedBrowser {
    /// Returns the problems that keep the browser from sending a typed form; empty if it sends the form.
    func complaints(about form: PageNode, by button: PageNode?) -> [Problem] {
        let page = place.page(isLive: script == .on && isConnected, problems: problems)
        return testHost.complaints(about: form, by: button, of: model, on: page)
    }
}

extension TestHost {
    /// Returns the problems that a browser reports before it sends a typed form of that model's view.
    func complaints(about form: PageNode, by button: PageNode?, of model: P.Model?, on page: Page) -> [Problem] {
        guard let name = form["data-form"], !form.has("novalidate"), !(button?.has("formnovalidate") ?? false),
            let model, let rendering = try? form.tree.rendering ?? render(model, on: page)
        else { return [] }
        var fields = form.tree.fields(of: .form(form), by: button)
        // The hidden field identifies the form.
        if fields.first?.name == "form" { fields.removeFirst() }
        let entries = fields.compactMap { field -> FormData.Entry? in
            switch field.value {
            case .text(let text): return FormData.Entry(name: field.name, value: .text(text))
            case .file(nil): return nil
            case .file(let file?):
                let described = UploadedFile(
                    filename: file.name,
                    contentType: file.type,
                    size: file.content.count,
                    path: "-"
                )
                return FormData.Entry(name: field.name, value: .file(described))
            }
        }
        return Contract(rendering).complaints(about: name, entries)
    }
}
